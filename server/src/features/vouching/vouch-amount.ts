import type { Answer } from '@aura/api/calls'
import type { VouchOfUser } from '@aura/api/calls/vouching'
import { MICROS_PER_USDC } from '@aura/api/money'
import { PEOPLE_RULES } from '@aura/api/rules/people'
import { VOUCH_RULES } from '@aura/api/rules/vouching'
import { auraVouchAbi } from '@aura/contracts/abi'
import { refuseBlocked } from '#features/follows'
import { findUsernames, personExists } from '#features/profile'
import { areRelated } from '#features/related-accounts'
import { couldReturn } from '#features/trust'
import { findIneligible, findUserWallet } from '#features/wallets'
import { AppError } from '#platform/app-error'
import type { Chain } from '#platform/chain/chain'
import { contractsOf, exactAmount, orUnavailable, readContract } from '#platform/chain/contracts'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { findDirection } from './pair-cap.ts'
import { findPaymentsBetween } from './payments-store.ts'
import { PAIR_CAP_MICROS } from './rules.ts'
import { findVouchesOf, sumAwardedSince, sumPair, sumReceived, sumVouches } from './store.ts'

type VouchStats = Answer<'GET /api/vouch/stats/:id'>

async function requireUsers(ctx: Context, ...ids: string[]): Promise<void> {
  const found = await findUsernames(ctx.db, ids)
  if (ids.some((id) => !found.has(id))) throw new AppError('USER_NOT_FOUND')
}

/** Returns the micro-USDC one address has vouched for another; the contract allows at most 100 USDC. */
async function vouchedMicros(chain: Chain, voucher: string, target: string): Promise<number> {
  const { vouch } = contractsOf(chain)
  const args = [voucher, target]
  return exactAmount(await readContract(chain, { to: vouch, abi: auraVouchAbi, functionName: 'vouchedAmount', args }))
}

export async function vouchAmount(
  ctx: Context,
  { voucherId, vouchedId, viewerId }: { voucherId: string; vouchedId: string; viewerId: string },
): Promise<Answer<'GET /api/vouch/amount/:voucherId/:vouchedId'>> {
  if (voucherId === vouchedId) throw new AppError('VOUCH_FOR_ONESELF')
  await requireUsers(ctx, voucherId, vouchedId)
  const [voucher, target] = [await findUserWallet(ctx.db, voucherId), await findUserWallet(ctx.db, vouchedId)]
  // Only the voucher gets the reason, so that a block or a suspension stays private.
  if (viewerId === voucherId) {
    await refuseBlocked(ctx.db, { userId: voucherId, otherId: vouchedId }, 'PERSON_UNAVAILABLE')
    // The USDC would arrive and award nothing. Without a wallet no USDC can be sent.
    if (target && (await findIneligible(ctx, ctx.db, [vouchedId])).size > 0) throw new AppError('PERSON_UNAVAILABLE')
  }
  const pair = { voucherId, targetId: vouchedId }
  const own = await sumPair(ctx.db, pair)
  const { ofAccounts, uncounted, auraLeftToday, dayEndsAt } = await vouchRoom(ctx, pair)
  const remaining = async () => {
    if (!voucher || !target) return ofAccounts
    return Math.min(ofAccounts, PAIR_CAP_MICROS - (await orUnavailable(vouchedMicros(ctx.chain, voucher, target))))
  }
  // The contract takes whole USDC only.
  const remainingAmount = Math.max(0, Math.floor((await remaining()) / MICROS_PER_USDC))
  return {
    totalVouchedAmount: own.usdcMicros / MICROS_PER_USDC,
    remainingAmount,
    canVouchMore: remainingAmount >= 1 && voucher !== undefined && target !== undefined && auraLeftToday > 0,
    vouchCount: own.count,
    isRelated: viewerId === voucherId && (await areRelated(ctx.db, voucherId, vouchedId)),
    uncountedAmount: uncounted / MICROS_PER_USDC,
    auraLeftToday,
    dayEndsAt: dayEndsAt.toISOString(),
    receivedLately: await receivedLately(ctx, { voucherId, vouchedId }),
  }
}

