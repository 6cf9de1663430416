import { AppError } from '#platform/app-error'
import type { Clock } from '#platform/clock'
import type { Tx } from '#platform/db/db'
import { type AccountRef, DEBT_KINDS, HOUSE_ID, isBattleAccount } from './accounts.ts'
import {
  ByAccount,
  checkResolutions,
  debtKey,
  type Hold,
  type PlannedTransfer,
  PostingRefused,
  planPosting,
  sameTransfer,
  type Transfer,
} from './rules.ts'
import {
  findHouseAccounts,
  findTransfers,
  insertHolds,
  insertResolutions,
  insertTransfers,
  lockHolds,
  lockUserAccounts,
} from './store.ts'

export type PostOutcome = 'posted' | 'already-posted'

/**
 * Posts transfers in the caller's transaction, in order, all or none. Value moves in no other way. Returns an outcome
 * for each; a transfer with a known key is not written again. Throws BALANCE_TOO_LOW, IN_DEBT for a debtor, and
 * PostingRefused for any other refusal, which is a bug. After a throw the transaction must be rolled back. Call it once
 * per transaction: a second posting would take its locks out of order.
 */
export async function postTransfers(tx: Tx, clock: Clock, transfers: readonly Transfer[]): Promise<PostOutcome[]> {
  if (transfers.length === 0) return []
  // Every posting locks holds first, then accounts, each in id order.
  const holdIds = unique(transfers.flatMap(({ resolvesHold }) => resolvesHold ?? []))
  const holds = holdIds.length === 0 ? [] : await lockHolds(tx, holdIds)
  const accounts = await lockAccounts(
    tx,
    transfers.flatMap(({ from, to }) => [from, to]),
  )
  return postLocked(tx, clock, { transfers, accounts, holds })
}

/** Locked accounts, for decisions that depend on their balances. */
export interface Posting {
  balanceOf(ref: AccountRef): number
  /** Returns whether the owner can't spend; for locked accounts. */
  isInDebt(ownerId: string): boolean
  post(transfers: readonly Transfer[]): Promise<PostOutcome[]>
  /** Posts transfers with keys that can't have been used: looks none up; a used one fails the transaction. */
  postNew(transfers: readonly Transfer[]): Promise<void>
}

/** Locks accounts until the transaction ends, once in it. `holdIds` are holds it may resolve. */
export async function lockForPosting(
  tx: Tx,
  clock: Clock,
  refs: readonly AccountRef[],
  holdIds: readonly string[] = [],
): Promise<Posting> {
  const holds = holdIds.length === 0 ? [] : await lockHolds(tx, holdIds)
  const accounts = await lockAccounts(tx, refs)
  return {
    balanceOf: (ref) => accounts.get(ref)?.balance ?? 0,
    isInDebt: (ownerId) => DEBT_KINDS.some((kind) => (accounts.get({ ownerId, kind })?.balance ?? 0) < 0),
    post: (transfers) => postLocked(tx, clock, { transfers, accounts, holds }),
    async postNew(transfers) {
      refuseRepeatedKeys(transfers)
      await writeFresh(tx, clock, { transfers, accounts, holds })
    },
  }
}

interface LockedPosting {
  transfers: readonly Transfer[]
  accounts: ByAccount
  holds: readonly Hold[]
}

async function postLocked(tx: Tx, clock: Clock, { transfers, accounts, holds }: LockedPosting): Promise<PostOutcome[]> {
  if (transfers.length === 0) return []
  refuseRepeatedKeys(transfers)
  // A separate statement after the locks, since only then does it see what a concurrent retry has committed.
  const fresh = await withoutKnown(tx, transfers, accounts)
  await writeFresh(tx, clock, { transfers: fresh, accounts, holds })
  const written = new Set(fresh.map(({ key }) => key))
  return transfers.map(({ key }) => (written.has(key) ? 'posted' : 'already-posted'))
}

