import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { signInMessage } from './sign-in-message.rules.ts'
import { deleteExpiredNonces, insertNonce } from './store.ts'

/**
 * Makes a message for one wallet, one browser and one purpose to sign, once, within `limits.nonceMs`: to sign in, or to
 * link it to the account that asks.
 */
export async function issueNonce(
  ctx: Context,
  {
    walletAddress,
    linkTo,
    browserHash,
  }: { walletAddress: string; linkTo: { id: string; username: string } | null; browserHash: Uint8Array },
): Promise<{ nonce: string; message: string; expiresAt: string }> {
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
    linkTo: linkTo?.username ?? null,
  })
  await insertNonce(ctx.db, {
    nonce,
    purpose: linkTo ? 'link' : 'sign-in',
    walletAddress: walletAddress.toLowerCase(),
    userId: linkTo?.id ?? null,
    browserHash,
    message,
    expiresAt,
  })
  return { nonce, message, expiresAt: expiresAt.toISOString() }
}
