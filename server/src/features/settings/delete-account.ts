import type { Answer } from '@aura/api/calls'
import { MICROS_PER_USDC, STEEZE_VALUE_MICROS } from '@aura/api/money'
import type { Unfinished } from '@aura/api/settings'
import { lockContenders } from '#features/battles/public'
import {
  type AccountRef,
  balancesOf,
  beginPosting,
  houseAccount,
  type Posting,
  type Transfer,
  userAccount,
} from '#features/ledger/public'
import { goneUsername } from '#features/profile/public'
import { findUserWallet, lockWallets } from '#features/wallets/public'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { findUnfinished, forgetPerson, lockLearnerRow, lockPerson } from './deletion-store.ts'

/** What keeps a person's account from being deleted, and what would be forfeited with it. */
export async function deletionOutlook(ctx: Context, userId: string): Promise<Answer<'GET /api/user/deletion'>> {
  const unfinished = await findUnfinished(ctx.db, userId)
  const balances = await balancesOf(ctx.db, userId)
  return {
    unfinished,
    forfeited: {
      auraPoints: balances.ap_available,
      purchasedSteeze: balances.steeze_purchased,
      earnedSteeze: balances.steeze_earned,
      usdc: (balances.steeze_earned * STEEZE_VALUE_MICROS) / MICROS_PER_USDC,
    },
  }
}

/**
 * Deletes an account for good: nobody signs in to it again, nothing shows the person any more, and their username is
 * free. Aura Points go back to where they came from, Steeze stays forfeited and covered on chain. What the ledger and
 * others' receipts are made of stays, under a name that is nobody's.
 *
 * Throws DELETION_NOT_CONFIRMED unless `confirmation` is the username, and ACCOUNT_IN_USE, with what is in the way, while
 * battles, gifts or redemptions are open; nothing changes then.
 */
export async function deleteAccount(
  ctx: Context,
  { userId, confirmation }: { userId: string; confirmation: string },
): Promise<void> {
  const changed = await ctx.db.tx(async (tx) => {
    await lockContenders(tx, [userId])
    const username = await lockPerson(tx, userId)
    if (username === undefined) throw new AppError('UNAUTHORIZED')
    if (confirmation.trim().toLowerCase() !== username) throw new AppError('DELETION_NOT_CONFIRMED')
    const wallet = await findUserWallet(tx, userId)
    if (wallet !== undefined) await lockWallets(tx, [wallet])
    await lockLearnerRow(tx, userId)
    const posting = await beginPosting(tx, ctx.clock, accountsOf(userId))
    // Only now: what came while the locks were waited for counts.
    const unfinished = await findUnfinished(tx, userId)
    if (isUnfinished(unfinished) || isHolding(posting, userId)) {
      throw new AppError('ACCOUNT_IN_USE', { data: { unfinished } })
    }
    await posting.post(closing(posting, userId))
    return forgetPerson(tx, { userId, username: goneUsername(userId), now: ctx.clock.sqlNow() })
  })
  for (const topic of [`sessions:${userId}`, `user:${userId}`, 'battles']) ctx.live.changed(topic)
  for (const id of changed) ctx.live.changed(`user:${id}`)
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

const isHolding = (posting: Posting, userId: string) =>
  HELD.some((kind) => posting.balanceOf(userAccount(userId, kind)) > 0)

/** Everything a person has left goes to the house. */
const closing = (posting: Posting, userId: string): Transfer[] =>
  SPENDABLE.map((kind) => ({
    key: `account-closed/${userId}/${kind}`,
    kind: 'account_closed' as const,
    reference: userId,
    from: userAccount(userId, kind),
    to: houseAccount(kind === 'ap_available' ? 'ap_issued' : 'steeze_forfeited'),
    amount: posting.balanceOf(userAccount(userId, kind)),
  })).filter(({ amount }) => amount > 0)