async function writeFresh(tx: Tx, clock: Clock, { transfers, accounts, holds }: LockedPosting): Promise<void> {
  if (transfers.length === 0) return
  // Checked before the balances, so that a resolved hold is not reported as a low balance.
  const leaving = transfers
    .filter(({ resolvesHold }) => resolvesHold !== undefined)
    .map((transfer) => ({ ...transfer, fromId: idOf(accounts, transfer.from) }))
  const resolved = checkResolutions(leaving, new Map(holds.map((hold) => [hold.id, hold])))
  await write(tx, clock, plannedOrRefused(transfers, accounts), resolved)
}

const unique = (values: readonly string[]) => [...new Set(values)]

function refuseRepeatedKeys(transfers: readonly Transfer[]): void {
  if (new Set(transfers.map(({ key }) => key)).size !== transfers.length) {
    throw new PostingRefused('invalid-transfer', 'a posting names one key twice')
  }
}

async function lockAccounts(tx: Tx, wanted: readonly AccountRef[]): Promise<ByAccount> {
  const refs = new ByAccount(wanted).all()
  const tracked = refs.filter(({ ownerId }) => ownerId !== HOUSE_ID)
  const house = tracked.length < refs.length ? await findHouseAccounts(tx) : []
  const locked = tracked.length === 0 ? [] : await lockUserAccounts(tx, [...tracked, ...debtsOf(tracked)])
  return new ByAccount([...house, ...locked])
}

/** Returns the debt accounts of the users among the owners; battles have no debts. */
const debtsOf = (refs: readonly AccountRef[]): AccountRef[] =>
  unique(refs.flatMap((ref) => (isBattleAccount(ref) ? [] : ref.ownerId))).flatMap((ownerId) =>
    DEBT_KINDS.map((kind) => ({ ownerId, kind })),
  )

/** Returns the account's id, or 0, which is no account's id. */
const idOf = (accounts: ByAccount, ref: AccountRef) => accounts.get(ref)?.id ?? 0

async function withoutKnown(tx: Tx, transfers: readonly Transfer[], accounts: ByAccount) {
  const found = await findTransfers(
    tx,
    transfers.flatMap(({ key, overdraws }) => (overdraws ? [key, debtKey(key)] : [key])),
  )
  const known = new Map(found.map((transfer) => [transfer.key, transfer]))
  return transfers.filter((transfer) => {
    // An overdrawing transfer was cut to the balance when it was written.
    if (transfer.overdraws && (known.has(transfer.key) || known.has(debtKey(transfer.key)))) return false
    const twin = known.get(transfer.key)
    if (!twin) return true
    const ids = { fromId: idOf(accounts, transfer.from), toId: idOf(accounts, transfer.to) }
    if (!sameTransfer(twin, { ...transfer, ...ids })) {
      throw new PostingRefused('key-reused', `${transfer.key} was already used for another transfer`)
    }
    return false
  })
}

function plannedOrRefused(transfers: readonly Transfer[], accounts: ByAccount): PlannedTransfer[] {
  try {
    return planPosting(transfers, accounts)
  } catch (error) {
    if (error instanceof PostingRefused && error.reason === 'balance-too-low') throw new AppError('BALANCE_TOO_LOW')
    if (error instanceof PostingRefused && error.reason === 'in-debt') throw new AppError('IN_DEBT')
    throw error
  }
}

async function write(tx: Tx, clock: Clock, planned: readonly PlannedTransfer[], resolved: string[]): Promise<void> {
  const now = clock.sqlNow()
  const opened = planned.flatMap(({ opensHold, toId, amount }) =>
    opensHold === undefined ? [] : [{ id: opensHold, accountId: toId, amount }],
  )
  if (opened.length > 0) await insertHolds(tx, opened, now)
  if (resolved.length > 0) await insertResolutions(tx, resolved, now)
  await insertTransfers(tx, planned, now)
}
