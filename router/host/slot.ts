/** The slot era: one provider per process answers every question, and that provider is us. */
import { symbols, type Context } from '@deepseek-ai/cordis'
import { release } from '../release.ts'
import type { Rounds } from '../rounds.ts'
import { toHostError } from './convert.ts'
import { createProviderSurface, HOST_SURFACE, type QuestionProvider } from './provider.ts'

/** The parts of the host's question service that the takeover touches. */
interface SlotService {
  provider?: QuestionProvider | undefined
  registerProvider(this: { ctx: Context }, provider: QuestionProvider): () => void
}

/** Somebody who would answer. With `rounds` it is one of our bridges, which can ask all the others. */
interface Tenant {
  readonly name: string
  readonly provider: QuestionProvider
  readonly rounds?: Rounds
}

/**
 * Answers the host's questions from its slot for the life of `ctx`. A provider that is there, and any that registers
 * later (a browser's gateway), becomes one more surface of `rounds`; with `ctx` the slot goes to the oldest of them.
 * Of several bridges the last one answers, and the others are surfaces to it. `name` is what outcomes call this one.
 * @returns gives the slot up before `ctx` does.
 */
export function bridgeSlot(ctx: Context, rounds: Rounds, name: string): () => unknown {
  const provider: QuestionProvider = {
    ask: (request) => rounds.ask(request).catch((error: unknown) => {
      throw toHostError(error)
    }),
  }
  const slot = slotOf(ctx)
  return ctx.effect(() => slot.admit({ name, provider, rounds }), 'ask-router: the host\'s provider slot')
}

/** One takeover per service, however many bridges want it: a second one on top could not be undone in any order. */
const slots = new WeakMap<SlotService, Slot>()

function slotOf(ctx: Context): Slot {
  // Cordis hands out a proxy per caller; what is shadowed has to be shadowed for all of them.
  const service: SlotService = Reflect.get(ctx.userQuestions, symbols.original) ?? ctx.userQuestions
  const known = slots.get(service)
  if (known) return known
  const slot = new Slot(service)
  slots.set(service, slot)
  return slot
}

class Slot {
  private readonly service: SlotService
  private readonly register: SlotService['registerProvider']
  /** In the order in which they came. */
  private readonly tenants = new Set<Tenant>()
  /** The bridge that answers, and whom it has taken in as surfaces. */
  private inCharge: (Tenant & { readonly rounds: Rounds }) | undefined
  private readonly adopted = new Map<Tenant, () => void>()
  /** Whoever is in the slot by the host's own hand: the host empties the field when that provider unloads. */
  private byField: Tenant | undefined

  constructor(service: SlotService) {
    this.service = service
    const admit = (provider: QuestionProvider) => this.admit({ name: HOST_SURFACE, provider })
    // `this.ctx` is the calling plugin's context, as in the host's own method: the provider leaves with that plugin.
    this.register = function register(provider) {
      const remove = this.ctx.effect(() => admit(provider), 'userQuestions.registerProvider()')
      return () => release(this.ctx, remove)
    }
  }

  /** @returns takes the tenant out again. */
  admit(tenant: Tenant): () => void {
    if (this.inCharge === undefined && isBridge(tenant)) this.install()
    this.tenants.add(tenant)
    this.arrange()
    return () => {
      this.tenants.delete(tenant)
      this.arrange()
      if (this.inCharge === undefined && this.service.provider === tenant.provider) this.service.provider = undefined
    }
  }

  /** Puts the newest bridge in charge and makes surfaces of everybody else; without a bridge the slot is the host's again. */
  private arrange(): void {
    const inCharge = [...this.tenants].findLast((tenant) => isBridge(tenant))
    const movesOut = (tenant: Tenant) => inCharge !== this.inCharge || !this.tenants.has(tenant)
    for (const [tenant, remove] of this.adopted) {
      if (!movesOut(tenant)) continue
      this.adopted.delete(tenant)
      remove()
    }
    const before = this.inCharge
    this.inCharge = inCharge
    if (inCharge === undefined) {
      if (before !== undefined) this.uninstall()
      return
    }
    for (const tenant of this.tenants) {
      if (tenant === inCharge || this.adopted.has(tenant)) continue
      this.adopted.set(tenant, inCharge.rounds.add(createProviderSurface(tenant.provider, tenant.name)))
    }
  }

  private install(): void {
    const { service } = this
    const resident = service.provider
    Object.defineProperty(service, 'provider', {
      configurable: true,
      enumerable: true,
      get: () => this.inCharge?.provider,
      set: (provider: QuestionProvider | undefined) => {
        this.takeFromField(provider)
        this.arrange()
      },
    })
    service.registerProvider = this.register
    // One that registered with us during an earlier takeover is known already.
    if (![...this.tenants].some(({ provider }) => provider === resident)) this.takeFromField(resident)
  }

  private takeFromField(provider: QuestionProvider | undefined): void {
    if (this.byField) this.tenants.delete(this.byField)
    this.byField = provider && { name: HOST_SURFACE, provider }
    if (this.byField) this.tenants.add(this.byField)
  }

  private uninstall(): void {
    const [heir] = this.tenants
    this.takeFromField(undefined)
    Object.defineProperty(this.service, 'provider', { configurable: true, enumerable: true, writable: true, value: heir?.provider })
    Reflect.deleteProperty(this.service, 'registerProvider')
  }
}

function isBridge(tenant: Tenant): tenant is Tenant & { readonly rounds: Rounds } {
  return tenant.rounds !== undefined
}
