import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createSenders } from '../../../surfaces/feishu/sender.ts'

/** A request as far as its sender is read from it. */
const requestOf = (peer: string | undefined, told?: string): IncomingMessage =>
  ({ socket: { remoteAddress: peer }, headers: told === undefined ? {} : { 'x-forwarded-for': told } }) as IncomingMessage

describe('the sender of a request', () => {
  it.each([
    ['is whoever is connected, whatever it says, where no proxy is trusted', [], '127.0.0.1', '9.9.9.9', '127.0.0.1'],
    ['is whoever is connected where that is no trusted proxy', ['10.0.0.0/8'], '127.0.0.1', '9.9.9.9', '127.0.0.1'],
    ['is whom a trusted proxy names', ['loopback'], '127.0.0.1', '9.9.9.9', '9.9.9.9'],
    ['is the last one before the trusted ones, whatever was said before', ['loopback', '10.0.0.1'], '127.0.0.1', '1.1.1.1, 9.9.9.9 ,10.0.0.1', '9.9.9.9'],
    ['is the farthest where all are trusted', ['uniquelocal'], '10.0.0.1', '192.168.0.9, 172.16.0.1', '192.168.0.9'],
    ['is the proxy itself where it names nobody', ['loopback'], '::1', undefined, '::1'],
    ['is whatever stands there, when it is no address', ['loopback'], '127.0.0.1', '9.9.9.9, unknown', 'unknown'],
    ['counts an address of IPv4 as the same when it is written as one of IPv6', ['10.0.0.0/8'], '::ffff:10.1.2.3', '9.9.9.9', '9.9.9.9'],
    ['is told by a proxy on a link, whose address has an interface', ['linklocal'], 'fe80::1%eth0', '2001:db8::1', '2001:db8::1'],
    ['keeps to the prefix of a subnet of IPv6', ['fd00::/8'], 'fe00::1', '9.9.9.9', 'fe00::1'],
    ['is nobody when the connection is gone', ['loopback'], undefined, '9.9.9.9', ''],
  ] as const)('%s', (_title, trusted, peer, told, sender) => {
    expect(createSenders(trusted)(requestOf(peer, told))).toBe(sender)
  })
})
