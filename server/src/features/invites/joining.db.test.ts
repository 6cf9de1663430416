import { beforeEach, expect, it } from 'vitest'
import { Actor, newcomer, signedUp } from '../../../../tests/server/actors/actors.ts'
import {
  deleteAccount,
  giveInvites,
  invitedBy,
  linkWithInvite,
  makeInvite,
  useInvite,
} from '../../../../tests/server/actors/inviting.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { replaceWallet } from '../../../../tests/server/actors/replacing.ts'
import { viaX } from '../../../../tests/server/actors/x-actor.ts'
import { databaseState, unchanged } from '../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testAppWithX } from '../../../../tests/server/test-app-with-x.ts'
import { suspendPerson } from '../moderation/index.ts'
import { deactivateEntry, whitelistWallet } from '../whitelist/index.ts'

const test = openForEach(() => testAppWithX({ settings: { betaAccess: 'closed' } }))
let ada: Actor
let adaId: string
let lastX = 900
beforeEach(async () => {
  lastX += 1
  test.x.person = { id: String(lastX), username: `by_x_${lastX}`, name: 'By X' }
  test.ctx.clock.set('2026-03-02T12:00:00Z')
  ada = new Actor(test)
  await whitelistWallet(test.ctx, ada.wallet.address)
  await ada.signIn()
  adaId = (await ada.me()).id
  await giveInvites(test, ada, 2)
})

const tree = () =>
  test.ctx.db.query<{ invited: string; inviter: string }>(
    'select invited_id::text as invited, inviter_id::text as inviter from invited_people order by invited_at, invited_id',
  )
const own = (who: Actor) => who.call('GET /api/invites')
const statusOf = async (id: string) => (await new Actor(test).call('GET /api/invites/:id', { params: { id } })).status
const hasAccess = async ({ wallet }: Actor) =>
  (await new Actor(test).call('GET /api/beta-access/:walletAddress', { params: { walletAddress: wallet.address } }))
    .hasAccess
const state = () => databaseState(test.ctx.db, { except: ['auth_nonces'] })
async function refused(who: Actor, inviteId: string | undefined, expected: object): Promise<void> {
  await unchanged(state, async () => expect(await useInvite(who, inviteId)).toMatchObject(expected))
}
const removed = ({ wallet }: Actor) => test.ctx.db.tx((tx) => deactivateEntry(tx, wallet.address.toLowerCase()))
const CLOSED = refusal(403, 'BETA_ACCESS_REQUIRED')
const OVER = refusal(409, 'INVITE_NOT_OPEN')

it('an invite admits one wallet, which stays whitelisted [invites.admits] [invites.once] [invites.tree]', async () => {
  const [bo, cy] = [new Actor(test), new Actor(test)]
  const id = await makeInvite(ada)
  await refused(bo, undefined, CLOSED)
  await refused(bo, '00000000-0000-4000-8000-000000000000', refusal(404, 'INVITE_NOT_FOUND'))
  expect(await useInvite(bo, id)).toMatchObject({ status: 200, body: { bonusAwarded: true } })
  const boId = (await bo.me()).id
  expect(await tree()).toEqual([{ invited: boId, inviter: adaId }])
  expect([await hasAccess(bo), await hasAccess(cy)]).toEqual([true, false])
  expect(await own(ada)).toMatchObject({ left: 1, invites: [{ status: 'used', invited: { id: boId } }] })
  expect(await own(bo)).toMatchObject({ left: 0, next: { daysToLearn: 7 }, invitedBy: { id: adaId } })
  await refused(cy, id, OVER)
  // They now have a member's rights.
  await giveInvites(test, bo, 1)
  expect((await bo.call('POST /api/invites')).status).toBe('open')
})

it('invites of a suspended member wait until the suspension is lifted [invites.inviter]', async () => {
  const id = await makeInvite(ada)
  await suspendPerson(test.ctx, { userId: adaId, reason: 'Spam.', adminId: null })
  await refused(new Actor(test), id, OVER)
  await test.ctx.db.query('update suspensions set lifted_at = $1', [test.ctx.clock.now()])
  expect(await useInvite(new Actor(test), id)).toMatchObject({ status: 200 })
})

it('invites of a removed or deleted member admit nobody [invites.inviter]', async () => {
  const bo = await invitedBy(test, ada)
  await giveInvites(test, bo, 1)
  const [ofBo, ofAda] = [await makeInvite(bo), await makeInvite(ada)]
  await removed(bo)
  await refused(new Actor(test), ofBo, OVER)
  await deleteAccount(ada)
  await refused(new Actor(test), ofAda, OVER)
})

it('a wallet that an admin removed is not admitted [invites.removed]', async () => {
  const bo = new Actor(test)
  await whitelistWallet(test.ctx, bo.wallet.address)
  await removed(bo)
  const id = await makeInvite(ada)
  await refused(bo, id, CLOSED)
  expect(await statusOf(id)).toBe('open')
})

it('a member who signs in with an invite uses none of it up [invites.member]', async () => {
  const bo = await invitedBy(test, ada)
  const id = await makeInvite(ada)
  const before = await tree()
  expect(await useInvite(bo, id)).toMatchObject({ status: 200, body: { bonusAwarded: false } })
  expect(await useInvite(ada, id)).toMatchObject({ status: 200 })
  expect(await tree()).toEqual(before)
  expect(await statusOf(id)).toBe('open')
})