/**
 * Returns what may still be vouched, without asking the chain: micro-USDC by what both people's accounts vouched before,
 * of which the first `uncounted` bring no AP, and the AP that the target can still earn this UTC day.
 */
export async function vouchRoom(ctx: Context, pair: { voucherId: string; targetId: string }) {
  const { counted, uncounted } = await findDirection(ctx.db, pair)
  return { ofAccounts: uncounted + PAIR_CAP_MICROS - counted, uncounted, ...(await leftToday(ctx, pair.targetId)) }
}

const DAY_MS = 86_400_000

/** Returns the whole USDC that a vouch back would cancel in Trust, of what the other vouched lately. */
async function receivedLately(ctx: Context, { voucherId, vouchedId }: { voucherId: string; vouchedId: string }) {
  const today = Math.floor((await databaseTime(ctx.db, ctx.clock)).getTime() / DAY_MS)
  const between = { chainId: ctx.chain.id, one: voucherId, other: vouchedId }
  const payments = await findPaymentsBetween(ctx.db, between)
  return Math.floor(couldReturn(payments, voucherId, today) / MICROS_PER_USDC)
}

/** Returns the AP a target can still earn from vouches this UTC day, and when the next day begins. */
async function leftToday(ctx: Context, targetId: string): Promise<{ auraLeftToday: number; dayEndsAt: Date }> {
  const now = await databaseTime(ctx.db, ctx.clock)
  const dayMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const awarded = await sumAwardedSince(ctx.db, targetId, new Date(dayMs))
  return { auraLeftToday: Math.max(0, VOUCH_RULES.dailyAp - awarded), dayEndsAt: new Date(dayMs + DAY_MS) }
}

export async function vouchStats(ctx: Context, userId: string): Promise<VouchStats> {
  await requireUsers(ctx, userId)
  return vouchStatsOf(ctx.db, userId)
}

/** Returns the same for a user known to exist. */
export async function vouchStatsOf(db: Queryable, userId: string): Promise<VouchStats> {
  const totals = await sumVouches(db, userId)
  return {
    vouchesReceived: totals.vouchesReceived,
    totalUsdcReceived: totals.receivedMicros / MICROS_PER_USDC,
    vouchesGiven: totals.vouchesGiven,
    totalUsdcGiven: totals.givenMicros / MICROS_PER_USDC,
  }
}

/** Returns what each user received, in order. */
export async function receivedBy(db: Queryable, userIds: readonly string[]) {
  const rows = await sumReceived(db, userIds)
  return rows.map(({ count, micros }) => ({ totalUsdtEarned: micros / MICROS_PER_USDC, totalVouchesReceived: count }))
}

/** Returns the newest vouches a user received, or gave. Throws USER_NOT_FOUND. */
export async function vouchesOf(
  ctx: Context,
  id: string,
  { direction, viewerId }: { direction: 'received' | 'given'; viewerId: string },
): Promise<VouchOfUser[]> {
  if (!(await personExists(ctx.db, id))) throw new AppError('USER_NOT_FOUND')
  const wanted = { userId: id, direction, viewerId, limit: PEOPLE_RULES.profileRows }
  const rows = await findVouchesOf(ctx.db, wanted, await databaseTime(ctx.db, ctx.clock))
  return rows.map((row) => ({
    transactionHash: row.txHash,
    other: {
      id: row.otherId,
      username: row.otherName,
      profileImageUrl: row.otherImage,
      currentStreak: row.otherStreak,
    },
    usdc: row.usdcMicros / MICROS_PER_USDC,
    auraAwarded: row.auraAwarded,
    vouchedAt: row.vouchedAt.toISOString(),
    words: row.wordsId === null || row.text === null ? null : { id: row.wordsId, text: row.text },
  }))
}
