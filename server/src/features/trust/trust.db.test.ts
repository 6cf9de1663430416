import type { Answer } from '@aura/api/calls'
import { TRUST_RULES } from '@aura/api/rules/trust'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { admin } from '../../../../tests/server/actors/admins.ts'
import { deleteAccount, invitedBy, linkWithInvite, makeInvite } from '../../../../tests/server/actors/inviting.ts'
import { relate, shareDevice } from '../../../../tests/server/actors/related.ts'
import { viaX } from '../../../../tests/server/actors/x-actor.ts'
import { follow, USDC, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { type TestAppWithX, testAppWithX } from '../../../../tests/server/test-app-with-x.ts'
import { features } from '../../features.ts'
import { trustDue } from './calculate-trust.ts'
import { trustByDefinition } from './flow-reference.ts'

let test: TestAppWithX
let seed: Actor
let ada: Actor
let bo: Actor
const trustSeeds: string[] = []
const paid: { from: Actor; to: Actor; usdc: number }[] = []

beforeEach(async () => {
  trustSeeds.length = 0
  paid.length = 0
  test = await testAppWithX({ settings: { trustSeeds } })
  ;[seed, ada, bo] = [await withUsdc(test), await withUsdc(test), await withUsdc(test)]
  for (const actor of [seed, ada, bo]) ids.set(actor, (await actor.me()).id)
  trustSeeds.push(seed.wallet.address.toLowerCase())
})
afterEach(() => test.close())

const ids = new Map<Actor, string>()
const idOf = (actor: Actor) => ids.get(actor) as string
const back = (from: Actor, to: Actor, usdc: number) => {
  paid.push({ from, to, usdc })
  return test.ctx.chain.vouch(from.wallet.address, to.wallet.address, usdc * USDC)
}
const server = () => trustDue(test.ctx, { features })
let job: ReturnType<typeof server>
beforeEach(() => {
  job = server()
})

async function makeFinal(): Promise<void> {
  for (let block = 0; block <= test.ctx.chain.finality; block++) test.ctx.chain.mine()
  await follow(test)
}
async function settle(of = job): Promise<void> {
  await makeFinal()
  await of.runBatch()
}
const visitor = async (path: string) => (await test.app.inject({ url: path })).json()
const trustOf = async (actor: Actor): Promise<Answer<'GET /api/users/:id'>['trust']> =>
  (await visitor(`/api/users/${idOf(actor)}`)).trust

const trustNotices = async (actor: Actor) =>
  (await actor.call('GET /api/notifications')).flatMap(({ type, title, message, path, relatedId, actor: by }) =>
    type === 'trust_update' ? [{ title, message, path, relatedId, actor: by }] : [],
  )

async function expectDefinition(
  related: readonly [string, string][] = [],
  rings: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  const today = Math.floor(test.ctx.clock.now().getTime() / 86_400_000)
  const backings = paid.map(({ from, to, usdc }) => ({ from: idOf(from), to: idOf(to), usdc, day: today }))
  const expected = trustByDefinition([idOf(seed)], today, backings, related, rings)
  for (const actor of [seed, ada, bo])
    expect((await trustOf(actor)).points).toBe(Math.floor((expected.get(idOf(actor)) ?? 0) / TRUST_RULES.unit))
}

describe('Trust', () => {
  it('follows final payments from the seeds and is part of a profile [trust.profile] [trust.final]', async () => {
    back(seed, ada, 50)
    back(ada, bo, 10)
    await follow(test)
    await job.runBatch()
    expect(await trustOf(ada)).toEqual({ points: 0, supporters: 0, top: [] })
    await settle()
    expect(await trustOf(ada)).toMatchObject({ supporters: 1, top: [{ person: { id: idOf(seed) } }] })
    expect((await trustOf(bo)).points).toBeGreaterThan(0)
    await expectDefinition()
    expect(await trustOf(seed)).toEqual({ points: 0, supporters: 0, top: [] })
  })

  it('is what the definition gives, whoever calculates and whenever [trust.formula]', async () => {
    const other = server()
    back(seed, ada, 50)
    await settle()
    back(ada, bo, 20)
    await settle(other)
    back(bo, ada, 5)
    back(seed, bo, 30)
    await settle()
    await expectDefinition()
    await server().runBatch()
    await expectDefinition()
  })

  it('publishes its seeds and ranks people [trust.seeds]', async () => {
    expect(await visitor('/api/trust')).toMatchObject({ calculatedAt: null, payments: 0, people: 0, seeds: [] })
    back(seed, ada, 50)
    back(ada, bo, 20)
    await settle()
    expect(await visitor('/api/trust')).toMatchObject({
      version: TRUST_RULES.version,
      payments: 2,
      people: 2,
      seeds: [{ id: idOf(seed) }],
    })
    expect(await visitor('/api/trust/ranking')).toMatchObject([
      { rank: 1, person: { id: idOf(ada) }, supporters: 1 },
      { rank: 2, person: { id: idOf(bo) } },
    ])
    trustSeeds[0] = bo.wallet.address.toLowerCase()
    await job.runBatch()
    expect(await visitor('/api/trust')).toMatchObject({ people: 0, seeds: [{ id: idOf(bo) }] })
    expect(await visitor('/api/trust/ranking')).toEqual([])
  })

  it('is calculated anew each day, since payments fade', async () => {
    back(seed, ada, 100)
    await settle()
    const { points } = await trustOf(ada)
    test.ctx.clock.advance({ days: TRUST_RULES.freshDays + 1 })
    await job.runBatch()
    expect((await trustOf(ada)).points).toBeLessThan(points)
    test.ctx.clock.advance({ days: TRUST_RULES.fadeDays * TRUST_RULES.fadeParts })
    await job.runBatch()
    expect((await trustOf(ada)).points).toBe(0)
  })

  it.each(['payer', 'payee'])(
    'doesn’t count a payment once the %s blocked the other, but those to others [trust.blocked]',
    async (blocker) => {
      const [by, blocked] = blocker === 'payer' ? [seed, ada] : [ada, seed]
      await by.call('PUT /api/blocks/:id', { params: { id: idOf(blocked) } })
      test.ctx.clock.advance({ minutes: 1 })
      back(seed, ada, 50)
      back(seed, bo, 50)
      await settle()
      expect((await trustOf(ada)).points).toBe(0)
      expect((await trustOf(bo)).points).toBeGreaterThan(0)
    },
  )

  it.each(['lifted the block', 'deleted the account'])(
    'doesn’t count a payment during a block once the blocker has %s [trust.blocked]',
    async (how) => {
      await bo.call('PUT /api/blocks/:id', { params: { id: idOf(ada) } })
      test.ctx.clock.advance({ minutes: 1 })
      back(seed, bo, 50)
      back(bo, ada, 50)
      await settle()
      if (how === 'deleted the account') await deleteAccount(bo)
      else await bo.call('DELETE /api/blocks/:id', { params: { id: idOf(ada) } })
      test.ctx.clock.advance({ days: 1 })
      // This is another server, which reads all payments.
      await server().runBatch()
      expect((await trustOf(ada)).points).toBe(0)
    },
  )

  it('doesn’t count payments between related accounts, before or after, but those to others [related.trust]', async () => {
    back(seed, ada, 50)
    back(ada, bo, 20)
    await settle()
    expect((await trustOf(bo)).points).toBeGreaterThan(0)
    await shareDevice(test, [ada, bo])
    await relate(test)
    await job.runBatch()
    expect((await trustOf(bo)).points).toBe(0)
    back(ada, bo, 20)
    await settle()
    await expectDefinition([[idOf(ada), idOf(bo)]])
    expect((await trustOf(bo)).points).toBe(0)
    expect((await trustOf(ada)).points).toBeGreaterThan(0)
  })

  it('falls for who invited related accounts, and is back once they aren’t [trust.invited-ring] [trust.invited-ring-notice]', async () => {
    const ring = [await invitedBy(test, ada), await invitedBy(test, ada), await invitedBy(test, ada)]
    const ringIds = await Promise.all(ring.map(async (actor) => (await actor.me()).id))
    back(seed, ada, 50)
    back(seed, bo, 50)
    await settle()
    const { points } = await trustOf(ada)
    const own = (who: Actor) => who.call('GET /api/trust/own')
    expect(await own(ada)).toEqual({ ring: null })

    await shareDevice(test, ring)
    await relate(test)
    await job.runBatch()
    expect(Math.abs((await trustOf(ada)).points - (points * 2) / 3)).toBeLessThan(1)
    await expectDefinition([], new Map([[idOf(ada), 3]]))
    expect(await own(ada)).toEqual({ ring: 3 })
    expect(await trustNotices(ada)).toEqual([
      {
        title: 'You get less Trust now',
        message: expect.stringContaining('3 of the accounts you invited seem to be one person’s.'),
        path: '/trust',
        relatedId: null,
        actor: null,
      },
    ])
    expect(test.changedTopics()).toContain(`user:${idOf(ada)}`)
    for (const other of [seed, bo, ...ring]) expect(await trustNotices(other)).toEqual([])
    expect(await own(bo)).toEqual({ ring: null })
    expect(await own(ring[0] as Actor)).toEqual({ ring: null })
    // Only the ring's inviter is told.
    expect(JSON.stringify(await bo.call('GET /api/users/:id', { params: { id: idOf(ada) } }))).not.toContain('"ring"')
    expect((await ada.call('GET /api/user/export')).data.trust_ring).toEqual([{ accounts: 3 }])

    // A payment adds to it by the same formula, on this server and on a new one.
    back(seed, ada, 20)
    await settle()
    await expectDefinition([], new Map([[idOf(ada), 3]]))
    await server().runBatch()
    await expectDefinition([], new Map([[idOf(ada), 3]]))

    const eve = await admin(test)
    await eve.signIn()
    const [first = '', ...others] = ringIds
    for (const other of others) {
      const params = { id: first, otherId: other }
      const body = { reason: 'A family.' }
      await eve.call('POST /api/admin/people/:id/related/:otherId/clear', { params, body })
    }
    await job.runBatch()
    await expectDefinition()
    expect(await own(ada)).toEqual({ ring: null })
    expect(await trustNotices(ada)).toHaveLength(1)

    // It begins again a day later and is announced again, but not on the days after.
    for (const otherId of others) {
      const params = { id: first, otherId }
      await eve.call('POST /api/admin/people/:id/related/:otherId/restore', { params, body: { reason: 'It is.' } })
    }
    for (const _ of [1, 2, 3]) {
      test.ctx.clock.advance({ days: 1 })
      await job.runBatch()
      await server().runBatch()
    }
    expect(await own(ada)).toEqual({ ring: 3 })
    expect(await trustNotices(ada)).toHaveLength(2)
  })

  it('changes by nothing when related accounts are deleted [related.deleted]', async () => {
    const ring = [await invitedBy(test, ada), await invitedBy(test, ada), await invitedBy(test, ada)]
    back(seed, ada, 50)
    back(seed, bo, 50)
    back(bo, ada, 20)
    await settle()
    await shareDevice(test, ring)
    await shareDevice(test, [bo, ada])
    await relate(test)
    await job.runBatch()
    const before = await trustOf(ada)
    await expectDefinition([[idOf(bo), idOf(ada)]], new Map([[idOf(ada), 3]]))
    for (const who of ring) await deleteAccount(who)
    await relate(test)
    await server().runBatch()
    expect(await trustOf(ada)).toEqual(before)
    await deleteAccount(bo)
    test.ctx.clock.advance({ days: 1 })
    await relate(test)
    await server().runBatch()
    const { points } = await trustOf(ada)
    expect(points).toBeGreaterThan(before.points * 0.9)
    expect(points).toBeLessThanOrEqual(before.points)
  })

  it('falls at once when accounts that are related already join by invites', async () => {
    test.ctx.settings.betaAccess = 'open'
    back(seed, ada, 50)
    await settle()
    const ring = [new Actor(test), new Actor(test), new Actor(test)]
    for (const who of ring) {
      test.x.person = { id: `7${ring.indexOf(who)}`, username: `ring_${ring.indexOf(who)}`, name: 'Ring' }
      await viaX(who)
    }
    const [a = '', b = '', c = ''] = (await Promise.all(ring.map(async (who) => (await who.me()).id))).sort()
    for (const [aId, bId] of [
      [a, b],
      [b, c],
    ] as const)
      await test.ctx.db.query(
        `insert into related_pairs (a_id, b_id, score, reasons, is_related, calculated_at)
         values ($1, $2, 120, '[]', true, $3)`,
        [aId, bId, test.ctx.clock.now()],
      )
    await job.runBatch()
    expect(await ada.call('GET /api/trust/own')).toEqual({ ring: null })
    for (const who of ring) await linkWithInvite(who, await makeInvite(ada))
    await job.runBatch()
    expect(await ada.call('GET /api/trust/own')).toEqual({ ring: 3 })
    await expectDefinition([], new Map([[idOf(ada), 3]]))
  })

  it('calculates again after a failure half-way', async () => {
    back(seed, ada, 50)
    await settle()
    back(ada, bo, 20)
    await makeFinal()
    const { tx } = test.ctx.db
    test.ctx.db.tx = (work) =>
      tx(async (inner) => {
        await work(inner)
        throw new Error('the server ended')
      })
    await expect(job.runBatch()).rejects.toThrow('the server ended')
    test.ctx.db.tx = tx
    expect((await trustOf(bo)).points).toBe(0)
    await job.runBatch()
    await expectDefinition()
  })

  it('goes with the account [trust.deleted]', async () => {
    back(seed, ada, 50)
    await settle()
    await ada.send('POST', '/api/user/delete', {
      confirmation: (await ada.me()).username,
      proof: await ada.freshProof('delete-account'),
    })
    expect(await bo.call('GET /api/trust/ranking')).toEqual([])
  })
})
