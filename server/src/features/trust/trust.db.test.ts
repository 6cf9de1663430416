import type { Answer } from '@aura/api/calls'
import { TRUST_RULES } from '@aura/api/rules/trust'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { admin } from '../../../../tests/server/actors/admins.ts'
import { deleteAccount, invitedBy, linkWithInvite, makeInvite } from '../../../../tests/server/actors/inviting.ts'
import { relatePair } from '../../../../tests/server/actors/related.ts'
import { replaceWallet } from '../../../../tests/server/actors/replacing.ts'
import { viaX } from '../../../../tests/server/actors/x-actor.ts'
import { follow, USDC, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testAppWithX } from '../../../../tests/server/test-app-with-x.ts'
import { features } from '../../features.ts'
import { liftPersonsSuspension, suspendPerson } from '../moderation/index.ts'
import { touchRelations } from '../related-accounts/index.ts'
import { trustDue } from './calculate-trust.ts'
import { explainTrust } from './explain-trust.ts'
import { NOTHING, type Place, type Standing } from './flow.rules.ts'
import { trustByDefinition } from './flow-reference.ts'
import type { Payment } from './money.rules.ts'

const trustSeeds: string[] = []
const test = openForEach(() => testAppWithX({ settings: { trustSeeds } }))
let seed: Actor
let other: Actor
let ada: Actor
let bo: Actor
let places: Place[] = []
let payments: Payment[] = []
let standings = new Map<string, Standing>()
const ids = new Map<Actor, string>()
const idOf = (actor: Actor) => ids.get(actor) as string
const server = () => trustDue(test.ctx, { features })
let job: ReturnType<typeof server>

beforeEach(async () => {
  trustSeeds.length = 0
  ;[places, payments, standings] = [[], [], new Map()]
  for (const _ of 'four') await join()
  ;[seed, other, ada, bo] = [...ids.keys()].slice(-4) as [Actor, Actor, Actor, Actor]
  for (const each of [seed, other]) trustSeeds.push(each.wallet.address.toLowerCase())
  job = server()
})

async function join(): Promise<Actor> {
  const actor = await withUsdc(test)
  ids.set(actor, (await actor.me()).id)
  return actor
}
const today = () => Math.floor(test.ctx.clock.now().getTime() / 86_400_000)
async function standBy(giver: Actor, receiver: Actor): Promise<void> {
  await giver.call('PUT /api/places/:id', { params: { id: idOf(receiver) }, body: {} })
  places.push({ giver: idOf(giver), receiver: idOf(receiver), day: today() })
}
async function takeBack(giver: Actor, receiver: Actor): Promise<void> {
  await giver.call('DELETE /api/places/:id', { params: { id: idOf(receiver) } })
  places = places.filter((place) => place.giver !== idOf(giver) || place.receiver !== idOf(receiver))
}
function vouch(from: Actor, to: Actor, usdc: number): void {
  test.ctx.chain.vouch(from.wallet.address, to.wallet.address, usdc * USDC)
  payments.push({ from: idOf(from), to: idOf(to), micros: usdc * USDC, day: today(), isVouch: true })
}
/** Stores that the first account is related to each of the others. */
async function relate(first: string, ...others: string[]): Promise<void> {
  for (const otherId of others) await relatePair(test, first, otherId)
  await test.ctx.db.tx(touchRelations)
}
const suspend = (who: Actor) => suspendPerson(test.ctx, { userId: idOf(who), reason: 'Spam.', adminId: null })
const lift = (who: Actor) => liftPersonsSuspension(test.ctx, { userId: idOf(who), reason: null, adminId: null })

async function makeFinal(): Promise<void> {
  for (let block = 0; block <= test.ctx.chain.finality; block++) test.ctx.chain.mine()
  await follow(test)
}
async function settle(of = job): Promise<void> {
  await makeFinal()
  await of.runBatch()
}
/** Lets places ripen, in less time than a session lasts. */
const ripen = (days = 20) => test.ctx.clock.advance({ days })
const visitor = async (path: string) => (await test.app.inject({ url: path })).json()
const ranked = async () =>
  (await visitor('/api/trust/ranking')).map(({ person }: { person: { id: string } }) => person.id)
