import { insertNotifications, type NewNotification } from '#features/notifications'
import { findUsernames } from '#features/profile'
import { findRelatedPairs, findRelatedRevision } from '#features/related-accounts'
import { findOwners } from '#features/wallets'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import { type ScheduledJob, SOON_MS } from '#platform/scheduler/scheduler'
import { findGrantedRings } from './appeal-store.ts'
import {
  answerForRings,
  answerForSuspended,
  bindSeeds,
  countLiabilities,
  dayOf,
  findChanged,
  findCountingRings,
  findOldestRunning,
  findOut,
  findPlaces,
  findSeeds,
  type NewLiability,
  replaceRings,
} from './basis-store.ts'
import { NOTHING, type Standing, type TrustBasis, type Trusted, TrustFlow } from './flow.rules.ts'
import type { Payment } from './money.rules.ts'
import { liabilityNotice, ringNotice } from './notices.ts'
import { countingRings, ringAccounts } from './ring-accounts.rules.ts'
import { lockState, replaceValues, updateState, writeValues } from './store.ts'

export interface FinalPayments {
  /** In the order of the chain. */
  payments: readonly Payment[]
  /** The last final block: payments up to it are complete and never change. */
  upToBlock: number
  /** Grows with money that went back, which is found later than the vouches of its block. */
  lastReturn: number
}

/** Returns the final payments of all people, or between one and some others, in blocks after this one; -1 for all. */
export type PaymentSource = (
  ctx: Context,
  db: Queryable,
  asked: { afterBlock: number; between?: { userId: string; otherIds: readonly string[] } },
) => Promise<FinalPayments>

/** Returns each inviter's groups of related accounts that are large enough to count, by inviter. */
export type RingSource = (db: Queryable) => Promise<ReadonlyMap<string, readonly (readonly string[])[]>>

/** Number of changes from which calculating all at once is faster. */
const MANY = 200

interface Basis {
  day: number
  seeds: readonly string[]
  relations: number
}

interface Calculated {
  basis: Basis
  flow: TrustFlow
  upToBlock: number
  lastReturn: number
  /** Changes of this transaction and of later ones are still to be read. */
  since: number
}

interface Outcome {
  calculated: Calculated
  notices: readonly NewNotification[]
}

/**
 * Keeps Trust equal to the formula for today, the seeds, the open places and all final payments, one server at a time.
 * Values change in one transaction, so a crash loses nothing and a retry changes nothing. A server reads everything when
 * it starts, each day, and when seeds or related accounts change; otherwise only what changed since it read last.
 */
export function trustDue(ctx: Context, { features }: { features: readonly Feature[] }): ScheduledJob {
  const sources = sourcesOf(features)
  let cached: Calculated | undefined

  async function calculate(tx: Tx): Promise<Outcome | undefined> {
    if (!(await lockState(tx))) return undefined
    const at = await databaseTime(tx, ctx.clock)
    const basis = await basisNow(ctx, tx, at)
    const known = cached && isSame(cached.basis, basis) ? cached : undefined
    const since = await findOldestRunning(tx)
    const changed = known ? await findChanged(tx, known.since) : []
    const paid = known && (await sources.findPayments(ctx, tx, { afterBlock: known.upToBlock }))
    const isReturned = paid?.lastReturn !== known?.lastReturn
    if (known && paid && !isReturned && changed.length === 0 && paid.payments.length === 0) {
      cached = { ...known, upToBlock: paid.upToBlock, since }
      return undefined
    }
    // If this run fails half-way, the next one starts anew.
    cached = undefined
    const isLittle = known && paid && !isReturned && changed.length + paid.payments.length <= MANY
    const outcome = isLittle
      ? await change({ ctx, tx, at }, known, { changed, paid, since })
      : await calculateAll({ ctx, tx, at }, sources, basis, since)
    await insertNotifications(tx, ctx.clock, outcome.notices)
    const { seeds, placeCount } = outcome.calculated.flow
    await updateState(tx, { seeds, places: placeCount }, ctx.clock.sqlNow())
    return outcome
  }

  return {
    async runBatch() {
      const outcome = await ctx.db.tx(calculate)
      if (outcome) cached = outcome.calculated
      for (const { userId } of outcome?.notices ?? []) ctx.live.changed(`user:${userId}`)
      return false
    },
    msUntilNextRun: async () => null,
    maxSleepMs: SOON_MS,
  }
}

interface Sources {
  findPayments: PaymentSource
  findRings: RingSource
}

function sourcesOf(features: readonly Feature[]): Sources {
  return {
    findPayments:
      features.find(({ payments }) => payments)?.payments ??
      (async () => ({ payments: [], upToBlock: -1, lastReturn: 0 })),
    findRings: features.find(({ rings }) => rings)?.rings ?? (async () => new Map()),
  }
}

interface Run {
  ctx: Context
  tx: Tx
  at: Date
}

/** Follows the places and suspensions of a few people, and new payments. */
async function change(
  { tx, at }: Run,
  known: Calculated,
  { changed, paid, since }: { changed: readonly string[]; paid: FinalPayments; since: number },
): Promise<Outcome> {
  const { flow } = known
  const { begun, lifted } = await answerForSuspended(tx, changed, at)
  const people = [...new Set([...changed, ...begun.map(({ giverId }) => giverId), ...lifted])]
  const rows = new Map<string, Trusted>()
  const see = (values: readonly Trusted[]) => {
    for (const value of values) rows.set(value.id, value)
  }
  const standings = await findStandings(tx, people, at)
  for (const id of people) see(flow.setStanding(id, standings.get(id) ?? NOTHING))
  const places = Map.groupBy(await findPlaces(tx, changed), ({ giver }) => giver)
  for (const giver of changed) see(flow.setPlaces(giver, places.get(giver) ?? []))
  see(flow.pay(paid.payments))
  await writeValues(tx, [...rows.values()])
  return { calculated: { ...known, upToBlock: paid.upToBlock, since }, notices: await noticesOf(tx, begun, flow.seeds) }
}

