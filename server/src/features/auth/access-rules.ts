import { API_ERRORS } from '@aura/api/errors'
import { recordSession } from '#features/related-accounts'
import { findSuspension } from '#features/suspension'
import { restrictionExpression } from '#features/wallets'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { AccessRules } from '#platform/session/access-rules'
import { findRole } from './store.ts'

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
