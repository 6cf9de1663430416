import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem'
import { findUsernames } from '#features/profile/public'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { type NamedAccount, signInMessage, statements } from './sign-in-message.rules.ts'
import { deleteExpiredNonces, insertNonce } from './store.ts'

interface Wanted {
  walletAddress: string
  purpose: 'sign-in' | 'link' | 'replace'
  /** With `replace`: the wallet that is to take this one's place. */
  replacedBy?: string | undefined
  browserHash: Uint8Array
  /** Who is signed in. */
  userId: string | undefined
}

/**
 * Makes a message for one wallet, one browser and one purpose to sign, once, within `limits.nonceMs`; to link or replace a
 * wallet, for one account as well. Throws UNAUTHORIZED when that needs somebody signed in and nobody is.
 */
export async function issueNonce(
  ctx: Context,
  { walletAddress, purpose, replacedBy, browserHash, userId }: Wanted,
): Promise<{ nonce: string; message: string; expiresAt: string }> {
  const account = purpose === 'sign-in' ? undefined : await accountOf(ctx, userId)
  if (purpose === 'replace' && replacedBy === undefined) {
    throw new AppError('INVALID_REQUEST', { message: 'Name the wallet that takes its place' })
  }
  const next = purpose === 'replace' ? replacedBy : undefined
  await deleteExpiredNonces(ctx.db, ctx.clock.sqlNow())
  const issuedAt = await databaseTime(ctx.db, ctx.clock)
  const expiresAt = new Date(issuedAt.getTime() + ctx.limits.nonceMs)
  // viem's own generator is not meant to be unguessable.
  const nonce = randomBytes(16).toString('hex')
  const message = signInMessage({
    origin: ctx.settings.origin,
    chainId: ctx.chain.id,
    walletAddress: getAddress(walletAddress.toLowerCase()),
    nonce,
    issuedAt,
    expiresAt,
    statement: account ? statementFor(account, next) : statements.signIn,
  })
  await insertNonce(ctx.db, {
    nonce,
    purpose,
    walletAddress: walletAddress.toLowerCase(),
    browserHash,
    message,
    expiresAt,
    userId: account?.id ?? null,
    replacedBy: next?.toLowerCase() ?? null,
  })
  return { nonce, message, expiresAt: expiresAt.toISOString() }
}

const statementFor = (account: NamedAccount, replacedBy: string | undefined) =>
  replacedBy === undefined
    ? statements.link(account)
    : statements.replace(account, getAddress(replacedBy.toLowerCase()))

async function accountOf(ctx: Context, userId: string | undefined): Promise<NamedAccount> {
  const username = userId === undefined ? undefined : (await findUsernames(ctx.db, [userId])).get(userId)
  if (userId === undefined || username === undefined) throw new AppError('UNAUTHORIZED')
  return { id: userId, username }
}
