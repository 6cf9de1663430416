/**
 * Decides whether two accounts belong to one person, from traces of both. No trace is proof: each kind of sign is worth
 * points up to a cap. Only a wallet or an earlier account of both, or several signs together, reach `RELATED_AT`.
 */

export type TraceKind = 'device' | 'address' | 'predecessor'

/** A value that an account left in an hour, given as hours since 1970: at a sign-in, or a session's first use of a day. */
export interface Trace {
  kind: TraceKind
  value: string
  hour: number
}

/** A payment on chain, with its UTC day since 1970. Two payments by a payer can have different days. */
export interface Funding {
  payer: string
  day: number
}

export interface Account {
  traces: readonly Trace[]
  fundings: readonly Funding[]
  /** Wallets it has now or had before. */
  wallets: readonly string[]
}

/** Returns the number of accounts that left a value, or were paid by a payer. */
export type Holders = (kind: TraceKind | 'funder', value: string) => number

/** Returns the accounts a payer belonged to when they paid. */
export type PayerAccounts = (payer: string) => readonly Account[]

export interface SharedSignals {
  devices: {
    /** Share of each account's hours on any device that it spent on shared ones; the smaller of both. */
    share: number
    /** Hours on shared devices of the account with fewer of them. */
    hours: number
    /** UTC days with a session on shared devices, of the account with fewer of them. */
    days: number
    /** Hours in which both used the same device. */
    sittings: number
    /** Number of accounts on the most used shared device. */
    accounts: number
  } | null
  addresses: {
    /** Number of accounts at the shared address that the fewest use. */
    accounts: number
    /** Hours in which both used that address. */
    sittings: number
  } | null
  funders: {
    /** Number of accounts paid by the shared payer that paid the fewest. */
    accounts: number
    isSameDay: boolean
  } | null
  wallets: number
  predecessors: number
}

export interface Reason {
  /** 'turns': both were used on one device within the hour, time and again. */
  kind: 'device' | 'turns' | 'address' | 'funder' | 'wallet' | 'predecessor'
  points: number
  /** Number of accounts that share it; null if only these two do. */
  accounts: number | null
}

/** Pairs with this score or more have effects. */
export const RELATED_AT = 100
/** Pairs with fewer points aren't stored: a household's address alone is worth less. */
export const KEPT_AT = 40
/** Points of a shared device, and of its use in turns, from which a payer is no stranger to an account. */
const TIED_AT = 40
/** An address of more accounts is a carrier, a school or a café, a payer of more a patron: neither is a sign. */
export const MAX_HOLDERS = 60

const RELATEDNESS = {
  /**
   * A device used by both accounts. People at home borrow a device now and then, but most of their hours are on their
   * own, so the smaller share is small. One person's accounts share nearly all hours, so from `fullShare` on it counts
   * in full.
   */
  device: 55,
  fullShare: 0.6,
  /** Days with a session on shared devices before they count in full, since a friend's single visit is no sign. */
  fullDays: 3,
  /**
   * In turns: both accounts on one device within an hour, switching from one to the next, repeatedly. At a public
   * device that rarely happens to two people, so it says there what the device itself no longer does. Otherwise a farm
   * would only need more accounts.
   */
  turns: 45,
  /** Share of the fewer hours with both accounts from which on turns count in full. */
  fullTurns: 0.5,
  /** For each account on a device beyond those of a `home`, up to `crowd`: homes have few people, farms many accounts. */
  home: 5,
  crowdEach: 10,
  crowd: 30,
  /** A device of more accounts than this is a public one and counts `private / accounts`. */
  private: 8,
  /** A rare shared address is a home, an office, or one person; it counts more if both are there within hours. */
  address: 20,
  addressSitting: 5,
  addressSittings: 10,
  /** Accounts up to which an address is rare; with more its weight falls in proportion. */
  household: 6,
  /**
   * A shared payer who is no stranger to the two. Well-known people pay many, so it counts in full only up to `patron`
   * accounts.
   */
  funder: 25,
  funderSameDay: 25,
  patron: 5,
  /**
   * A wallet that moved from one account to the other, an identity of both, or a relation that an earlier account of
   * one of them had: each needs the same keys.
   */
  wallet: RELATED_AT,
  predecessor: RELATED_AT,
} as const

