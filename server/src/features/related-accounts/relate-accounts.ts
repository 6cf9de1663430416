import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import { type ScheduledJob, SOON_MS } from '#platform/scheduler/scheduler'
import { deleteAppealsOf } from './appeal-store.ts'
import {
  type Account,
  areTies,
  type Holders,
  KEPT_AT,
  MAX_HOLDERS,
  type PayerAccounts,
  RELATED_AT,
  type Reason,
  relatednessOf,
  sharedSignals,
} from './relatedness.rules.ts'
import {
  deletePairs,
  findHolders,
  findMates,
  findPairs,
  findTraces,
  findWalletMates,
  findWallets,
  insertQueued,
  lockRevision,
  type NewPair,
  raiseRevision,
  takeQueued,
  upsertPairs,
} from './store.ts'
import { tellPairs } from './tell-pairs.ts'

/** A payment on chain to an account, with its UTC day since 1970. */
export interface PaidAccount {
  payer: string
  /** The account that the payer's wallet belonged to then. */
  payerId: string
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
    async runBatch() {
      const { userId, told } = await ctx.db.tx(async (tx) => {
        const userId = await takeQueued(tx)
        return { userId, told: userId === undefined ? [] : await relateAccount(ctx, tx, userId, findFundings) }
      })
      for (const id of told) ctx.live.changed(`user:${id}`)
      return userId !== undefined
    },
    msUntilNextRun: async () => null,
    maxSleepMs: SOON_MS,
  }
}

/** Returns the people who were told that their accounts are related. */
async function relateAccount(
  ctx: Context,
  tx: Tx,
  userId: string,
  findFundings: FundingSource | undefined,
): Promise<string[]> {
  // Traces read earlier could undo the pairs of another calculation.
  await lockRevision(tx)
  const now = ctx.clock.sqlNow()
  const found = await findNeighbours(tx, userId, findFundings)
  const me = found.accountOf(userId)
  const known = await findPairs(tx, userId)
  const before = new Map(known.map((pair) => [keyOf(pair), pair]))
  const pairs = found.others.flatMap((otherId): NewPair[] => {
    const { score, reasons } = relatednessOf(sharedSignals(me, found.accountOf(otherId), found.holders, found.payers))
    if (score < KEPT_AT) return []
    const [aId, bId] = inOrder(userId, otherId)
    const was = before.get(keyOf({ aId, bId }))
    const isAgain = was?.clearedKinds != null && pointsBeside(reasons, was.clearedKinds) >= RELATED_AT
    const isRelated = score >= RELATED_AT && (was?.clearedAt == null || isAgain)
    return [{ aId, bId, score, reasons, isRelated, isAgain }]
  })
  const after = new Map(pairs.map((pair) => [keyOf(pair), pair]))
  const gone = known.filter((pair) => !after.has(keyOf(pair)))
  await upsertPairs(tx, pairs, now)
  await deleteAppealsOf(
    tx,
    pairs.filter(({ isAgain }) => isAgain),
  )
  await deletePairs(tx, gone)
  const touched = new Map([...known, ...pairs].map((pair) => [keyOf(pair), pair]))
  const differing = (what: (pair: Pick<NewPair, 'reasons' | 'isRelated'>) => boolean) =>
    [...touched].flatMap(([key, pair]) => {
      const [one, other] = [before.get(key), after.get(key)]
      return (one ? what(one) : false) === (other ? what(other) : false) ? [] : pair
    })
  if (differing(({ isRelated }) => isRelated).length > 0) await raiseRevision(tx)
  // What one of them pays counts, or no longer counts, between the other and third accounts.
  const tied = differing(({ reasons }) => areTies(reasons))
  const others = tied.map(({ aId, bId }) => (aId === userId ? bId : aId))
  await insertQueued(tx, others, now)
  return tellPairs(
    ctx,
    tx,
    pairs.filter(({ isRelated }) => isRelated),
  )
}

const inOrder = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one])
const keyOf = ({ aId, bId }: { aId: string; bId: string }) => `${aId}/${bId}`

/** Returns the points of evidence of other kinds than those an admin knew. */
const pointsBeside = (reasons: readonly Reason[], kinds: readonly string[]): number =>
  reasons.reduce((total, { kind, points }) => total + (kinds.includes(kind) ? 0 : points), 0)

interface Neighbours {
  others: string[]
  accountOf: (userId: string) => Account
  holders: Holders
  payers: PayerAccounts
}

async function findNeighbours(tx: Tx, userId: string, findFundings: FundingSource | undefined): Promise<Neighbours> {
  const mates = await findMates(tx, userId, MAX_COMPARED)
  const paid = (await findFundings?.(tx, userId, MAX_HOLDERS)) ?? { payments: [], accounts: new Map<string, number>() }
  const telling = mates.filter(({ kind, total }) => kind !== 'address' || total <= MAX_HOLDERS)
  const ids = new Set([
    userId,
    ...telling.flatMap(({ ids: others }) => others),
    ...(await findWalletMates(tx, userId)),
    ...paid.payments.map((payment) => payment.userId),
  ])
  const payerIds = new Set(paid.payments.map(({ payerId }) => payerId))
  const all = [...new Set([...ids, ...payerIds])]
  const traces = Map.groupBy(await findTraces(tx, all), (trace) => trace.userId)
  const addresses = Map.groupBy(await findWallets(tx, all), (wallet) => wallet.userId)
  const fundings = Map.groupBy(paid.payments, (payment) => payment.userId)
  const totals = new Map(mates.map(({ kind, value, total }) => [`${kind}/${value}`, total]))
  for (const [payer, total] of paid.accounts) totals.set(`funder/${payer}`, total)
  const payerDevices = [...payerIds].flatMap((id) => (traces.get(id) ?? []).filter(({ kind }) => kind === 'device'))
  const unknown = new Set(payerDevices.map(({ value }) => value).filter((value) => !totals.has(`device/${value}`)))
  for (const { value, total } of await findHolders(tx, [...unknown], MAX_COMPARED)) totals.set(`device/${value}`, total)
  const accounts = new Map(
    all.map((id): [string, Account] => [
      id,
      {
        traces: traces.get(id) ?? [],
        fundings: fundings.get(id) ?? [],
        wallets: (addresses.get(id) ?? []).map(({ address }) => address),
      },
    ]),
  )
  const accountOf = (id: string) => accounts.get(id) as Account
  const byPayer = Map.groupBy(paid.payments, ({ payer }) => payer)
  return {
    others: [...ids].filter((id) => id !== userId),
    accountOf,
    holders: (kind, value) => totals.get(`${kind}/${value}`) ?? 1,
    payers: (payer) => [...new Set((byPayer.get(payer) ?? []).map(({ payerId }) => payerId))].map(accountOf),
  }
}