it('a whitelisted wallet joins even with an invite that is over, and nobody invited it', async () => {
  const [id, bo] = [await makeInvite(ada), new Actor(test)]
  await useInvite(new Actor(test), id)
  await whitelistWallet(test.ctx, bo.wallet.address)
  expect(await useInvite(bo, id)).toMatchObject({ status: 200 })
  expect((await own(bo)).invitedBy).toBeNull()
})

it('while the beta is open everyone joins, and an invite says who invited whom [invites.open-beta]', async () => {
  test.ctx.settings.betaAccess = 'open'
  const [bo, cy] = [await invitedBy(test, ada), await newcomer(test)]
  expect((await own(bo)).invitedBy).toMatchObject({ id: adaId })
  expect((await own(cy)).invitedBy).toBeNull()
  // No wallet needs to be listed now.
  const listed = await test.ctx.db.query('select 1 from whitelisted_wallets where wallet_address = $1', [
    bo.wallet.address.toLowerCase(),
  ])
  expect(listed).toEqual([])
})

it('an account by X joins by linking a wallet with an invite [invites.x-account] [access.check-beta-link]', async () => {
  const bo = new Actor(test)
  await viaX(bo)
  const boId = (await bo.me()).id
  const id = await makeInvite(ada)
  expect(await bo.call('GET /api/invites/:id', { params: { id } })).toMatchObject({ viewer: 'without-wallet' })
  expect(await linkWithInvite(bo)).toMatchObject(CLOSED)
  expect(await linkWithInvite(bo, id)).toMatchObject({ status: 200 })
  expect(await tree()).toEqual([{ invited: boId, inviter: adaId }])
  expect(await hasAccess(bo)).toBe(true)
  // A retry finds the wallet linked.
  expect(await linkWithInvite(bo, id)).toMatchObject({ status: 200 })
  expect(await tree()).toHaveLength(1)
})

it.each(['inviter', 'invited'])('nobody joins with it once the %s blocked the other [invites.blocked]', async (by) => {
  const bo = new Actor(test)
  await viaX(bo)
  const boId = (await bo.me()).id
  const id = await makeInvite(ada)
  const [blocker, blocked] = by === 'inviter' ? [ada, boId] : [bo, adaId]
  await blocker.call('PUT /api/blocks/:id', { params: { id: blocked } })
  expect(await bo.call('GET /api/invites/:id', { params: { id } })).toMatchObject({ status: 'unavailable' })
  await unchanged(state, async () => expect(await linkWithInvite(bo, id)).toMatchObject(OVER))
  expect(await statusOf(id)).toBe('open')
})

it('who deletes their account and comes back has no invites again, and the same inviter [invites.came-back]', async () => {
  const bo = await invitedBy(test, ada)
  await viaX(bo)
  for (let day = 0; day < 7; day++) {
    await learn(bo)
    test.ctx.clock.advance({ days: 1 })
  }
  expect((await own(bo)).left).toBe(1)
  await useInvite(new Actor(test), await makeInvite(bo))
  for (let round = 0; round < 2; round++) {
    await deleteAccount(bo)
    expect(await bo.signIn()).toMatchObject({ bonusAwarded: false })
    // The days come back with what was used of them.
    expect(await own(bo)).toMatchObject({
      left: 0,
      next: { daysToLearn: 0 },
      invites: [],
      invitedBy: { id: adaId },
    })
  }
  await deleteAccount(bo)
  // Bo returns with the X account alone, and with another member's invite for another wallet.
  const other = new Actor(test)
  await viaX(other)
  await ada.signIn()
  const cy = await invitedBy(test, ada)
  await giveInvites(test, cy, 1)
  const id = await makeInvite(cy)
  expect(await linkWithInvite(other, id)).toMatchObject({ status: 200 })
  expect(await own(other)).toMatchObject({ left: 0, invitedBy: { id: adaId } })
  // The invite admitted the wallet, so it is used up.
  expect(await statusOf(id)).toBe('used')
  expect((await own(cy)).left).toBe(0)
})

const withWallet = (wallet: Actor['wallet']) => signedUp(test, 'UTC', wallet)

it('who replaces their wallet and joins with the old one has no invites again, and the same inviter [invites.came-back]', async () => {
  const bo = await invitedBy(test, ada)
  const [first, second] = [bo.wallet, await invitedBy(test, bo)]
  await invitedBy(test, bo)
  await deleteAccount(second)
  await replaceWallet(bo, second.wallet)
  const again = await withWallet(first)
  const nothing = { left: 0, invitedBy: { id: adaId } }
  expect(await own(again)).toMatchObject(nothing)
  // Deleting the former owner's account doesn't return invites to the wallet's owner.
  await deleteAccount(bo)
  expect(await own(again)).toMatchObject(nothing)
  await replaceWallet(again, second.wallet)
  expect(await own(again)).toMatchObject(nothing)
  expect(await own(await withWallet(first))).toMatchObject(nothing)
})
