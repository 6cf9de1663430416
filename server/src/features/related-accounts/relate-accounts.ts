import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import { type ScheduledJob, SOON_MS } from '#platform/scheduler/scheduler'
import {
  type Account,
  KEPT_AT,
  MAX_HOLDERS,
  RELATED_AT,
  relatednessOf,
  sharedSignals,
  type TraceKind,
} from './relatedness.rules.ts'
import {
  deletePairs,
  findMates,
  findPairs,
  findSharedWallets,
  findTraces,
  lockRevision,
  type NewPair,
  raiseRevision,
  takeQueued,
  upsertPairs,
} from './store.ts'

/** A payment on chain to an account, with its UTC day since 1970. */
export interface PaidAccount {
  payer: string
  userId: string
  day: number
}

/**
 * Returns the payments that the payers of this account made to it and to others, and the number of accounts each payer
 * paid. Leaves out payers of more than `most` accounts.
 */
export type FundingSource = (
  db: Queryable,
  userId: string,
  most: number,
) => Promise<{ payments: PaidAccount[]; accounts: ReadonlyMap<string, number> }>

/** Accounts per value that are compared. More on one device are one farm, for which these are enough. */
const MAX_COMPARED = 200
/** Calculates the relations of an account that left new traces, and of all pairs it is in. */
export function relationsDue(ctx: Context, { features }: { features: readonly Feature[] }): ScheduledJob {
  const findFundings = features.find(({ fundings }) => fundings)?.fundings
  return {
    runBatch: () =>
      ctx.db.tx(async (tx) => {
        const userId = await takeQueued(tx)
        if (userId !== undefined) await relateAccount(ctx, tx, userId, findFundings)
        return userId !== undefined
      }),
    msUntilNextRun: async () => null,
    maxSleepMs: SOON_MS,
  }
}

async function relateAccount(
  ctx: Context,
  tx: Tx,
  userId: string,
  findFundings: FundingSource | undefined,
): Promise<void> {
  // Traces read earlier could undo the pairs of another calculation.
  await lockRevision(tx)
  const found = await findNeighbours(tx, userId, findFundings)
  const me = found.accountOf(userId)
  const pairs = found.others.flatMap((otherId): NewPair[] => {
    const { score, reasons } = relatednessOf(sharedSignals(me, found.accountOf(otherId), found.holders))
    const [aId, bId] = inOrder(userId, otherId)
    return score >= KEPT_AT ? [{ aId, bId, score, reasons, isRelated: score >= RELATED_AT }] : []
  })
  const known = await findPairs(tx, userId)
  const keyOf = ({ aId, bId }: { aId: string; bId: string }) => `${aId}/${bId}`
  const kept = new Set(pairs.map(keyOf))
  const gone = known.filter((pair) => !kept.has(keyOf(pair)))
  await upsertPairs(tx, pairs, ctx.clock.sqlNow())
  await deletePairs(tx, gone)
  const before = new Map(known.map((pair) => [keyOf(pair), pair]))
  const isChanged =
    gone.some(({ isRelated }) => isRelated) ||
    pairs.some((pair) => {
      const was = before.get(keyOf(pair))
      return (was?.isRelated ?? false) !== (pair.isRelated && !was?.clearedAt)
    })
  if (isChanged) await raiseRevision(tx)
}

const inOrder = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one])

interface Neighbours {
  others: string[]
  accountOf: (userId: string) => Account
  holders: (kind: TraceKind | 'funder', value: string) => number
}

async function findNeighbours(tx: Tx, userId: string, findFundings: FundingSource | undefined): Promise<Neighbours> {
  const mates = await findMates(tx, userId, MAX_COMPARED)
  const wallets = await findSharedWallets(tx, userId)
  const paid = (await findFundings?.(tx, userId, MAX_HOLDERS)) ?? { payments: [], accounts: new Map<string, number>() }
  const telling = mates.filter(({ kind, total }) => kind !== 'address' || total <= MAX_HOLDERS)
  const ids = new Set([
    userId,
    ...telling.flatMap(({ ids: others }) => others),
    ...wallets.map((wallet) => wallet.userId),
    ...paid.payments.map((payment) => payment.userId),
  ])
  const traces = Map.groupBy(await findTraces(tx, [...ids]), (trace) => trace.userId)
  const fundings = Map.groupBy(paid.payments, (payment) => payment.userId)
  const addresses = Map.groupBy(wallets, (wallet) => wallet.userId)
  const totals = new Map(mates.map(({ kind, value, total }) => [`${kind}/${value}`, total]))
  for (const [payer, total] of paid.accounts) totals.set(`funder/${payer}`, total)
  return {
    others: [...ids].filter((id) => id !== userId),
    accountOf: (id) => ({
      traces: traces.get(id) ?? [],
      fundings: fundings.get(id) ?? [],
      wallets: (addresses.get(id) ?? []).map(({ address }) => address),
    }),
    holders: (kind, value) => totals.get(`${kind}/${value}`) ?? 1,
  }
}
