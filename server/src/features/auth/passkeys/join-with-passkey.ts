import { randomUUID } from 'node:crypto'
import type { NewPasskey } from '@aura/api/proof'
import { insertPasskey, verifyNewPasskey } from '#features/passkeys'
import { timeZoneOrUtc } from '#features/streak'
import { lockWallets } from '#features/wallets'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { SessionPass } from '#platform/session/session'
import { openSession } from '../open-session.ts'
import { openAccount } from '../sign-in/open-account.ts'
import { passkeyName } from './passkey-name.ts'
import { bindPasskeyWallet, mayBind, passkeyAccount, refuseKnownKey } from './passkey-wallet.ts'

export interface Joined extends SessionPass {
  userId: string
  bonusAwarded: boolean
}

/**
 * Opens an account with a new passkey and signs in. The passkey's account contract becomes its wallet if it may join the
 * beta or the invite admits it; otherwise the account has no wallet yet. The attempt consumes the challenge; nothing else
 * changes unless everything is valid. Throws the errors of `verifyNewPasskey` and `bindPasskeyWallet`, and PASSKEY_TAKEN.
 */
export async function joinWithPasskey(
  ctx: Context,
  join: {
    passkey: NewPasskey
    timeZone: string | undefined
    inviteId: string | undefined
    browserHash: Uint8Array
    userAgent: string
    previousToken: string | undefined
  },
): Promise<Joined> {
  const { inviteId, browserHash, userAgent, previousToken } = join
  const expected = { purpose: 'join', userId: null, browserHash }
  const { username, ...verified } = await verifyNewPasskey(ctx, ctx.db, { ...expected, passkey: join.passkey })
  const walletAddress = passkeyAccount(ctx, verified.publicKey)
  const { endedUserId, ...joined } = await ctx.db.tx(async (tx) => {
    if (walletAddress !== null) await lockWallets(tx, [walletAddress])
    await refuseKnownKey(ctx, tx, verified.publicKey)
    const timeZone = timeZoneOrUtc(join.timeZone)
    const userId = await openAccount(ctx, tx, { timeZone, ...(username === null ? {} : { wantedUsername: username }) })
    const id = randomUUID()
    const name = passkeyName(userAgent, [])
    const now = ctx.clock.sqlNow()
    const stored = await insertPasskey(tx, { ...verified, id, userId, name, openedAccount: true, walletAddress, now })
    if (!stored) throw new AppError('PASSKEY_TAKEN')
    const bonusAwarded =
      walletAddress !== null && (inviteId !== undefined || (await mayBind(ctx, tx, stored)))
        ? await bindPasskeyWallet(ctx, tx, { userId, passkeyId: id, address: walletAddress, inviteId })
        : false
    return { ...(await openSession(ctx, tx, { userId, userAgent, previousToken })), userId, bonusAwarded }
  })
  if (endedUserId !== undefined) ctx.live.changed(`sessions:${endedUserId}`)
  return joined
}
