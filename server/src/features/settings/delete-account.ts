import type { Answer } from '@aura/api/calls'
import type { Unfinished } from '@aura/api/calls/settings'
import { MICROS_PER_USDC, STEEZE_VALUE_MICROS } from '@aura/api/money'
import type { Proof } from '@aura/api/proof'
import { proveFresh, requireFresh } from '#features/auth'
import {
  type BattleChange,
  countPending,
  endPendingWithAccount,
  findUnfinishedBattles,
  lockPending,
  publishChanges,
  stakeReturns,
} from '#features/battles'
import { recordIdentity } from '#features/identities'
import {
  type AccountRef,
  balancesOf,
  debtOf,
  houseAccount,
  lockForPosting,
  type Posting,
  type Transfer,
  userAccount,
} from '#features/ledger'
import { keepLearning } from '#features/lessons'
import { findCurrentUsername, goneUsername, lockPerson } from '#features/profile'
import { findLinkedAccounts } from '#features/providers'
import { findOpenRedemptions } from '#features/steeze'
import { lockLearner } from '#features/streak'
import { findSuspension } from '#features/suspension'
import { findBoundWallets, lockWallets } from '#features/wallets'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import { deleteHeld, findTopics } from './personal-store.ts'
import { personalTables } from './personal-tables.ts'

/** Returns the obstacles to the deletion, and what would be forfeited. */
export async function deletionOutlook(ctx: Context, userId: string): Promise<Answer<'GET /api/user/deletion'>> {
  const unfinished = await findUnfinished(ctx.db, userId)
  const { staked, ...pending } = await countPending(ctx.db, userId)
  const balances = await balancesOf(ctx.db, userId)
  return {
    unfinished,
    frozen: (await findSuspension(ctx.db, userId, 'redeeming'))?.reason ?? null,
    pending,
    forfeited: {
      auraPoints: balances.ap_available + afterDebt(staked, await debtOf(ctx.db, userId, 'ap_debt')),
      purchasedSteeze: balances.steeze_purchased,
      earnedSteeze: balances.steeze_earned,
      usdc: (balances.steeze_earned * STEEZE_VALUE_MICROS) / MICROS_PER_USDC,
    },
  }
}

/**
 * Deletes an account permanently: no one can sign in, no page shows the user, and the username is free. Aura Points
 * return to their source; Steeze is forfeited and stays covered on chain. Data that the ledger and others' receipts
 * need stays under a placeholder name. Pending challenges are withdrawn or rejected, stakes returned, and the other
 * side notified. Learning, debts, and what restricts the person, are kept for a return with the same wallet or linked
 * account. Throws
 * DELETION_NOT_CONFIRMED unless `confirmation` is the username, FRESH_SIGN_IN_REQUIRED unless the account's wallet has
 * just signed for it (or a passkey or linked account confirmed it, without a wallet), REDEMPTION_FROZEN while redemptions are frozen, which a new
 * account would not be, and ACCOUNT_IN_USE, with the obstacles, while accepted or live battles, gifts or redemptions
 * are open; nothing changes then.
 */
export async function deleteAccount(
  ctx: Context,
  features: readonly Feature[],
  {
    userId,
    confirmation,
    proof,
    browserHash,
  }: {
    userId: string
    confirmation: string
    proof: Proof | undefined
    browserHash: Uint8Array
  },
): Promise<void> {
  // Checked first, so that a typo does not cost a signature.
  refuseUnconfirmed(confirmation, await findCurrentUsername(ctx.db, userId))
  const fresh = { userId, purpose: 'delete-account', browserHash } as const
  const confirmed = { confirmation, fresh, proven: await proveFresh(ctx, { ...fresh, proof }) }
  let done: Deleted | undefined
  // Each further attempt includes a challenge created during the previous one.
  for (let attempt = 0; !done && attempt < MAX_ATTEMPTS; attempt++)
    done = await tryToDelete(ctx, features, userId, confirmed)
  if (!done) throw new Error('challenges were made faster than an account could be deleted')
  for (const topic of [`sessions:${userId}`, `user:${userId}`, 'battles']) ctx.live.changed(topic)
  publishChanges(ctx, done.changes)
  for (const id of done.changedUsers) ctx.live.changed(`user:${id}`)
  for (const topic of done.topics) ctx.live.changed(topic)
}

const MAX_ATTEMPTS = 10

interface Deleted {
  changes: readonly BattleChange[]
  changedUsers: readonly string[]
  topics: readonly string[]
}

interface Confirmed {
  confirmation: string
  fresh: Omit<Parameters<typeof requireFresh>[2], 'proven'>
  proven: Parameters<typeof requireFresh>[2]['proven']
}

