import { findPasskeys } from '#features/passkeys'
import { findLinkedAccounts } from '#features/providers'
import { findUserWallet } from '#features/wallets'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import type { ProviderPurpose } from './purposes.ts'

interface Confirmation {
  userId: string
  provider: string
  /** Undefined before the person has been at the provider. */
  subject?: string
  purpose: Exclude<ProviderPurpose, 'enter'>
}

/**
 * Returns why a linked account may not confirm an action; null if it may. A stolen session could have linked one of its
 * own, so one that was linked for less than `limits.walletNoticeMs` replaces no wallet (`recent`), and deletes no account
 * and takes away no way in that was there before it (`newer`).
 */
export async function confirmationFault(
  ctx: Context,
  db: Queryable,
  { userId, provider, subject, purpose }: Confirmation,
): Promise<'not-you' | 'recent' | 'newer' | null> {
  const accounts = await findLinkedAccounts(db, userId)
  const own = accounts.find((account) => account.provider === provider)
  if (!own || (subject !== undefined && own.subject !== subject)) return 'not-you'
  if (purpose === 'sign-in-again') return null
  const linkedMs = (await databaseTime(db, ctx.clock)).getTime() - own.linkedAt.getTime()
  if (linkedMs >= ctx.limits.walletNoticeMs) return null
  if (purpose === 'bind-wallet') return (await findUserWallet(db, userId)) === undefined ? null : 'recent'
  const passkeys = await findPasskeys(db, userId)
  const isFirst = own === accounts[0] && !passkeys.some(({ createdAt }) => createdAt <= own.linkedAt)
  return isFirst ? null : 'newer'
}
