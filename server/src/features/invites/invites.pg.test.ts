import { describe, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { giveInvites, makeInvite, useInvite } from '../../../../tests/server/actors/inviting.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { twoServers } from '../../../../tests/server/two-servers.ts'
import { whitelistWallet } from '../whitelist/index.ts'
import { makeInvite as make } from './make-invite.ts'

describe('an invite, on two servers at the same moment', () => {
  const [one, two] = twoServers((database) => testApp({ ...database, settings: { betaAccess: 'closed' } }))

  async function member(): Promise<Actor & { id: string }> {
    const actor = new Actor(one)
    await whitelistWallet(one.ctx, actor.wallet.address)
    await actor.signIn()
    await giveInvites(one, actor, 3)
    return Object.assign(actor, { id: (await actor.me()).id })
  }
  const own = (who: Actor) => who.call('GET /api/invites')
  const admitted = async (id: string) =>
    (await one.ctx.db.query('select 1 from invited_people where inviter_id = $1', [id])).length

  it('admits one of those who join with it [invites.once]', async () => {
    for (let round = 0; round < 4; round++) {
      const ada = await member()
      const id = await makeInvite(ada)
      const people = [new Actor(one), new Actor(two), new Actor(two), new Actor(one)]
      const replies = await Promise.all(people.map((who) => useInvite(who, id)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      expect(replies.filter(({ body }) => body.code === 'INVITE_NOT_OPEN')).toHaveLength(3)
      expect(await admitted(ada.id)).toBe(1)
      expect(await own(ada)).toMatchObject({ left: 2, invites: [{ status: 'used' }] })
      for (const who of people.filter((_, nth) => replies[nth]?.status !== 200)) {
        const { hasAccess } = await who.call('GET /api/beta-access/:walletAddress', {
          params: { walletAddress: who.wallet.address },
        })
        expect(hasAccess).toBe(false)
      }
    }
  })

  it('is used or withdrawn, never both', async () => {
    for (let round = 0; round < 4; round++) {
      const ada = await member()
      const id = await makeInvite(ada)
      const [joined, withdrawn] = await Promise.all([
        useInvite(new Actor(two), id),
        ada.send('POST', `/api/invites/${id}/withdraw`),
      ])
      expect([joined.status, withdrawn.status].sort()).toEqual([200, 409])
      expect(await own(ada)).toMatchObject({ left: joined.status === 200 ? 2 : 3 })
    }
  })

  it('is made as often as there are invites [invites.limit]', async () => {
    for (let round = 0; round < 4; round++) {
      const ada = await member()
      const made = await Promise.allSettled(
        Array.from({ length: 8 }, (_, nth) =>
          make((nth % 2 === 0 ? one : two).ctx, { userId: ada.id, requestKey: undefined }),
        ),
      )
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      expect(await own(ada)).toMatchObject({ left: 0 })
    }
  })

  it('is made once for one request on both', async () => {
    const ada = await member()
    const request = { userId: ada.id, requestKey: 'the same' }
    const [first, second] = await Promise.all([make(one.ctx, request), make(two.ctx, request)])
    expect(first).toBe(second)
    expect(await make(one.ctx, request)).toBe(first)
    expect(await own(ada)).toMatchObject({ left: 2 })
  })
})