/** Tries the deletion. Returns undefined, with nothing changed, if a challenge was created meanwhile. */
const tryToDelete = (
  ctx: Context,
  features: readonly Feature[],
  userId: string,
  { confirmation, fresh, proven }: Confirmed,
): Promise<Deleted | undefined> =>
  ctx.db.tx(async (tx) => {
    const pending = await lockPending(tx, userId)
    if (!pending) return undefined
    const person = await lockPerson(tx, userId)
    refuseUnconfirmed(confirmation, person?.username)
    // Former wallets are locked too, because a payment by one of them may be about to be credited.
    await lockWallets(tx, await findBoundWallets(tx, userId))
    await requireFresh(ctx, tx, { ...fresh, proven })
    const freeze = await findSuspension(tx, userId, 'redeeming')
    if (freeze) {
      throw new AppError('REDEMPTION_FROZEN', {
        message: `You can delete your account once your redemptions are unfrozen. They are frozen because: ${freeze.reason}`,
      })
    }
    await lockLearner(tx, userId)
    const returns = stakeReturns(pending, userId)
    const posting = await lockForPosting(
      tx,
      ctx.clock,
      [...accountsOf(userId), ...returns.flatMap(({ from, to }) => [from, to])],
      returns.flatMap(({ resolvesHold }) => resolvesHold ?? []),
    )
    // Read after the locks, so that changes committed while waiting count.
    const unfinished = await findUnfinished(tx, userId)
    const returned = returns.filter(({ to }) => to.ownerId === userId).reduce((sum, { amount }) => sum + amount, 0)
    if (isUnfinished(unfinished) || heldBy(posting, userId) > returned) {
      throw new AppError('ACCOUNT_IN_USE', { data: { unfinished } })
    }
    await posting.post([...returns, ...closing(posting, userId, returned)])
    await recordIdentities(ctx, tx, userId)
    await keepLearning(tx, userId)
    const topics = await findTopics(tx, personalTables(features), userId)
    const changedUsers = await erase(ctx, tx, features, userId)
    // Runs after the erasure, so that these notifications use the placeholder name.
    return { changes: await endPendingWithAccount(ctx, tx, userId), changedUsers, topics }
  })

const findUnfinished = async (db: Queryable, userId: string): Promise<Unfinished> => ({
  ...(await findUnfinishedBattles(db, userId)),
  redemptions: await findOpenRedemptions(db, userId),
})

/** Records identities that were proved before they were recorded at once. */
async function recordIdentities(ctx: Context, tx: Tx, userId: string): Promise<void> {
  for (const wallet of await findBoundWallets(tx, userId)) await recordIdentity(ctx, tx, userId, { wallet })
  for (const account of await findLinkedAccounts(tx, userId)) await recordIdentity(ctx, tx, userId, account)
}

async function erase(ctx: Context, tx: Tx, features: readonly Feature[], userId: string): Promise<string[]> {
  await deleteHeld(tx, personalTables(features), userId)
  const changedUsers: string[] = []
  for (const feature of features) {
    changedUsers.push(...((await feature.erase?.(ctx, tx, { userId, username: goneUsername(userId) })) ?? []))
  }
  return [...new Set(changedUsers)].filter((id) => id !== userId)
}

function refuseUnconfirmed(confirmation: string, username: string | undefined): void {
  if (username === undefined) throw new AppError('UNAUTHORIZED')
  if (confirmation.trim().toLowerCase() !== username) throw new AppError('DELETION_NOT_CONFIRMED')
}

const isUnfinished = ({ battles, gifts, redemptions }: Unfinished) =>
  battles.length + gifts.length + redemptions.length > 0

const SPENDABLE = ['ap_available', 'steeze_purchased', 'steeze_earned'] as const
const HELD = ['ap_held', 'steeze_held'] as const

const accountsOf = (userId: string): AccountRef[] => [
  ...[...SPENDABLE, ...HELD].map((kind) => userAccount(userId, kind)),
  houseAccount('ap_issued'),
  houseAccount('steeze_forfeited'),
]

const heldBy = (posting: Posting, userId: string) =>
  HELD.reduce((sum, kind) => sum + posting.balanceOf(userAccount(userId, kind)), 0)

/** Returns the rest of a returned stake, which first repays the owner's debt. */
const afterDebt = (returned: number, debt: number) => Math.max(0, returned - debt)

/** Returns transfers of the remaining balances to the house, with what `returned` AP leave after a debt. */
const closing = (posting: Posting, userId: string, returned: number): Transfer[] =>
  SPENDABLE.map((kind) => ({
    key: `account-closed/${userId}/${kind}`,
    kind: 'account_closed' as const,
    ignoresDebt: true,
    reference: userId,
    from: userAccount(userId, kind),
    to: houseAccount(kind === 'ap_available' ? 'ap_issued' : 'steeze_forfeited'),
    amount:
      posting.balanceOf(userAccount(userId, kind)) +
      (kind === 'ap_available' ? afterDebt(returned, -posting.balanceOf({ ownerId: userId, kind: 'ap_debt' })) : 0),
  })).filter(({ amount }) => amount > 0)
