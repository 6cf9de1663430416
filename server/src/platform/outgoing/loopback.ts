import { BlockList, isIP } from 'node:net'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(bare)
  return family === 0 ? bare === 'localhost' : LOOPBACK.check(bare, family === 4 ? 'ipv4' : 'ipv6')
}
