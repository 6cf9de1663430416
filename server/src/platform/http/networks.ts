import { isIPv4 } from 'node:net'

/** A part of the network that is counted as one. */
export interface Network {
  name: string
  /** How many times an address's requests it may make. */
  share: number
  /** How many times as much as an address it may have under way, or open, at one moment. */
  atOnce: number
}

/**
 * An IPv6 customer is given a /64 at the least, and many get a /56 or a /48 for the asking: each is counted as a whole, the
 * larger ones with more room, since several customers may be behind them. That is little more for what is under way at one
 * moment, since everybody else waits for that.
 */
const PREFIXES = [
  { bits: 64, share: 1, atOnce: 1 },
  { bits: 56, share: 4, atOnce: 1.25 },
  { bits: 48, share: 16, atOnce: 1.5 },
]

/** The room of each part of the network, in the order of `networksOf`. */
export const NETWORK_ROOMS: readonly Omit<Network, 'name'>[] = PREFIXES.map(({ bits: _, ...room }) => room)

/** Returns what a client is counted as, the smallest part first: an IPv4 address alone, or the prefixes of an IPv6 one. */
export function networksOf(ip: string): Network[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined || isIPv4(ip) || !ip.includes(':')) return [{ name: mapped ?? ip, share: 1, atOnce: 1 }]
  const hex = digitsOf(ip)
  return PREFIXES.map(({ bits, ...room }) => ({ name: `${hex.slice(0, bits / 4)}/${bits}`, ...room }))
}

/** How many of something each network has at one moment. */
export class NetworkCounts {
  readonly #counts = new Map<string, number>()

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  /** Whether one more fits into each of a client's networks, when an address may have `most`. */
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

/** The 32 digits of an IPv6 address, whichever way it is written. */
function digitsOf(ip: string): string {
  const [address = ''] = ip.toLowerCase().split('%')
  const [head = '', tail] = address.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':').flatMap(hexGroups) : [])
  const [first, last] = [groups(head), groups(tail)]
  const missing = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...missing, ...last].map((group) => group.padStart(4, '0')).join('')
}

/** One group, or two where an IPv4 address stands at the end. */
function hexGroups(group: string): string[] {
  if (!isIPv4(group)) return [group]
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)]
}