/**
 * Returns what two accounts have in common, without addresses and payers of more than MAX_HOLDERS accounts. A payer
 * counts only if they are one of the two or tied to one of them: what a stranger pays is not the two's doing.
 */
export function sharedSignals(a: Account, b: Account, holders: Holders, payers: PayerAccounts): SharedSignals {
  const isNoStranger = (payer: string) =>
    payers(payer).some((one) => one === a || one === b || isTied(one, a, holders) || isTied(one, b, holders))
  return {
    devices: sharedDevices(hoursOf(a, 'device'), hoursOf(b, 'device'), holders),
    addresses: sharedAddresses(hoursOf(a, 'address'), hoursOf(b, 'address'), holders),
    funders: sharedFunders(a.fundings, b.fundings, holders, isNoStranger),
    wallets: sharedWallets(a, b),
    predecessors: sharedPredecessors(a, b),
  }
}

/** Returns whether two accounts share a wallet, a predecessor, or a device as few people do. Payments don't matter. */
function isTied(a: Account, b: Account, holders: Holders): boolean {
  const devices = sharedDevices(hoursOf(a, 'device'), hoursOf(b, 'device'), holders)
  const signals = { devices, addresses: null, funders: null, wallets: sharedWallets(a, b) }
  return areTies(relatednessOf({ ...signals, predecessors: sharedPredecessors(a, b) }).reasons)
}

/** Returns whether these reasons tie two accounts, so that what one of them pays is no stranger's payment. */
export function areTies(reasons: readonly Reason[]): boolean {
  const pointsOf = (...kinds: Reason['kind'][]) =>
    reasons.reduce((total, { kind, points }) => total + (kinds.includes(kind) ? points : 0), 0)
  return pointsOf('wallet', 'predecessor') > 0 || pointsOf('device', 'turns') >= TIED_AT
}

const sharedWallets = (a: Account, b: Account): number =>
  new Set(a.wallets.filter((wallet) => b.wallets.includes(wallet))).size
const sharedPredecessors = (a: Account, b: Account): number =>
  common(hoursOf(a, 'predecessor'), hoursOf(b, 'predecessor')).length

/** Returns an integer score and its reasons, the weightiest first. The order of the accounts doesn't matter. */
export function relatednessOf(signals: SharedSignals): { score: number; reasons: Reason[] } {
  const reasons: Reason[] = []
  const add = (kind: Reason['kind'], points: number, accounts: number | null) => {
    if (Math.round(points) > 0) reasons.push({ kind, points: Math.round(points), accounts })
  }
  const { devices, addresses, funders, wallets, predecessors } = signals
  if (wallets > 0) add('wallet', RELATEDNESS.wallet, null)
  else if (predecessors > 0) add('predecessor', RELATEDNESS.predecessor, null)
  if (devices) {
    const { device, turns } = devicePoints(devices)
    add('device', device, devices.accounts)
    add('turns', turns, null)
  }
  if (addresses) add('address', addressPoints(addresses), addresses.accounts)
  if (funders) add('funder', funderPoints(funders), funders.accounts)
  reasons.sort((one, other) => other.points - one.points)
  return { score: reasons.reduce((total, { points }) => total + points, 0), reasons }
}

function devicePoints({ share, hours, days, sittings, accounts }: NonNullable<SharedSignals['devices']>) {
  const used = upTo1(share / RELATEDNESS.fullShare) * upTo1(days / RELATEDNESS.fullDays)
  const inTurns = hours === 0 ? 0 : upTo1(sittings / hours / RELATEDNESS.fullTurns)
  const crowd = Math.min(RELATEDNESS.crowd, Math.max(0, accounts - RELATEDNESS.home) * RELATEDNESS.crowdEach)
  const whole = RELATEDNESS.device + crowd
  const own = upTo1(RELATEDNESS.private / accounts)
  const both = Math.max(own, inTurns) * (whole + RELATEDNESS.turns * inTurns)
  return { device: used * own * whole, turns: used * (both - own * whole) }
}

