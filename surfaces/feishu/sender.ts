/** Who has sent a request: the address behind the proxies that are trusted. */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Empty when the connection is gone. */
export type SenderOf = (request: IncomingMessage) => string

/** The names of ranges that no stranger of the network can have. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** `trusted`: addresses, subnets and names of ranges, as the config has checked them. */
export function createSenders(trusted: readonly string[]): SenderOf {
  if (trusted.length === 0) return peerOf
  const proxies = new BlockList()
  for (const network of trusted.flatMap((name) => RANGES[name] ?? [name])) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  const isProxy = (hop: string): boolean => {
    // The name of an interface may stand behind an address.
    const [address = ''] = hop.split('%')
    return isIP(address) !== 0 && proxies.check(address, familyOf(address))
  }
  return (request) => {
    const told = request.headers['x-forwarded-for']
    // Each hop adds whom it heard from at the end: only what a trusted one has added is believed.
    const hops = [peerOf(request), ...(typeof told === 'string' ? told.split(',').map((hop) => hop.trim()).toReversed() : [])]
    return hops.find((hop) => !isProxy(hop)) ?? hops.at(-1) ?? ''
  }
}

function peerOf({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? ''
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