const own = (who: Actor) => who.call('GET /api/trust/own')
const trustOf = async (actor: Actor): Promise<Answer<'GET /api/users/:id'>['trust']> =>
  (await visitor(`/api/users/${idOf(actor)}`)).trust

const appeal = (who: Actor, aboutId: string | null, text = 'I checked each of them.') =>
  who.send<Answer<'GET /api/trust/own'>>('POST', '/api/trust/appeals', { aboutId, text })

const trustNotices = async (actor: Actor) =>
  (await actor.call('GET /api/notifications')).flatMap(({ type, title, message, path, relatedId, actor: by }) =>
    type === 'trust_update' ? [{ title, message, path, relatedId, actor: by }] : [],
  )

async function expectDefinition(): Promise<void> {
  const seeds = [idOf(seed), idOf(other)].sort()
  const expected = trustByDefinition({ seeds, today: today(), places, payments, standings })
  for (const actor of [seed, other, ada, bo]) {
    const points = Math.floor((expected.get(idOf(actor)) ?? 0) / TRUST_RULES.unit)
    expect((await trustOf(actor)).points).toBe(points)
    expect((await explainTrust(test.ctx, features, { userId: idOf(actor), limit: 9 })).points).toBe(points)
  }
}

describe('Trust', () => {
  it('ripens along places from the seeds, and is part of a profile [trust.profile] [trust.ripens]', async () => {
    await standBy(seed, ada)
    await standBy(ada, bo)
    await job.runBatch()
    expect(await trustOf(ada)).toEqual({ points: 0, supporters: 0, top: [] })
    ripen()
    await job.runBatch()
    expect(await trustOf(ada)).toMatchObject({ points: 1_583, supporters: 1, top: [{ person: { id: idOf(seed) } }] })
    await expectDefinition()
    expect(await trustOf(seed)).toEqual({ points: 0, supporters: 0, top: [] })
  })

  it('is what the definition gives, whoever calculates and whenever [trust.formula] [trust.final]', async () => {
    const second = server()
    await standBy(seed, ada)
    await standBy(ada, bo)
    vouch(seed, ada, 10)
    await settle()
    ripen()
    vouch(ada, bo, 10)
    await settle(second)
    await expectDefinition()
    await standBy(other, bo)
    vouch(ada, seed, 1)
    await settle()
    await expectDefinition()
    ripen()
    await second.runBatch()
    await expectDefinition()
    // A round that finds nothing leaves nothing out after it.
    for (const _ of 'two') await settle()
    vouch(ada, seed, 9)
    await settle()
    await expectDefinition()
    // A vouch that isn't final doubles nothing yet.
    const { points } = await trustOf(bo)
    test.ctx.chain.vouch(other.wallet.address, bo.wallet.address, 10 * USDC)
    await follow(test)
    await job.runBatch()
    expect((await trustOf(bo)).points).toBe(points)
    await seed.signIn()
    await takeBack(seed, ada)
    await job.runBatch()
    await expectDefinition()
    await server().runBatch()
    await expectDefinition()
  })

  it('publishes its seeds and ranks people [trust.seeds]', async () => {
    expect(await visitor('/api/trust')).toMatchObject({ calculatedAt: null, places: 0, people: 0, seeds: [] })
    await standBy(seed, ada)
    await standBy(ada, bo)
    ripen(29)
    await job.runBatch()
    expect(await visitor('/api/trust')).toMatchObject({ version: 4, places: 2, people: 2 })
    expect((await visitor('/api/trust')).seeds.map(({ id }: { id: string }) => id).sort()).toEqual(
      [idOf(seed), idOf(other)].sort(),
    )
    expect(await visitor('/api/trust/ranking')).toMatchObject([
      { rank: 1, person: { id: idOf(ada) }, supporters: 1 },
      { rank: 2, person: { id: idOf(bo) } },
    ])
    trustSeeds.splice(0, 2, bo.wallet.address.toLowerCase())
    await job.runBatch()
    expect(await visitor('/api/trust')).toMatchObject({ people: 0, seeds: [{ id: idOf(bo) }] })
    expect(await visitor('/api/trust/ranking')).toEqual([])
  })

  it('flows from a seed’s account, whatever wallet it has, until the address is no longer named [trust.seed-account]', async () => {
    await standBy(seed, ada)
    ripen()
    await job.runBatch()
    const { points } = await trustOf(ada)
    await replaceWallet(seed, new Actor(test).wallet)
    await job.runBatch()
    await server().runBatch()
    expect((await trustOf(ada)).points).toBe(points)
    trustSeeds.splice(0, 1)
    await job.runBatch()
    expect((await trustOf(ada)).points).toBe(0)
  })

  it.each(['giver', 'receiver', 'seed'])(
    'neither has nor passes on any once the %s is suspended, until that is lifted [trust.suspended]',
    async (which) => {
      await standBy(seed, ada)
      await standBy(other, ada)
      await standBy(ada, bo)
      ripen()
      await job.runBatch()
      const before = [await trustOf(ada), await trustOf(bo)]
      expect(before.map(({ points }) => points > 0)).toEqual([true, true])
      const who = { giver: ada, receiver: bo, seed }[which] as Actor
      await suspend(who)
      // Reads leave them out before the next calculation.
      if (which !== 'seed') expect(await trustOf(who)).toEqual({ points: 0, supporters: 0, top: [] })
      expect(await ranked()).not.toContain(idOf(who))
      expect((await trustOf(ada)).top.map(({ person }) => person.id)).not.toContain(idOf(who))
      await job.runBatch()
      standings.set(idOf(who), { ...NOTHING, isOut: true })
      if (which === 'receiver') standings.set(idOf(ada), { ...NOTHING, liabilities: 1 })
      if (which === 'giver')
        for (const giver of [seed, other]) standings.set(idOf(giver), { ...NOTHING, liabilities: 1 })
      await expectDefinition()
      await server().runBatch()
      await expectDefinition()
      await lift(who)
      await job.runBatch()
      standings.clear()
      await expectDefinition()
      expect([await trustOf(ada), await trustOf(bo)]).toEqual(before)
    },
  )

  it('passes on a fifth less for 180 days from who stood by a suspended person, and tells them once [trust.liability] [trust.liability-told] [standing.liability]', async () => {
    const eve = await join()
    const late = await join()
    for (const [giver, receiver] of [
      [seed, ada],
      [other, ada],
      [ada, bo],
      [ada, eve],
      [late, eve],
    ] as const)
      await standBy(giver, receiver)
    await takeBack(late, eve)
    ripen()
    await job.runBatch()
    await suspend(eve)
    // Taking it back afterwards doesn't help.
    await takeBack(ada, eve)
    await job.runBatch()
    standings.set(idOf(eve), { ...NOTHING, isOut: true })
    standings.set(idOf(ada), { ...NOTHING, liabilities: 1 })
    await expectDefinition()
    const { username } = await eve.me()
    expect(await trustNotices(ada)).toEqual([
      {
        title: 'You pass on less Trust',
        message: `${username} was suspended while you stood by them, so you pass on a fifth less for 180 days. If that is unfair, you can appeal once.`,
        ...{ path: '/trust', relatedId: null, actor: null },
      },
    ])
    expect(test.changedTopics()).toContain(`user:${idOf(ada)}`)
    for (const _ of [1, 2]) await server().runBatch()
    for (const none of [late, seed, bo])
      expect([await trustNotices(none), (await own(none)).liabilities]).toEqual([[], []])
    expect(await trustNotices(ada)).toHaveLength(1)
    const liability = { person: { username }, cause: 'suspended', until: '2026-09-18T12:00:00.000Z' }
    expect((await own(ada)).liabilities).toMatchObject([liability])
    // It ends with a day, as everything in Trust.
    test.ctx.clock.advance({ days: TRUST_RULES.liabilityDays, hours: 1 })
    await job.runBatch()
    await expectDefinition()
    await ada.signIn()
    expect((await own(ada)).liabilities).toHaveLength(1)
    test.ctx.clock.advance({ hours: 11 })
    await job.runBatch()
    standings.delete(idOf(ada))
    await expectDefinition()
    expect((await own(ada)).liabilities).toEqual([])
  })

  it('passes on a fifth less from who stood by an account of a ring when it was found, until it is none [trust.liability-ring]', async () => {
    const ring = [await join(), await join(), await join()]
    await standBy(seed, ada)
    await standBy(other, ada)
    await standBy(ada, bo)
    await standBy(ada, ring[0] as Actor)
    ripen()
    await job.runBatch()
    const [one, two, three] = ring.map(idOf) as [string, string, string]
    await relate(two, one, three)
    await job.runBatch()
    standings.set(idOf(ada), { ...NOTHING, liabilities: 1 })
    await expectDefinition()
    expect(await trustNotices(ada)).toHaveLength(1)
    // It was known when bo came to stand by it.
    await standBy(bo, ring[1] as Actor)
    await server().runBatch()
    expect(await trustNotices(bo)).toEqual([])
    // A suspension is a reason of its own, of the same person, and lifting it leaves the other one.
    const names = async () => (await own(ada)).liabilities.map(({ cause }) => cause).sort()
    await suspend(ring[0] as Actor)
    await job.runBatch()
    expect(await names()).toEqual(['ring', 'suspended'])
    await expectDefinition()
    expect(await trustNotices(ada)).toHaveLength(2)
    expect(await appeal(ada, one)).toMatchObject({ status: 200 })
    expect(await appeal(ada, one)).toMatchObject(refusal(409, 'TRUST_APPEALED'))
    await lift(ring[0] as Actor)
    await job.runBatch()
    expect(await names()).toEqual(['ring'])
    await expectDefinition()
    await test.ctx.db.query('update related_pairs set is_related = false')
    await test.ctx.db.tx(touchRelations)
    await job.runBatch()
    standings.clear()
    await expectDefinition()
    expect(await names()).toEqual([])
  })

  it('finds no ring in a couple of which one deletes the account and comes back [trust.liability-ring]', async () => {
    const [cleo, dan] = [await join(), await join()]
    await standBy(ada, dan)
    await relate(idOf(cleo), idOf(dan))
    const liabilities = async () => {
      await job.runBatch()
      return (await own(ada)).liabilities
    }
    expect(await liabilities()).toEqual([])
    for (let round = 0; round < 2; round++) {
      await deleteAccount(cleo)
      await cleo.signIn()
      expect(await liabilities()).toEqual([])
    }
    const eve = await join()
    await relate((await cleo.me()).id, idOf(eve))
    expect(await liabilities()).toMatchObject([{ cause: 'ring', person: { id: idOf(dan) } }])
  })

  it('doesn’t flow between related accounts, before or after, but between others [related.trust]', async () => {
    await standBy(seed, ada)
    await standBy(ada, bo)
    await standBy(other, ada)
    ripen()
    await job.runBatch()
    expect((await trustOf(bo)).points).toBeGreaterThan(0)
    await relate(idOf(ada), idOf(bo))
    await job.runBatch()
    expect((await trustOf(bo)).points).toBe(0)
    await standBy(bo, ada)
    await job.runBatch()
    places = places.map((place) =>
      [place.giver, place.receiver].includes(idOf(bo)) ? { ...place, isRelated: true } : place,
    )
    await expectDefinition()
    expect((await trustOf(ada)).points).toBeGreaterThan(0)
  })

  it('tells who invited related accounts, takes from them 14 days later, and no more once they aren’t [trust.invited-ring] [trust.invited-ring-notice] [trust.invited-ring-shown]', async () => {
    const ring = [await invitedBy(test, ada), await invitedBy(test, ada), await invitedBy(test, ada)]
    await standBy(seed, ada)
    await standBy(seed, bo)
    await job.runBatch()
    expect(await own(ada)).toEqual({ ring: null, liabilities: [] })
    const [first = '', ...others] = ring.map(({ id }) => id)
    await relate(first, ...others)
    await job.runBatch()
    const countsFrom = new Date(test.ctx.clock.now().getTime() + TRUST_RULES.ringNoticeDays * 86_400_000).toISOString()
    expect(await own(ada)).toEqual({ ring: { accounts: 3, countsFrom, appeal: null }, liabilities: [] })
    expect(await trustNotices(ada)).toEqual([
      {
        title: 'You get less Trust in 14 days',
        message: expect.stringContaining('3 of the accounts you invited seem to be one person’s.'),
        ...{ path: '/trust', relatedId: null, actor: null },
      },
    ])
    expect(test.changedTopics()).toContain(`user:${idOf(ada)}`)
    for (const none of [seed, bo]) expect(await trustNotices(none)).toEqual([])
    expect(await own(bo)).toEqual({ ring: null, liabilities: [] })
    // Only the ring's inviter is told.
    expect(JSON.stringify(await bo.call('GET /api/users/:id', { params: { id: idOf(ada) } }))).not.toContain('"ring"')
    test.ctx.clock.advance({ days: TRUST_RULES.ringNoticeDays - 1 })
    await job.runBatch()
    await expectDefinition()
    test.ctx.clock.advance({ days: 1, hours: 1 })
    await job.runBatch()
    await expectDefinition()
    test.ctx.clock.advance({ hours: 11 })
    await job.runBatch()
    standings.set(idOf(ada), { ...NOTHING, ring: 3 })
    await expectDefinition()
    // A change adds to it by the same formula, on this server and on a new one.
    await standBy(other, ada)
    await job.runBatch()
    await expectDefinition()
    await server().runBatch()
    await expectDefinition()

    const eve = await admin(test)
    for (const otherId of others)
      await eve.send('POST', `/api/admin/people/${first}/related/${otherId}/clear`, { reason: 'A family.' })
    await job.runBatch()
    standings.clear()
    await expectDefinition()
    expect(await own(ada)).toEqual({ ring: null, liabilities: [] })
    expect(await trustNotices(ada)).toHaveLength(1)
    // It begins again a day later and is announced again, but not on the days after.
    for (const otherId of others)
      await eve.send('POST', `/api/admin/people/${first}/related/${otherId}/restore`, { reason: 'It is.' })
    for (const _ of [1, 2, 3]) {
      test.ctx.clock.advance({ days: 1 })
      await job.runBatch()
      await server().runBatch()
    }
    expect(await own(ada)).toMatchObject({ ring: { accounts: 3 } })
    expect(await trustNotices(ada)).toHaveLength(2)
  })

  const judge = (by: Actor, who: Actor, about: Actor, verdict: 'grant' | 'reject') =>
    by.send('POST', `/api/admin/people/${idOf(who)}/trust-appeals/${idOf(about)}/${verdict}`, { reason: 'I looked.' })
  it('lets the inviter of a ring appeal once, and a granted ring counts again only when it grows [trust.appeal] [trust.appeal-ring]', async () => {
    const ring = [await invitedBy(test, ada), await invitedBy(test, ada), await invitedBy(test, ada)]
    const [first = '', ...others] = ring.map(({ id }) => id)
    await standBy(seed, ada)
    expect(await appeal(ada, null)).toMatchObject(refusal(404, 'TRUST_CASE_NOT_FOUND'))
    await relate(first, ...others)
    await job.runBatch()
    for (const none of [bo, seed]) expect(await appeal(none, null)).toMatchObject(refusal(404, 'TRUST_CASE_NOT_FOUND'))
    expect(await appeal(ada, idOf(ada))).toMatchObject(refusal(404, 'TRUST_CASE_NOT_FOUND'))
    expect(await appeal(ada, null, '  ')).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    const text = 'I checked each of them.'
    expect((await appeal(ada, null)).body.ring).toMatchObject({ accounts: 3, appeal: { text, answer: null } })
    expect(await appeal(ada, null)).toMatchObject(refusal(409, 'TRUST_APPEALED'))

    const eve = await admin(test)
    // Their own account is one of the ring's.
    const related = await admin(test)
    await relatePair(test, related.id, first)
    await related.signIn()
    expect(await judge(related, ada, ada, 'grant')).toMatchObject(refusal(409, 'ADMIN_OWN_CASE'))
    expect(await eve.call('GET /api/admin/trust-appeals')).toMatchObject([
      { person: { id: idOf(ada) }, text, cause: 'invited', accounts: [{}, {}, {}] },
    ])
    ripen()
    await eve.signIn()
    await job.runBatch()
    standings.set(idOf(ada), { ...NOTHING, ring: 3 })
    await expectDefinition()
    expect(await judge(eve, ada, ada, 'grant')).toMatchObject({ status: 200 })
    expect(await judge(eve, ada, ada, 'grant')).toMatchObject(refusal(409, 'TRUST_NOT_APPEALED'))
    await job.runBatch()
    standings.clear()
    await expectDefinition()
    expect((await trustNotices(ada))[0]).toMatchObject({
      title: 'Your appeal was granted',
      message: expect.stringContaining('An admin wrote: I looked.'),
    })
    // Neither another server nor the same accounts on another day bring it back.
    test.ctx.clock.advance({ days: 1 })
    await server().runBatch()
    await ada.signIn()
    expect(await own(ada)).toEqual({ ring: null, liabilities: [] })
    await relate(first, (await invitedBy(test, ada)).id)
    await job.runBatch()
    expect((await own(ada)).ring).toMatchObject({ accounts: 4, appeal: null })
    expect((await trustNotices(ada))[0]).toMatchObject({ title: 'You get less Trust in 14 days' })
    expect(await appeal(ada, null)).toMatchObject({ status: 200 })
    await eve.signIn()
    expect(await judge(eve, ada, ada, 'reject')).toMatchObject({ status: 200 })
    expect((await own(ada)).ring).toMatchObject({ accounts: 4, appeal: { answer: 'I looked.' } })
    expect(await appeal(ada, null)).toMatchObject(refusal(409, 'TRUST_APPEALED'))
    expect((await trustNotices(ada))[0]).toMatchObject({ title: 'Your appeal was rejected' })
  })

  it('lets who answers for someone appeal once, and a granted appeal ends that until the next reason [trust.appeal] [trust.appeal-liability]', async () => {
    await standBy(seed, ada)
    await standBy(ada, bo)
    await standBy(seed, other)
    ripen()
    await suspend(other)
    await job.runBatch()
    standings.set(idOf(other), { ...NOTHING, isOut: true })
    standings.set(idOf(seed), { ...NOTHING, liabilities: 1 })
    await expectDefinition()
    expect(await appeal(bo, idOf(other))).toMatchObject(refusal(404, 'TRUST_CASE_NOT_FOUND'))
    expect(await appeal(seed, idOf(bo))).toMatchObject(refusal(404, 'TRUST_CASE_NOT_FOUND'))
    expect((await appeal(seed, idOf(other))).body.liabilities).toMatchObject([{ appeal: { answer: null } }])
    expect(await appeal(seed, idOf(other))).toMatchObject(refusal(409, 'TRUST_APPEALED'))
    const eve = await admin(test)
    expect(await judge(eve, seed, other, 'grant')).toMatchObject({ status: 200 })
    for (const run of [job, server(), server()]) await run.runBatch()
    standings.delete(idOf(seed))
    await expectDefinition()
    expect(await own(seed)).toEqual({ ring: null, liabilities: [] })
    expect(await trustNotices(seed)).toMatchObject([{ title: 'Your appeal was granted' }, {}])
    // Another suspension is another reason.
    await lift(other)
    test.ctx.clock.advance({ hours: 1 })
    await suspend(other)
    await job.runBatch()
    standings.set(idOf(seed), { ...NOTHING, liabilities: 1 })
    await expectDefinition()
    expect((await own(seed)).liabilities).toMatchObject([{ appeal: null }])
    expect(await appeal(seed, idOf(other))).toMatchObject({ status: 200 })
    await eve.signIn()
    expect(await judge(eve, seed, other, 'reject')).toMatchObject({ status: 200 })
    expect((await own(seed)).liabilities).toMatchObject([{ appeal: { answer: 'I looked.' } }])
    await job.runBatch()
    await expectDefinition()
  })

  it('learns of a ring at once when accounts that are related already join by invites', async () => {
    test.ctx.settings.betaAccess = 'open'
    const ring = [new Actor(test), new Actor(test), new Actor(test)]
    for (const who of ring) {
      test.x.person = { id: `7${ring.indexOf(who)}`, username: `ring_${ring.indexOf(who)}`, name: 'Ring' }
      await viaX(who)
    }
    const [a = '', b = '', c = ''] = (await Promise.all(ring.map(async (who) => (await who.me()).id))).sort()
    await relatePair(test, a, b)
    await relatePair(test, b, c)
    await job.runBatch()
    expect(await own(ada)).toEqual({ ring: null, liabilities: [] })
    for (const who of ring) await linkWithInvite(who, await makeInvite(ada))
    await job.runBatch()
    expect(await own(ada)).toMatchObject({ ring: { accounts: 3 } })
  })

  it('calculates again after a failure half-way', async () => {
    await standBy(seed, ada)
    ripen()
    await job.runBatch()
    await standBy(other, ada)
    const { tx } = test.ctx.db
    test.ctx.db.tx = (work) =>
      tx(async (inner) => {
        await work(inner)
        throw new Error('the server ended')
      })
    await expect(job.runBatch()).rejects.toThrow('the server ended')
    test.ctx.db.tx = tx
    ripen(1)
    await job.runBatch()
    await expectDefinition()
  })

  it.each(['ada', 'bo', 'seed'])(
    'goes with the account of %s, and so does what it passed on [trust.deleted]',
    async (who) => {
      await standBy(seed, ada)
      await standBy(ada, bo)
      ripen()
      await job.runBatch()
      await deleteAccount({ ada, bo, seed }[who] as Actor)
      await job.runBatch()
      const left = who === 'bo' ? [idOf(ada)] : []
      expect(await ranked()).toEqual(left)
      await server().runBatch()
      expect(await ranked()).toEqual(left)
    },
  )

  it('is explained place by place, and seed by seed [trust.explained] [trust.seed-reach] [admin.seeds]', async () => {
    await standBy(seed, ada)
    vouch(seed, ada, 1)
    await settle()
    ripen(15)
    await standBy(other, ada)
    await standBy(bo, ada)
    await relate(idOf(ada), idOf(bo))
    ripen(14)
    await job.runBatch()
    const explained = await explainTrust(test.ctx, features, { userId: idOf(ada), limit: 9 })
    const { points } = await trustOf(ada)
    expect(explained).toMatchObject({ points, seeds: 2, countsThousandths: 388, isSuspended: false })
    const shown = explained.places.map(({ giver, isSeed, points, money, discounts }) => ({
      ...{ id: giver.id, isSeed, points, hasMoney: money !== null, discounts },
    }))
    expect(shown.toSorted((a, b) => b.points - a.points)).toEqual([
      { id: idOf(seed), isSeed: true, points: 7_142, hasMoney: true, discounts: [] },
      { id: idOf(other), isSeed: true, points: 1_724, hasMoney: false, discounts: [] },
      { id: idOf(bo), isSeed: false, points: 0, hasMoney: false, discounts: ['related'] },
    ])
    const reach = await (await admin(test)).call('GET /api/admin/seeds')
    expect(reach.find((each) => each.seed.id === idOf(seed))).toMatchObject({
      ...{ people: 1, points: 19_333, ripening: 666 },
      loss: { people: 1, points: 7_758 },
    })
  })
})
