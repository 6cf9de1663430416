import type { CurrentUser } from '@aura/api/calls/auth'
import { MICROS_PER_USDC } from '@aura/api/money'
import { getAddress } from 'viem'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { batchLoader } from '#platform/db/batch-loader'
import { isAdminRole, restrictionExpression } from './access-rules.ts'
import { type CurrentUserRow, findCurrentUsers } from './store.ts'

/** Throws UNAUTHORIZED when the account is gone. */
export function currentUserReader(ctx: Context): (userId: string) => Promise<CurrentUser> {
  const find = batchLoader<string, CurrentUserRow>((ids) =>
    findCurrentUsers(ctx.db, ids, { at: ctx.clock.now(), restriction: (id) => restrictionExpression(ctx, id) }),
  )
  return async (userId) => {
    const row = await find(userId)
    if (!row) throw new AppError('UNAUTHORIZED')
    return present(row, ctx.settings.adminWallets)
  }
}

function present(row: CurrentUserRow, adminWallets: readonly string[]): CurrentUser {
  return {
    id: row.id,
    username: row.username,
    firstName: row.firstName,
    email: null,
    profileImageUrl: row.profileImageUrl,
    walletAddress: row.walletAddress === null ? null : checksummed(row.walletAddress),
    twitterUsername: row.twitterUsername,
    auraPoints: row.apAvailable + row.apHeld,
    availableAuraPoints: row.apAvailable,
    currentStreak: row.currentStreak,
    steezeBalance: row.steezePurchased + row.steezeEarned,
    totalUsdtEarned: row.vouchedMicros / MICROS_PER_USDC,
    totalVouchesReceived: row.vouchesReceived,
    isAdmin: row.restriction === null && isAdminRole(row, adminWallets),
    restriction: row.restriction && {
      kind: row.restriction,
      reason: row.suspensionReason,
      since: row.suspendedAt?.toISOString() ?? null,
    },
    timeZone: row.timeZone,
    createdAt: row.createdAt.toISOString(),
  }
}

/** Checksumming is expensive for a call every page makes; results never change. */
const checksums = new Map<string, string>()
const MAX_CHECKSUMS = 50_000
function checksummed(address: string): string {
  let known = checksums.get(address)
  if (known === undefined) {
    known = getAddress(address)
    if (checksums.size >= MAX_CHECKSUMS) checksums.clear()
    checksums.set(address, known)
  }
  return known
}
