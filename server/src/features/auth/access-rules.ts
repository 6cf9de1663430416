import { API_ERRORS } from '@aura/api/errors'
import { recordSession } from '#features/related-accounts'
import { findSuspension, isSuspendedExpression } from '#features/suspension'
import { hasUnlistedWallet } from '#features/wallets'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import type { AccessRules } from '#platform/session/access-rules'
import { findIsRestricted, findRole } from './store.ts'

/** Returns SQL for why a user may only redeem and export: suspended, or off the whitelist. Null: unrestricted. */
export const restrictionExpression = ({ settings }: Context, userId: string): string =>
  `case when ${isSuspendedExpression(userId)} then 'suspended'
        ${settings.betaAccess === 'closed' ? `when ${hasUnlistedWallet(userId)} then 'removed'` : ''} end`

export const isRestricted = (ctx: Context, db: Queryable, userId: string): Promise<boolean> =>
  findIsRestricted(db, userId, (id) => restrictionExpression(ctx, id))

export const accessRules = (ctx: Context): AccessRules => ({
  restriction: (userId) => restrictionExpression(ctx, userId),

  async refusal(userId, restriction) {
    if (restriction !== 'suspended') return new AppError('BETA_ACCESS_REQUIRED')
    const suspension = await findSuspension(ctx.db, userId, 'account')
    // The suspension was lifted meanwhile, so a retry succeeds.
    if (!suspension) return new AppError('ACCOUNT_SUSPENDED')
    const { reason, suspendedAt } = suspension
    return new AppError('ACCOUNT_SUSPENDED', {
      message: `${API_ERRORS.ACCOUNT_SUSPENDED.message}: ${reason}`,
      data: { reason, at: suspendedAt.toISOString() },
    })
  },

  async isAdmin(userId) {
    const role = await findRole(ctx.db, userId)
    return role !== undefined && isAdminRole(role, ctx.settings.adminWallets)
  },

  usedAgain: (session) => recordSession(ctx, session),
})

export const isAdminRole = (
  { isAdmin, walletAddress }: { isAdmin: boolean; walletAddress: string | null },
  adminWallets: readonly string[],
): boolean => isAdmin || (walletAddress !== null && adminWallets.includes(walletAddress))