function addressPoints({ accounts, sittings }: NonNullable<SharedSignals['addresses']>): number {
  const together = Math.min(RELATEDNESS.addressSittings, sittings * RELATEDNESS.addressSitting)
  return rarity(accounts, RELATEDNESS.household) * (RELATEDNESS.address + together)
}

function funderPoints({ accounts, isSameDay }: NonNullable<SharedSignals['funders']>): number {
  return rarity(accounts, RELATEDNESS.patron) * (RELATEDNESS.funder + (isSameDay ? RELATEDNESS.funderSameDay : 0))
}

const upTo1 = (part: number) => Math.min(1, part)
const rarity = (accounts: number, few: number) => (accounts > MAX_HOLDERS ? 0 : few / Math.max(few, accounts))

type Hours = ReadonlyMap<string, ReadonlySet<number>>

function hoursOf({ traces }: Account, kind: TraceKind): Hours {
  const hours = new Map<string, Set<number>>()
  for (const trace of traces) {
    if (trace.kind !== kind) continue
    const known = hours.get(trace.value)
    if (known) known.add(trace.hour)
    else hours.set(trace.value, new Set([trace.hour]))
  }
  return hours
}

const daysOn = (hours: Hours, values: readonly string[]): number =>
  new Set(values.flatMap((value) => [...(hours.get(value) ?? [])].map((hour) => Math.floor(hour / 24)))).size
const common = (a: Hours, b: Hours): string[] => [...a.keys()].filter((value) => b.has(value))
const count = (hours: Hours, values: Iterable<string>): number => {
  let total = 0
  for (const value of values) total += hours.get(value)?.size ?? 0
  return total
}
const together = (a: Hours, b: Hours, value: string): number =>
  [...(a.get(value) ?? [])].filter((hour) => b.get(value)?.has(hour)).length

function sharedDevices(a: Hours, b: Hours, holders: Holders): SharedSignals['devices'] {
  const shared = common(a, b)
  if (shared.length === 0) return null
  const [onA, onB] = [count(a, shared), count(b, shared)]
  return {
    share: Math.min(onA / count(a, a.keys()), onB / count(b, b.keys())),
    hours: Math.min(onA, onB),
    days: Math.min(daysOn(a, shared), daysOn(b, shared)),
    sittings: shared.reduce((total, value) => total + together(a, b, value), 0),
    accounts: Math.max(...shared.map((value) => holders('device', value))),
  }
}

function sharedAddresses(a: Hours, b: Hours, holders: Holders): SharedSignals['addresses'] {
  const shared = common(a, b)
    .map((value) => ({ accounts: holders('address', value), sittings: together(a, b, value) }))
    .filter(({ accounts }) => accounts <= MAX_HOLDERS)
  return shared.sort((x, y) => x.accounts - y.accounts || y.sittings - x.sittings)[0] ?? null
}

function sharedFunders(
  a: readonly Funding[],
  b: readonly Funding[],
  holders: Holders,
  counts: (payer: string) => boolean,
): SharedSignals['funders'] {
  const shared = [...new Set(a.map(({ payer }) => payer))]
    .filter((payer) => b.some((funding) => funding.payer === payer) && counts(payer))
    .map((payer) => ({
      accounts: holders('funder', payer),
      isSameDay: a.some(
        (one) => one.payer === payer && b.some((other) => other.payer === payer && other.day === one.day),
      ),
    }))
    .filter(({ accounts }) => accounts <= MAX_HOLDERS)
  return shared.sort((x, y) => x.accounts - y.accounts || Number(y.isSameDay) - Number(x.isSameDay))[0] ?? null
}
