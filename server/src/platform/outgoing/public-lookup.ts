import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Every range that IANA reserves: loopback, private, link-local, shared, documentation, multicast. */
const NOT_PUBLIC = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4')
}

/** The only range of global unicast addresses; everything else is local or reserved. */
const GLOBAL_UNICAST = new BlockList()
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6')
/** Exceptions in that range: documentation, and tunnels that carry an IPv4 address of the sender's choice. */
const NOT_GLOBAL = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  NOT_GLOBAL.addSubnet(network, prefix, 'ipv6')
}

/** Returns whether an address is public. Mapped IPv4 (`::ffff:a.b.c.d`) never is. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return family === 6 && GLOBAL_UNICAST.check(address, 'ipv6') && !NOT_GLOBAL.check(address, 'ipv6')
}

class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** Returns a lookup that fails with AddressRefused if a name has an address that isn't public. */
export function publicLookup(lookup: typeof systemLookup = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new AddressRefused(`${hostname} has no address`), '')
      const refused = addresses.find(({ address }) => !isPublicAddress(address))
      if (refused)
        return callback(new AddressRefused(`${hostname} leads to ${refused.address}, which isn't public`), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
