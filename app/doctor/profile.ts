/** A profile's folder as the host would start it: its bundles, its own layer and the home's. Reads and changes nothing. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { labelOf } from '../../router/errors.ts'
import { BUNDLE } from '../bundle.ts'
import { type Finding, finding } from './finding.ts'
import { type Composition, compose, type Layer, parseLayer } from './layers.ts'

export interface ReadProfile {
  readonly findings: readonly Finding[]
  /** Absent when the host could not start with it, or would start without us. */
  readonly composition?: Composition
}

const LAYER_FILE = 'cordis.patch.yml'

const profileManifest = z.looseObject({ dsh: z.looseObject({ profile: z.looseObject({ bundles: z.array(z.string()).default([]) }).optional() }).optional() })
const bundleManifest = z.looseObject({ version: z.string().default('?'), dsh: z.looseObject({ bundle: z.looseObject({ patch: z.string() }) }) })

/** `home` is the dsh home; `own` the version that is running. */
export function readProfile(home: string, profile: string, own: string): ReadProfile {
  const folder = join(home, 'profiles', profile)
  if (profile === '' || /[/\\]/u.test(profile) || ['.', '..', 'node_modules'].includes(profile)) return { findings: [finding('profile.bad-name')] }
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return { findings: [finding('profile.missing', { profile, folder: join(home, 'profiles') })] }
  const manifest = readJson(file, profileManifest)
  if ('why' in manifest) return { findings: [finding('profile.unreadable', { profile, file, why: manifest.why })] }
  const bundles = manifest.value.dsh?.profile?.bundles ?? []
  if (!bundles.includes(BUNDLE)) return { findings: [finding('profile.no-bundle', { profile })] }

  const findings: Finding[] = []
  const layers: Layer[] = []
  let version = '?'
  const add = (path: string): void => {
    const read = readLayer(path)
    if ('layer' in read) layers.push(read.layer)
    else findings.push(read.finding(profile))
  }
  for (const bundle of bundles) {
    const place = findPackage(folder, bundle)
    // The host has its own bundles beside itself, not in the profile.
    if (place === undefined && bundle.startsWith('@deepseek-ai/')) findings.push(finding('profile.unresolved', { bundle }))
    else if (place === undefined) findings.push(finding('profile.not-installed', { profile, bundle }))
    else {
      const declared = readJson(join(place, 'package.json'), bundleManifest)
      if ('why' in declared) findings.push(finding('profile.unreadable', { profile, file: join(place, 'package.json'), why: declared.why }))
      else {
        if (bundle === BUNDLE) version = declared.value.version
        add(join(place, declared.value.dsh.bundle.patch))
      }
    }
  }
  for (const path of [join(folder, LAYER_FILE), join(home, LAYER_FILE)]) if (existsSync(path)) add(path)

  const isBroken = findings.some(({ code }) => code !== 'profile.unresolved')
  if (isBroken) return { findings }
  const composition = compose(layers)
  findings.push(finding('profile.read', { profile, version, layers: layers.length }))
  if (version !== own) findings.push(finding('profile.version', { installed: version, own }))
  // What a layer that was not found has put in cannot be told from what is nowhere.
  const isWhole = !findings.some(({ code }) => code === 'profile.unresolved')
  for (const { file: path, row } of composition.lost) if (isWhole || row.startsWith('ask-')) findings.push(finding('profile.entry-lost', { file: path, row }))
  return { findings, composition }
}

/** The version of the host that has last started with this home: it links itself in. */
export function linkedHost(home: string): string | undefined {
  const manifest = readJson(join(home, 'profiles/node_modules/@deepseek-ai/dsh/package.json'), z.looseObject({ version: z.string() }))
  return 'why' in manifest ? undefined : manifest.value.version
}

function readLayer(file: string): { readonly layer: Layer } | { readonly finding: (profile: string) => Finding } {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return { finding: (profile) => finding('profile.unreadable', { profile, file, why: labelOf(error) }) }
  }
  const read = parseLayer(file, text)
  switch (read.kind) {
    case 'layer':
      return { layer: read.layer }
    case 'broken':
      return { finding: () => finding('profile.layer-broken', { file, why: read.why }) }
    case 'shape':
      return { finding: () => finding('profile.layer-shape', { file }) }
  }
}

/** Where the host would find a package from this folder: in it, or in any above. */
function findPackage(folder: string, name: string): string | undefined {
  const place = join(folder, 'node_modules', name)
  if (existsSync(join(place, 'package.json'))) return place
  const above = dirname(folder)
  return above === folder ? undefined : findPackage(above, name)
}

function readJson<T>(file: string, schema: z.ZodType<T>): { readonly value: T } | { readonly why: string } {
  try {
    const read = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return read.success ? { value: read.data } : { why: `"${read.error.issues[0]?.path.join('.') ?? ''}" is missing or not valid` }
  } catch (error) {
    return { why: error instanceof SyntaxError ? 'no JSON' : labelOf(error) }
  }
}
