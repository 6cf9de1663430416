import { isIPv4 } from 'node:net'

/** A network whose clients are counted as one. */
export interface Network {
  name: string
  share: number
  /** Limits on concurrency, as a multiple of an address's limits. */
  atOnce: number
}

/**
 * An IPv6 customer gets at least a /64, and many a /56 or /48 on request, so each prefix is counted as a whole. Larger
 * ones have more room, since several customers may share them. Concurrency gets little more, because it makes all other
 * clients wait.
 */
const PREFIXES = [
  { bits: 64, share: 1, atOnce: 1 },
  { bits: 56, share: 4, atOnce: 1.25 },
  { bits: 48, share: 16, atOnce: 1.5 },
]

/** Rooms in the order of `networksOf`. */
export const NETWORK_ROOMS: readonly Omit<Network, 'name'>[] = PREFIXES.map(({ bits: _, ...room }) => room)

/** Returns the networks of an address, smallest first: an IPv4 address alone, or the prefixes of an IPv6 address. */
export function networksOf(ip: string): Network[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined || isIPv4(ip) || !ip.includes(':')) return [{ name: mapped ?? ip, share: 1, atOnce: 1 }]
  const hex = digitsOf(ip)
  return PREFIXES.map(({ bits, ...room }) => ({ name: `${hex.slice(0, bits / 4)}/${bits}`, ...room }))
}

export class NetworkCounts {
  readonly #counts = new Map<string, number>()

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  /** `most` is the limit of an address. */
  hasRoom(networks: readonly Network[], most: number): boolean {
    return networks.every(({ name, atOnce }) => this.of(name) < most * atOnce)
  }

  add(networks: readonly Network[]): void {
    for (const { name } of networks) this.#counts.set(name, this.of(name) + 1)
  }

  remove(networks: readonly Network[]): void {
    for (const { name } of networks) {
      const left = this.of(name) - 1
      if (left > 0) this.#counts.set(name, left)
      else this.#counts.delete(name)
    }
  }
}

/** Returns all 32 hexadecimal digits of an IPv6 address in any notation. */
function digitsOf(ip: string): string {
  const [address = ''] = ip.toLowerCase().split('%')
  const [head = '', tail] = address.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':').flatMap(hexGroups) : [])
  const [first, last] = [groups(head), groups(tail)]
  const missing = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...missing, ...last].map((group) => group.padStart(4, '0')).join('')
}

/** Returns the groups in hexadecimal, two for an IPv4 suffix. */
function hexGroups(group: string): string[] {
  if (!isIPv4(group)) return [group]
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)]
}
