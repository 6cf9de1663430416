import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem'
import { findUsernames } from '#features/profile'
import { AppError } from '#platform/app-error'
import { isReservedAddress } from '#platform/chain/reserved-address.rules'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { providerName } from '../providers/provider-name.ts'
import { insertNonce } from '../store.ts'
import { refuseStaleFirstWallet } from '../wallets/first-wallet.ts'
import type { NoncePurpose } from './prove-wallet.ts'
import { type NamedAccount, signInMessage, statements } from './sign-in-message.rules.ts'
import { subjectOf } from './subject-of.ts'

interface Wanted {
  walletAddress: string
  purpose: NoncePurpose
  replacedBy?: string | undefined
  /** The key of the provider to disconnect. */
  provider?: string | undefined
  browserHash: Uint8Array
  userId: string | undefined
  signedInAt: Date | undefined
}

/**
 * Returns a message for one wallet, browser and purpose, to sign once within `limits.nonceMs`; unless it is for a
 * sign-in, it is bound to the account too. Throws UNAUTHORIZED without a required session, INVALID_REQUEST for an
 * address without an owner, and FRESH_SIGN_IN_REQUIRED if a signature is not enough to link.
 */
export async function issueNonce(
  ctx: Context,
  { walletAddress, purpose, replacedBy, provider, browserHash, userId, signedInAt }: Wanted,
): Promise<{ nonce: string; message: string; expiresAt: string }> {
  if (isReservedAddress(walletAddress)) throw new AppError('INVALID_REQUEST', { message: 'Nobody has this wallet' })
  const account = purpose === 'sign-in' ? undefined : await accountOf(ctx, userId)
  if (purpose === 'link' && account && signedInAt) {
    const wallet = { userId: account.id, address: walletAddress.toLowerCase(), signedInAt, browserHash }
    await refuseStaleFirstWallet(ctx, ctx.db, wallet)
  }
  const subject = subjectOf(purpose, { replacedBy, provider })
  const issuedAt = await databaseTime(ctx.db, ctx.clock)
  const expiresAt = new Date(issuedAt.getTime() + ctx.limits.nonceMs)
  // viem's own generator is not cryptographically secure.
  const nonce = randomBytes(16).toString('hex')
  const message = signInMessage({
    origin: ctx.settings.origin,
    chainId: ctx.chain.id,
    walletAddress: getAddress(walletAddress.toLowerCase()),
    nonce,
    issuedAt,
    expiresAt,
    statement: account ? statementFor(ctx, { purpose, account, subject }) : statements.signIn,
  })
  await insertNonce(ctx.db, {
    nonce,
    purpose,
    walletAddress: walletAddress.toLowerCase(),
    browserHash,
    message,
    expiresAt,
    userId: account?.id ?? null,
    subject,
  })
  return { nonce, message, expiresAt: expiresAt.toISOString() }
}

function statementFor(
  { settings }: Context,
  { purpose, account, subject }: { purpose: NoncePurpose; account: NamedAccount; subject: string | null },
): string {
  if (purpose === 'replace' && subject !== null) return statements.replace(account, getAddress(subject))
  if (purpose === 'disconnect' && subject !== null) {
    return statements.disconnect(account, providerName(settings, subject))
  }
  if (purpose === 'sign-in-again') return statements.signInAgain(account)
  if (purpose === 'remove-passkey') return statements.removePasskey(account)
  return purpose === 'delete-account' ? statements.deleteAccount(account) : statements.link(account)
}

async function accountOf(ctx: Context, userId: string | undefined): Promise<NamedAccount> {
  const username = userId === undefined ? undefined : (await findUsernames(ctx.db, [userId])).get(userId)
  if (userId === undefined || username === undefined) throw new AppError('UNAUTHORIZED')
  return { id: userId, username }
}