async function calculateAll({ ctx, tx, at }: Run, sources: Sources, basis: Basis, since: number): Promise<Outcome> {
  const { begun } = await answerForSuspended(tx, null, at)
  const found = await answerForRings(tx, ringAccounts(await findRelatedPairs(tx)), at)
  const rings = countingRings(await sources.findRings(tx), await findGrantedRings(tx))
  const newRings = await replaceRings(tx, rings, at)
  const loaded = await load({ ctx, tx, at }, sources, basis.seeds)
  const flow = new TrustFlow({ ...loaded, today: basis.day })
  await replaceValues(tx, flow.all())
  const notices = [
    ...newRings.map((userId) => ringNotice({ userId, accounts: rings.get(userId)?.length ?? 0, day: basis.day })),
    ...(await noticesOf(tx, [...begun, ...found], flow.seeds)),
  ]
  const { upToBlock, lastReturn } = loaded
  return { calculated: { basis, since, flow, upToBlock, lastReturn }, notices }
}

type Loaded = Omit<TrustBasis, 'today'> & Pick<FinalPayments, 'upToBlock' | 'lastReturn'>

async function load(
  { ctx, tx, at }: { ctx: Context; tx: Queryable; at: Date },
  { findPayments }: Pick<Sources, 'findPayments'>,
  seeds: readonly string[],
): Promise<Loaded> {
  const found = await findPayments(ctx, tx, { afterBlock: -1 })
  const places = await findPlaces(tx, null)
  return { ...found, seeds, places, standings: await findStandings(tx, null, at) }
}

/** Returns what Trust is calculated from now, and the day, read once for calculations that admins ask for. */
export async function loadBasis(ctx: Context, features: readonly Feature[]): Promise<TrustBasis> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const seeds = await findSeedIds(ctx, ctx.db)
  return { ...(await load({ ctx, tx: ctx.db, at }, sourcesOf(features), seeds)), today: dayOf(at) }
}

/** Returns the final payments between a person and these others, by the other, in the order of the chain. */
export async function paymentsBetween(
  ctx: Context,
  features: readonly Feature[],
  { userId, otherIds }: { userId: string; otherIds: readonly string[] },
): Promise<Map<string, Payment[]>> {
  const asked = { afterBlock: -1, between: { userId, otherIds } }
  const { payments } = await sourcesOf(features).findPayments(ctx, ctx.db, asked)
  return Map.groupBy(payments, ({ from, to }) => (from === userId ? to : from))
}

/** Returns the standings of these people, or of all who have one. */
async function findStandings(
  db: Queryable,
  people: readonly string[] | null,
  at: Date,
): Promise<Map<string, Standing>> {
  const out = await findOut(db, people)
  const liabilities = await countLiabilities(db, people, at)
  const rings = await findCountingRings(db, people, at)
  const some = people ?? new Set([...out, ...liabilities.keys(), ...rings.keys()])
  return new Map(
    [...some].map((id) => [
      id,
      { isOut: out.has(id), liabilities: liabilities.get(id) ?? 0, ring: rings.get(id) ?? 0 },
    ]),
  )
}

async function noticesOf(tx: Tx, begun: readonly NewLiability[], seeds: readonly string[]): Promise<NewNotification[]> {
  const names = await findUsernames(tx, [...new Set(begun.map(({ receiverId }) => receiverId))])
  return begun.map((liability) => {
    const { giverId, receiverId } = liability
    return liabilityNotice(liability, {
      username: names.get(receiverId) ?? 'Someone',
      isSeed: seeds.includes(giverId),
    })
  })
}

/** Returns the basis of a calculation now, read before places and payments. */
async function basisNow(ctx: Context, tx: Tx, at: Date): Promise<Basis> {
  const addresses = ctx.settings.trustSeeds
  const bound = await findSeeds(tx, addresses)
  const isBound = new Set(bound.map(({ address }) => address))
  const fresh = addresses.filter((address) => !isBound.has(address))
  const owners = await findOwners(
    tx,
    fresh.map((address) => ({ address, at })),
  )
  const owned = fresh.flatMap((address, nr) => {
    const userId = owners[nr]?.atThatTime ?? null
    return userId === null ? [] : [{ address, userId }]
  })
  if (owned.length > 0) await bindSeeds(tx, owned, at)
  const seeds = owned.length > 0 ? await findSeedIds(ctx, tx) : idsOf(bound)
  return { day: dayOf(at), seeds, relations: await findRelatedRevision(tx) }
}

/**
 * Returns the accounts that owned the addresses which the operator names when they were first named, in order. One that
 * replaces its wallet stays a seed; one that was deleted, or whose address is no longer named, is none.
 */
export async function findSeedIds(ctx: Context, db: Queryable): Promise<string[]> {
  return idsOf(await findSeeds(db, ctx.settings.trustSeeds))
}

const idsOf = (seeds: Awaited<ReturnType<typeof findSeeds>>): string[] =>
  [...new Set(seeds.flatMap(({ userId, isThere }) => (isThere ? userId : [])))].sort()

const isSame = (one: Basis, other: Basis): boolean =>
  one.day === other.day && one.relations === other.relations && one.seeds.join() === other.seeds.join()

export const seedsOf = ({ seeds }: { seeds: string }): string[] => (seeds === '' ? [] : seeds.split(','))
