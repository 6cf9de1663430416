import type { Answer } from '@aura/api/calls'
import type { Unfinished } from '@aura/api/calls/settings'
import { MICROS_PER_USDC, STEEZE_VALUE_MICROS } from '@aura/api/money'
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
import {
  type AccountRef,
  balancesOf,
  houseAccount,
  lockForPosting,
  type Posting,
  type Transfer,
  userAccount,
} from '#features/ledger'
import { type Identity, keepLearning, lockLearner } from '#features/lessons'
import { findUsernames, goneUsername, lockPerson } from '#features/profile'
import { findOpenRedemptions } from '#features/steeze'
import { findBoundWallets, findUserWallet, lockWallets } from '#features/wallets'
import { findXAccount } from '#features/x'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import { deleteHeld } from './personal-store.ts'
import { personalTables } from './personal-tables.ts'

/** What keeps a person's account from being deleted, and what would be forfeited with it. */
export async function deletionOutlook(ctx: Context, userId: string): Promise<Answer<'GET /api/user/deletion'>> {
  const unfinished = await findUnfinished(ctx.db, userId)
  const { staked, ...pending } = await countPending(ctx.db, userId)
  const balances = await balancesOf(ctx.db, userId)
  return {
    unfinished,
    pending,
    forfeited: {
      auraPoints: balances.ap_available + staked,
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
 * Challenges without an answer are withdrawn or rejected, their stakes go back, and the other side is told. What the owner
 * learned is kept under a keyed hash, for whoever comes back with the same wallet or X account.
 *
 * Throws DELETION_NOT_CONFIRMED unless `confirmation` is the username, FRESH_SIGN_IN_REQUIRED unless the account's wallet
 * has just signed for it (or X confirmed it, where there is no wallet), and ACCOUNT_IN_USE, with what is in the way, while
 * accepted or live battles, gifts or redemptions are open; nothing changes then.
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
    proof: { message: string; signature: string } | undefined
    browserHash: Uint8Array
  },
): Promise<void> {
  // A slip of the keyboard should not cost a signature.
  refuseUnconfirmed(confirmation, (await findUsernames(ctx.db, [userId])).get(userId))
  const fresh = { userId, purpose: 'delete-account', browserHash } as const
  const confirmed = { confirmation, fresh, freshWallet: await proveFresh(ctx, { ...fresh, proof }) }
  let done: Deleted | undefined
  // Each further attempt takes along a challenge that was made during the one before.
  for (let attempt = 0; !done && attempt < MAX_ATTEMPTS; attempt++)
    done = await tryToDelete(ctx, features, userId, confirmed)
  if (!done) throw new Error('challenges were made faster than an account could be deleted')
  for (const topic of [`sessions:${userId}`, `user:${userId}`, 'battles']) ctx.live.changed(topic)
  publishChanges(ctx, done.changes)
  for (const id of done.told) ctx.live.changed(`user:${id}`)
}

const MAX_ATTEMPTS = 10

interface Deleted {
  /** The challenges that ended with the account. */
  changes: readonly BattleChange[]
  /** Live topics to refresh. */
  told: readonly string[]
}

/** The typed confirmation and the fresh proof. */
interface Confirmed {
  confirmation: string
  fresh: Omit<Parameters<typeof requireFresh>[2], 'wallet'>
  freshWallet: string | undefined
}

/** Returns undefined, and has changed nothing, when a challenge was made meanwhile. */
const tryToDelete = (
  ctx: Context,
  features: readonly Feature[],
  userId: string,
  { confirmation, fresh, freshWallet }: Confirmed,
): Promise<Deleted | undefined> =>
  ctx.db.tx(async (tx) => {
    const pending = await lockPending(tx, userId)
    if (!pending) return undefined
    const username = await lockPerson(tx, userId)
    refuseUnconfirmed(confirmation, username)
    const wallet = await findUserWallet(tx, userId)
    if (wallet !== undefined) await lockWallets(tx, [wallet])
    await requireFresh(ctx, tx, { ...fresh, wallet: freshWallet })
    await lockLearner(tx, userId)
    const returns = stakeReturns(pending, userId)
    const posting = await lockForPosting(
      tx,
      ctx.clock,
      [...accountsOf(userId), ...returns.flatMap(({ from, to }) => [from, to])],
      returns.flatMap(({ resolvesHold }) => resolvesHold ?? []),
    )
    // Only now: what came while the locks were waited for counts.
    const unfinished = await findUnfinished(tx, userId)
    const returned = returns.filter(({ to }) => to.ownerId === userId).reduce((sum, { amount }) => sum + amount, 0)
    if (isUnfinished(unfinished) || heldBy(posting, userId) > returned) {
      throw new AppError('ACCOUNT_IN_USE', { data: { unfinished } })
    }
    await posting.post([...returns, ...closing(posting, userId, returned)])
    await keepLearning(ctx, tx, { userId, identities: await findIdentities(tx, userId) })
    const told = await erase(ctx, tx, features, userId)
    // After everything that names the person is gone: this says the name they have now.
    return { changes: await endPendingWithAccount(ctx, tx, pending, userId), told }
  })

/** Returns what a person has in progress: battles, gifts that battles hold, and redemptions. */
const findUnfinished = async (db: Queryable, userId: string): Promise<Unfinished> => ({
  ...(await findUnfinishedBattles(db, userId)),
  redemptions: await findOpenRedemptions(db, userId),
})

/** Returns every way to sign in a person has or had, but for wallets that are somebody else's now. */
async function findIdentities(db: Queryable, userId: string): Promise<Identity[]> {
  const wallets = await findBoundWallets(db, userId)
  const x = await findXAccount(db, userId)
  return [...wallets.map((wallet) => ({ wallet })), ...(x ? [{ xId: x.xId }] : [])]
}

/**
 * Erases a person: how they sign in, what they learned, wrote and were told, and their name in what others were told.
 * What the ledger, the battles' receipts and the chain need stays, under a name that is nobody's. Returns who else has
 * something else on their pages now.
 */
async function erase(ctx: Context, tx: Tx, features: readonly Feature[], userId: string): Promise<string[]> {
  await deleteHeld(tx, personalTables(features), userId)
  const told: string[] = []
  for (const feature of features) {
    told.push(...((await feature.erase?.(ctx, tx, { userId, username: goneUsername(userId) })) ?? []))
  }
  return [...new Set(told)].filter((id) => id !== userId)
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

/** Everything a person has left goes to the house, with the AP that were just `returned` to them. */
const closing = (posting: Posting, userId: string, returned: number): Transfer[] =>
  SPENDABLE.map((kind) => ({
    key: `account-closed/${userId}/${kind}`,
    kind: 'account_closed' as const,
    ignoresDebt: true,
    reference: userId,
    from: userAccount(userId, kind),
    to: houseAccount(kind === 'ap_available' ? 'ap_issued' : 'steeze_forfeited'),
    amount: posting.balanceOf(userAccount(userId, kind)) + (kind === 'ap_available' ? returned : 0),
  })).filter(({ amount }) => amount > 0)
