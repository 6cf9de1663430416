import { auraAccountAbi } from '@aura/contracts/abi'
import { keyId } from '@aura/contracts/signing/account'
import { decodeEventLog, type Hex, isHex, size } from 'viem'
import type { ChainLog } from '#platform/chain/chain'

/** An event of an account contract. Addresses, hashes and keys are lower case. */
export interface KeyEvent {
  account: string
  kind: 'added' | 'leaving' | 'stays'
  keyId: string
  /** The key, if it was added: a passkey's or an address. */
  key: string | null
  /** If it is leaving, the time until which it signs. */
  until: Date | null
  txHash: string
  logIndex: number
  blockNumber: number
  blockTime: Date
}

/** A key that signs for an account now. */
export interface StandingKey {
  id: string
  key: string
  addedAt: Date
  /** Time at which it stops to sign, unless a key stops the removal. */
  leavesAt: Date | null
}

const KEY_BYTES = [20, 84]
/** A contract of another build could name any time. */
const LAST_SECOND = 8_640_000_000_000n

/** Returns the event that a log tells, or undefined if it isn't one of an account's. */
export function keyEventOf({ address, topics, data, txHash, logIndex, block }: ChainLog): KeyEvent | undefined {
  const decoded = decode(topics, data)
  if (!decoded) return undefined
  const id = decoded.args.id.toLowerCase()
  const event = {
    ...{ account: address, keyId: id, key: null, until: null },
    ...{ txHash, logIndex, blockNumber: block.number, blockTime: block.time },
  }
  switch (decoded.eventName) {
    case 'KeyAdded': {
      const key = decoded.args.key.toLowerCase() as Hex
      if (!isHex(key) || !KEY_BYTES.includes(size(key)) || keyId(key) !== id) return undefined
      return { ...event, kind: 'added', key }
    }
    case 'KeyLeaving': {
      const { until } = decoded.args
      if (until > LAST_SECOND) return undefined
      return { ...event, kind: 'leaving', until: new Date(Number(until) * 1_000) }
    }
    case 'KeyStays':
      return { ...event, kind: 'stays' }
  }
}

function decode(topics: readonly string[], data: string) {
  try {
    const decoded = decodeEventLog({ abi: auraAccountAbi, topics: [...topics] as [Hex, ...Hex[]], data: data as Hex })
    return decoded.eventName === 'EIP712DomainChanged' ? undefined : decoded
  } catch {
    return undefined
  }
}

/** Returns the keys that sign at a time, in the order in which they were added. The events are in the chain's order. */
export function standingKeys(
  events: readonly Pick<KeyEvent, 'kind' | 'keyId' | 'key' | 'until' | 'blockTime'>[],
  now: Date,
): StandingKey[] {
  const keys = new Map<string, StandingKey>()
  for (const { kind, keyId: id, key, until, blockTime } of events) {
    const known = keys.get(id)
    if (kind === 'added' && key !== null) {
      keys.delete(id)
      keys.set(id, { id, key, addedAt: blockTime, leavesAt: null })
    } else if (known) keys.set(id, { ...known, leavesAt: until })
  }
  return [...keys.values()].filter(({ leavesAt }) => leavesAt === null || leavesAt > now)
}
