import { TRUST_RULES } from '@aura/api/rules/trust'
import { insertNotifications } from '#features/notifications'
import { findRelatedRevision } from '#features/related-accounts'
import { findOwners } from '#features/wallets'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import { type ScheduledJob, SOON_MS } from '#platform/scheduler/scheduler'
import { type Backing, type Trusted, TrustFlow } from './flow.rules.ts'
import { ringNotice } from './ring-notice.ts'
import { lockState, replaceRings, replaceValues, type TrustState, updateState, writeValues } from './store.ts'

export interface FinalBackings {
  /** Payments in the order of the chain. */
  backings: readonly Backing[]
  /** The last final block: payments up to it are complete and never change. */
  upToBlock: number
}

/** Returns the final payments between people in blocks after this one; -1 for all. */
export type BackingSource = (ctx: Context, db: Queryable, afterBlock: number) => Promise<FinalBackings>

/** Returns the number of accounts in each inviter's ring, by inviter; `TRUST_RULES` says which count. */
export type RingSource = (db: Queryable) => Promise<ReadonlyMap<string, number>>

const DAY_MS = 86_400_000
/** Number of new payments from which calculating all at once is faster. */
const MANY = 200

type Basis = Pick<TrustState, 'version' | 'day' | 'seeds' | 'relations'>

interface Calculated {
  basis: Basis
  flow: TrustFlow
  upToBlock: number
  payments: number
  /** Inviters whose ring begins to count; they were notified. */
  newRings: readonly string[]
}

/**
 * Keeps Trust equal to the formula for today, the seeds and all final payments, one server at a time. Values and their
 * basis change in one transaction, so a crash loses nothing and a retry changes nothing. A server that has calculated
 * before only adds new payments; others read all.
 */
export function trustDue(ctx: Context, { features }: { features: readonly Feature[] }): ScheduledJob {
  const findBackings = features.find(({ backings }) => backings)?.backings
  const findRings = features.find(({ rings }) => rings)?.rings
  let cached: Calculated | undefined
  let searchedTo = -1

  async function calculate(tx: Tx, find: BackingSource): Promise<Calculated | undefined> {
    const state = await lockState(tx)
    if (!state) return undefined
    const basis = await basisNow(ctx, tx)
    const isCurrent = isSame(state, basis)
    if (isCurrent) {
      const { backings, upToBlock } = await find(ctx, tx, Math.max(state.upToBlock, searchedTo))
      if (backings.length === 0) searchedTo = upToBlock
      if (backings.length === 0) return undefined
    }
    const known = isCurrent && cached && isSame(cached.basis, basis) ? cached : undefined
    // If this run fails half-way, the next one starts anew.
    cached = undefined
    const fresh = known && (await find(ctx, tx, known.upToBlock))
    const calculated =
      fresh && fresh.backings.length <= MANY
        ? await addTo(tx, known, fresh)
        : await calculateAll(ctx, tx, basis, await find(ctx, tx, -1), (await findRings?.(tx)) ?? new Map())
    const { upToBlock, payments } = calculated
    await updateState(tx, { ...basis, upToBlock, payments }, ctx.clock.sqlNow())
    return calculated
  }

  return {
    async runBatch() {
      const calculated = findBackings && (await ctx.db.tx((tx) => calculate(tx, findBackings)))
      if (calculated) cached = calculated
      for (const userId of calculated?.newRings ?? []) ctx.live.changed(`user:${userId}`)
      return false
    },
    msUntilNextRun: async () => null,
    maxSleepMs: SOON_MS,
  }
}

async function addTo(tx: Tx, known: Calculated, { backings, upToBlock }: FinalBackings): Promise<Calculated> {
  const changed = new Map<string, Trusted>()
  for (const backing of backings) for (const row of known.flow.add(backing)) changed.set(row.id, row)
  await writeValues(tx, [...changed.values()])
  return { ...known, upToBlock, payments: known.payments + backings.length, newRings: [] }
}

async function calculateAll(
  ctx: Context,
  tx: Tx,
  basis: Basis,
  { backings, upToBlock }: FinalBackings,
  rings: ReadonlyMap<string, number>,
): Promise<Calculated> {
  const flow = new TrustFlow(seedsOf(basis), basis.day, backings, rings)
  const newRings = await replaceRings(tx, rings)
  const notices = newRings.map((userId) => ringNotice({ userId, accounts: rings.get(userId) ?? 0, day: basis.day }))
  await insertNotifications(tx, ctx.clock, notices)
  await replaceValues(tx, flow.all())
  return { basis, flow, upToBlock, payments: backings.length, newRings }
}

/** Returns the basis of a calculation now, read before the payments. Seeds are the owners of the wallets that the operator names. */
async function basisNow(ctx: Context, db: Queryable): Promise<Basis> {
  const at = await databaseTime(db, ctx.clock)
  const owners = await findOwners(
    db,
    ctx.settings.trustSeeds.map((address) => ({ address, at })),
  )
  const seeds = [...new Set(owners.flatMap(({ atThatTime }) => atThatTime ?? []))].sort()
  return {
    version: TRUST_RULES.version,
    day: Math.floor(at.getTime() / DAY_MS),
    seeds: seeds.join(','),
    relations: await findRelatedRevision(db),
  }
}

const isSame = (one: Basis, other: Basis): boolean =>
  one.version === other.version &&
  one.day === other.day &&
  one.seeds === other.seeds &&
  one.relations === other.relations

export const seedsOf = ({ seeds }: Pick<Basis, 'seeds'>): string[] => (seeds === '' ? [] : seeds.split(','))
