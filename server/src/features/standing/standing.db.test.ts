import { randomUUID } from 'node:crypto'
import { STANDING_RULES } from '@aura/api/rules/standing'
import { TRUST_RULES } from '@aura/api/rules/trust'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { admin } from '../../../../tests/server/actors/admins.ts'
import { creator, doDue } from '../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../tests/server/actors/inviting.ts'
import { people } from '../../../../tests/server/actors/ranks.ts'
import { relatePair } from '../../../../tests/server/actors/related.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { suspendPerson } from '../moderation/index.ts'
import { touchRelations } from '../related-accounts/index.ts'

type Person = Actor & { id: string }

const trustSeeds: string[] = []
const test = openForEach(() => testApp({ settings: { trustSeeds } }))
let ada: Person
let bo: Person
let cy: Person
beforeEach(async () => {
  trustSeeds.length = 0
  ;[ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
  test.ctx.clock.set('2026-03-02T12:00:00Z')
})

const standBy = (actor: Actor, id: string, line?: string, key?: string) =>
  actor.send<{ left: number }>('PUT', `/api/places/${id}`, { line }, key ? { 'idempotency-key': key } : {})
const takeBack = (actor: Actor, id: string) => actor.send('DELETE', `/api/places/${id}`)
const placesOf = async (of: Person, viewer: Actor = new Actor(test)) => {
  const { received, receivedTotal, given } = await viewer.call('GET /api/users/:id/places', { params: { id: of.id } })
  const shown = (places: typeof given) => places.map(({ person, line }) => [person.id, line])
  return { by: shown(received), total: receivedTotal, standsBy: shown(given) }
}
const left = async (actor: Actor) => (await actor.call('GET /api/places')).left
const told = async (actor: Actor) =>
  (await actor.call('GET /api/notifications')).filter(({ type }) => type === 'place_received')
const many = (count: number) => people(test.ctx.db, count)

describe('standing by a person', () => {
  it('is public, free and once, with a line that can be changed, until it is taken back [standing.place] [standing.line]', async () => {
    expect(await standBy(ada, bo.id, '  Taught\u202e me\n calldata. ')).toMatchObject({
      status: 200,
      body: { left: 9 },
    })
    expect(await placesOf(bo)).toEqual({ by: [[ada.id, 'Taught me calldata.']], total: 1, standsBy: [] })
    expect(await placesOf(ada)).toEqual({ by: [], total: 0, standsBy: [[bo.id, 'Taught me calldata.']] })
    expect(await standBy(ada, bo.id)).toMatchObject({ body: { left: 9 } })
    expect((await placesOf(bo)).by).toEqual([[ada.id, 'Taught me calldata.']])
    await standBy(ada, bo.id, 'Knows calldata.')
    expect((await placesOf(bo)).by).toEqual([[ada.id, 'Knows calldata.']])
    await standBy(ada, bo.id, '\u200b ')
    expect((await placesOf(bo)).by).toEqual([[ada.id, null]])
    for (const _ of [1, 2]) expect(await takeBack(ada, bo.id)).toMatchObject({ status: 200 })
    expect(await placesOf(bo)).toEqual({ by: [], total: 0, standsBy: [] })
    expect(await left(ada)).toBe(TRUST_RULES.places)
    const long = 'x'.repeat(STANDING_RULES.lineLength + 1)
    expect(await standBy(ada, bo.id, long)).toMatchObject({ status: 400 })
    expect((await placesOf(bo)).by).toEqual([])
  })

  it('ripens from the start when it is taken again, but not when its line changes [standing.ripens-anew]', async () => {
    const placedAt = async () => (await ada.call('GET /api/places')).places[0]?.placedAt
    await standBy(ada, bo.id)
    const first = await placedAt()
    test.ctx.clock.advance({ days: 20 })
    await standBy(ada, bo.id, 'Still.')
    expect(await placedAt()).toBe(first)
    await takeBack(ada, bo.id)
    await standBy(ada, bo.id)
    expect(await placedAt()).toBe('2026-03-22T12:00:00.000Z')
    expect(await test.ctx.db.query('select 1 from places')).toHaveLength(1)
  })

  it('notifies the receiver, and a repetition replaces the notice [standing.told]', async () => {
    test.changedTopics()
    await standBy(ada, bo.id, 'Hi.')
    expect(test.changedTopics()).toEqual(expect.arrayContaining([`user:${ada.id}`, `user:${bo.id}`]))
    await bo.call('POST /api/notifications/read-all')
    for (const _ of [1, 2, 3]) {
      await takeBack(ada, bo.id)
      await standBy(ada, bo.id)
    }
    await standBy(ada, bo.id, 'A line is no news.')
    const { username } = await ada.me()
    expect(await told(bo)).toMatchObject([
      { title: `${username} stands by you`, path: `/user/${ada.id}`, actor: { id: ada.id }, isRead: false },
    ])
    expect(await told(ada)).toEqual([])
  })

  it('refuses oneself, unknown and suspended people, and changes nothing [standing.refused]', async () => {
    expect(await standBy(ada, ada.id)).toMatchObject(refusal(409, 'PLACE_FOR_ONESELF'))
    expect(await standBy(ada, randomUUID())).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
    expect(await new Actor(test).send('GET', `/api/users/${randomUUID()}/places`)).toMatchObject(
      refusal(404, 'USER_NOT_FOUND'),
    )
    await standBy(ada, bo.id)
    for (const { id } of [bo, cy]) await suspendPerson(test.ctx, { userId: id, reason: 'Spam.', adminId: null })
    expect(await standBy(ada, cy.id)).toMatchObject(refusal(409, 'PERSON_UNAVAILABLE'))
    expect(await standBy(cy, ada.id)).toMatchObject(refusal(403, 'ACCOUNT_SUSPENDED'))
    expect(await placesOf(ada)).toEqual({ by: [], total: 0, standsBy: [[bo.id, null]] })
    expect(await takeBack(ada, bo.id)).toMatchObject({ status: 200 })
    expect(await left(ada)).toBe(TRUST_RULES.places)
  })
})

describe('places', () => {
  it('are ten, also for requests at once, and one that was taken back is free again [standing.limit]', async () => {
    const others = await many(TRUST_RULES.places + 4)
    const results = await Promise.all(others.map((id) => standBy(ada, id)))
    expect(results.filter(({ status }) => status === 200)).toHaveLength(TRUST_RULES.places)
    expect(results.filter(({ status }) => status !== 200)).toMatchObject(
      Array.from({ length: 4 }, () => refusal(409, 'PLACES_USED_UP')),
    )
    const { left, places } = await ada.call('GET /api/places')
    expect([left, places.length]).toEqual([0, TRUST_RULES.places])
    const [kept, ended] = places.map(({ person }) => person.id)
    expect(await standBy(ada, kept ?? '', 'Already.')).toMatchObject({ status: 200, body: { left: 0 } })
    await takeBack(ada, ended ?? '')
    expect(await standBy(ada, bo.id)).toMatchObject({ status: 200, body: { left: 0 } })
  })

  it('are one for a press that is sent twice or again later [standing.once]', async () => {
    const replies = await Promise.all([standBy(ada, bo.id), standBy(ada, bo.id)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await left(ada)).toBe(TRUST_RULES.places - 1)
    await takeBack(ada, bo.id)
    const key = randomUUID()
    await standBy(ada, bo.id, undefined, key)
    await takeBack(ada, bo.id)
    // The browser repeats a request whose response it missed.
    expect(await standBy(ada, bo.id, undefined, key)).toMatchObject({ status: 200, body: { left: 9 } })
    expect((await placesOf(bo)).by).toEqual([])
  })

  it('are fifty for a seed [standing.seeds]', async () => {
    trustSeeds.push(ada.wallet.address.toLowerCase())
    await doDue(test.ctx)
    expect(await ada.call('GET /api/places')).toMatchObject({ total: 50, left: 50 })
    for (const id of await many(11)) expect((await standBy(ada, id)).status).toBe(200)
    expect(await left(ada)).toBe(39)
    trustSeeds.length = 0
    expect(await ada.call('GET /api/places')).toMatchObject({ total: 10, left: 0 })
    expect(await standBy(ada, bo.id)).toMatchObject(refusal(409, 'PLACES_USED_UP'))
  })

  it('end both ways with a block, and are refused while it lasts [standing.block] [trust.blocked]', async () => {
    for (const [a, b] of [
      [ada, bo],
      [bo, ada],
      [cy, ada],
    ] as const)
      await standBy(a, b.id)
    await ada.call('PUT /api/blocks/:id', { params: { id: bo.id } })
    expect(await placesOf(ada)).toEqual({ by: [[cy.id, null]], total: 1, standsBy: [] })
    expect((await placesOf(bo)).by).toEqual([])
    expect(await standBy(bo, ada.id)).toMatchObject(refusal(409, 'PERSON_UNAVAILABLE'))
    expect(await standBy(ada, bo.id)).toMatchObject(refusal(409, 'PERSON_BLOCKED'))
    await ada.call('DELETE /api/blocks/:id', { params: { id: bo.id } })
    expect((await placesOf(ada)).total).toBe(1)
    expect(await standBy(bo, ada.id)).toMatchObject({ status: 200 })
  })

  it('end with the account of either person, and are in the download [standing.deleted]', async () => {
    await standBy(ada, bo.id, 'Mine.')
    test.ctx.clock.advance({ minutes: 1 })
    await standBy(bo, ada.id, 'Theirs.')
    const { places } = (await ada.call('GET /api/user/export')).data
    expect(places).toMatchObject([
      { giver_id: ada.id, line: 'Mine.' },
      { giver_id: bo.id, line: null },
    ])
    await deleteAccount(bo)
    expect(await placesOf(ada)).toEqual({ by: [], total: 0, standsBy: [] })
    expect(await left(ada)).toBe(TRUST_RULES.places)
  })

  it('hide their line from who muted or blocked its writer, or is blocked by either, and once its writer is suspended [standing.line-hidden]', async () => {
    await standBy(ada, bo.id, 'A line.')
    const line = async (viewer: Actor) => (await placesOf(bo, viewer)).by[0]?.[1]
    expect([await line(new Actor(test)), await line(bo), await line(cy)]).toEqual(['A line.', 'A line.', 'A line.'])
    await cy.call('PUT /api/mutes/:id', { params: { id: ada.id } })
    expect([await line(cy), await line(ada)]).toEqual([null, 'A line.'])
    await cy.call('DELETE /api/mutes/:id', { params: { id: ada.id } })
    await bo.call('PUT /api/blocks/:id', { params: { id: cy.id } })
    expect([await line(cy), await line(new Actor(test))]).toEqual([null, 'A line.'])
    await suspendPerson(test.ctx, { userId: ada.id, reason: 'Spam.', adminId: null })
    expect([await line(bo), await line(new Actor(test))]).toEqual([null, null])
  })
})

describe('a report of a line', () => {
  async function report(by: Actor, giver: Person, receiver: Person, reason = 'abuse') {
    const { received } = await by.call('GET /api/users/:id/places', { params: { id: receiver.id } })
    const id = received.find(({ person }) => person.id === giver.id)?.id ?? randomUUID()
    return by.send('PUT', `/api/texts/line/${id}/report`, { reason })
  }

  it('waits once per person for an admin, who removes the line with a reason or keeps it; the place stays [standing.line-report]', async () => {
    await standBy(ada, bo.id, 'Rude.')
    await standBy(bo, cy.id, 'Fine.')
    for (const reason of ['abuse', 'spam']) expect(await report(cy, ada, bo, reason)).toMatchObject({ status: 200 })
    await report(bo, ada, bo, 'other')
    test.ctx.clock.advance({ ms: 1_000 })
    await report(ada, bo, cy, 'spam')
    const eve = await admin(test)
    const list = () => eve.call('GET /api/admin/texts')
    const [rude, fine] = await list()
    expect([rude, fine]).toMatchObject([
      { text: 'Rude.', writer: { id: ada.id }, about: { id: bo.id }, reports: 2, reasons: ['abuse', 'other'] },
      { text: 'Fine.', writer: { id: bo.id }, reports: 1, reasons: ['spam'] },
    ])
    await eve.send('POST', `/api/admin/texts/line/${rude?.id}/remove`, { reason: 'An insult.' })
    await eve.send('POST', `/api/admin/texts/line/${fine?.id}/keep`)
    expect(await list()).toEqual([])
    expect((await placesOf(bo)).by).toEqual([[ada.id, null]])
    expect((await placesOf(cy)).by).toEqual([[bo.id, 'Fine.']])
    expect((await ada.call('GET /api/notifications')).find(({ type }) => type === 'other')).toMatchObject({
      title: 'Your line was removed',
      message: 'You still stand by them. An admin removed the line beside it: An insult.',
      path: `/user/${bo.id}`,
    })
  })

  it('outlives a change of the line and shows the one reported, until an admin decides; then it is reported anew [standing.line-report] [standing.line-changed]', async () => {
    const eve = await admin(test)
    const waiting = async () =>
      (await eve.call('GET /api/admin/texts')).map(({ text, reportedAs, reports, reasons }) => [
        text,
        reportedAs,
        reports,
        reasons.join(),
      ])
    await standBy(ada, bo.id, 'Rude.')
    await report(cy, ada, bo)
    expect(await waiting()).toEqual([['Rude.', [], 1, 'abuse']])
    for (const changed of ['Better.', '']) await standBy(ada, bo.id, changed)
    expect(await waiting()).toEqual([])
    await standBy(ada, bo.id, 'Better.')
    expect(await waiting()).toEqual([['Better.', ['Rude.'], 1, 'abuse']])
    await report(bo, ada, bo, 'spam')
    expect(await waiting()).toEqual([['Better.', ['Rude.'], 2, 'abuse,spam']])
    // The later of one person's reports counts.
    await standBy(ada, bo.id, 'Worse.')
    await report(cy, ada, bo, 'other')
    for (const _ of 'two') await report(cy, ada, bo, 'spam')
    expect(await waiting()).toEqual([['Worse.', ['Better.'], 2, 'other,spam']])
    await takeBack(ada, bo.id)
    expect(await waiting()).toEqual([])
    expect(await report(cy, ada, bo)).toMatchObject(refusal(404, 'TEXT_NOT_FOUND'))
    await standBy(ada, bo.id, 'Again.')
    expect(await waiting()).toEqual([['Again.', ['Better.', 'Worse.'], 2, 'other,spam']])
    const [line] = await eve.call('GET /api/admin/texts')
    await eve.send('POST', `/api/admin/texts/line/${line?.id}/keep`)
    expect(await test.ctx.db.query('select line from text_reports where line is not null')).toEqual([])
    await report(cy, ada, bo)
    expect(await waiting()).toEqual([])
    await standBy(ada, bo.id, 'Rude.')
    await report(cy, ada, bo)
    expect(await waiting()).toEqual([['Rude.', [], 1, 'abuse']])
  })

  it('is refused to its writer and to those it is hidden from', async () => {
    await standBy(ada, bo.id, 'Rude.')
    expect(await report(ada, ada, bo)).toMatchObject(refusal(409, 'TEXT_OWN'))
    await cy.call('PUT /api/mutes/:id', { params: { id: ada.id } })
    expect(await report(cy, ada, bo)).toMatchObject(refusal(404, 'TEXT_NOT_FOUND'))
    expect(await report(cy, bo, ada)).toMatchObject(refusal(404, 'TEXT_NOT_FOUND'))
  })
})

describe('what a place brings', () => {
  const shown = async (of: Person, viewer: Actor = new Actor(test)) => {
    await doDue(test.ctx)
    return viewer.call('GET /api/users/:id/places', { params: { id: of.id } })
  }
  const ripen = async () => {
    test.ctx.clock.advance({ days: TRUST_RULES.ripenDays })
    for (const actor of [ada, bo, cy]) await actor.signIn()
  }
  beforeEach(async () => {
    trustSeeds.push(ada.wallet.address.toLowerCase())
    await doDue(test.ctx)
    await standBy(ada, bo.id)
    await standBy(bo, cy.id)
  })

  it('is shown to everyone, with the day from which it counts in full [standing.why]', async () => {
    expect((await shown(bo)).received).toMatchObject([
      { person: { id: ada.id }, isSeed: true, points: 0, ripeAt: '2026-04-01T00:00:00.000Z', money: null },
    ])
    await ripen()
    const { received, trust } = await shown(bo)
    expect(received).toMatchObject([{ ripeAt: null }])
    expect(received[0]?.points).toBeGreaterThan(0)
    expect(trust).toEqual({ points: received[0]?.points, seeds: 1, countsThousandths: 250 })
    expect((await shown(cy)).received).toMatchObject([{ person: { id: bo.id }, isSeed: false }])
  })

  it('is listed page by page, those first that bring most, then the newest, and each once [standing.shown]', async () => {
    const { page } = STANDING_RULES
    const strangers = await many(2 * page)
    // All at one moment, so that their ids alone tell them apart.
    await test.ctx.db.query(
      `insert into places (id, giver_id, receiver_id, placed_at)
       select gen_random_uuid(), id, $2, '2026-03-01T12:00:00.000001Z' from unnest($1::uuid[]) id`,
      [strangers, bo.id],
    )
    await ripen()
    await standBy(cy, bo.id)
    const first = await shown(bo)
    expect(first.receivedTotal).toBe(2 * page + 2)
    expect(first.received[0]).toMatchObject({ person: { id: ada.id }, points: first.trust.points })
    const pages = [first]
    for (let after = first.next; after !== null; after = pages.at(-1)?.next ?? null)
      pages.push(await cy.call('GET /api/users/:id/places', { params: { id: bo.id }, query: { after } }))
    expect(pages.map(({ received }) => received.length)).toEqual([page, page, 2])
    expect(pages.map(({ trust }) => trust)).toEqual(pages.map(() => first.trust))
    const listed = pages.flatMap(({ received }) => received)
    expect(listed.map(({ person }) => person.id)).toEqual([ada.id, cy.id, ...strangers.toSorted().toReversed()])
  })

  it('is less for reasons that its giver and receiver alone are told [standing.discounts]', async () => {
    await ripen()
    const discounts = async (of: Person, viewer: Actor) => (await shown(of, viewer)).received[0]?.discounts
    // Relations of who signed in are calculated first.
    await doDue(test.ctx)
    await relatePair(test, bo.id, cy.id)
    await test.ctx.db.tx(touchRelations)
    expect((await shown(cy)).received).toMatchObject([{ points: 0, discounts: [] }])
    expect([await discounts(cy, cy), await discounts(cy, bo), await discounts(cy, ada)]).toEqual([
      ['related'],
      ['related'],
      [],
    ])
    await suspendPerson(test.ctx, { userId: ada.id, reason: 'Spam.', adminId: null })
    expect((await shown(bo)).received).toMatchObject([{ points: 0, discounts: [] }])
    expect([await discounts(bo, bo), await discounts(bo, cy)]).toEqual([['suspended'], []])
  })
})
