import type { TestApp } from '../test-app.ts'
import { Actor, type Reply } from './actors.ts'
import { viaX } from './x-actor.ts'

/** Gives a person invites beyond those they earn, in addition to earlier ones. */
export const giveInvites = async (test: TestApp, to: Actor, count: number): Promise<unknown> =>
  test.ctx.db.query(
    `insert into extra_invites (user_id, extra) values ($1, $2)
     on conflict (user_id) do update set extra = extra_invites.extra + excluded.extra`,
    [(await to.me()).id, count],
  )

export const makeInvite = async (by: Actor): Promise<string> => (await by.call('POST /api/invites')).id

export const useInvite = async (who: Actor, inviteId: string | undefined): Promise<Reply<{ code?: string }>> =>
  who.send('POST', '/api/auth/wallet', { ...(await who.signedMessage()), ...(inviteId ? { inviteId } : {}) })

/** Returns a user who joined with this person's invite, one more than they had. */
export async function invitedBy(test: TestApp, inviter: Actor): Promise<Actor & { id: string }> {
  const actor = new Actor(test)
  await giveInvites(test, inviter, 1)
  const { status, body } = await useInvite(actor, await makeInvite(inviter))
  if (status !== 200) throw new Error(`joining answered ${status}: ${JSON.stringify(body)}`)
  return Object.assign(actor, { id: (await actor.me()).id })
}

/** Links the first wallet of an account that joined with X. */
export async function linkWithInvite(who: Actor, inviteId?: string): Promise<Reply<{ code?: string }>> {
  const query = { walletAddress: who.wallet.address, purpose: 'link' }
  const { message } = await who.call('GET /api/auth/nonce', { query })
  const signature = await who.wallet.signMessage({ message })
  const body = { walletAddress: who.wallet.address, message, signature, ...(inviteId ? { inviteId } : {}) }
  return who.send('POST', '/api/auth/link-wallet', body)
}

/** Confirms it by the account's wallet, or by X if it has none. */
export async function deleteAccount(who: Actor): Promise<void> {
  const { username: confirmation, walletAddress } = await who.me()
  if (walletAddress === null) await viaX(who, { purpose: 'delete-account' })
  const proof = walletAddress === null ? undefined : await who.freshProof('delete-account')
  await who.call('POST /api/user/delete', { body: { confirmation, ...(proof ? { proof } : {}) } })
}
