import ICAL from 'ical.js'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../tests/server/actors/actors.ts'
import { challenge, creator, runAfter, step } from '../../../../tests/server/actors/battles.ts'
import { KNOWLEDGE } from '../../../../tests/server/actors/rounds.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

type Person = Actor & { id: string }

const test = openForEach(testApp)
let ada: Person
let bo: Person
let cy: Person
beforeEach(async () => {
  ;[ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
})

async function accepted(challenger: Person, opponent: Person): Promise<string> {
  const { id } = await challenge(challenger, opponent.id, { stakeAmount: 10 })
  await step(opponent, id, 'accept')
  return id
}

const get = (path: string) => test.app.inject({ method: 'GET', url: path })

async function events(path: string) {
  const { statusCode, headers, body } = await get(path)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  return new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent').map((component) => ({
    id: new ICAL.Event(component).uid.split('@')[0],
    sequence: new ICAL.Event(component).sequence,
    status: component.getFirstPropertyValue('status'),
  }))
}
const ids = async (path: string) => (await events(path)).map(({ id }) => id)

describe('calendars', () => {
  it('list what was accepted, and keep what was called off [battles.calendar-public]', async () => {
    await challenge(ada, bo.id, { stakeAmount: 10 })
    expect(await events('/battles.ics')).toEqual([])
    const id = await accepted(ada, bo)
    test.ctx.clock.advance({ minutes: 1 })
    for (const path of [
      '/battles.ics',
      `/user/${ada.id}/battles.ics`,
      `/user/${bo.id}/battles.ics`,
      `/battles/${id}/battle.ics`,
    ])
      expect(await events(path)).toEqual([{ id, sequence: 0, status: 'CONFIRMED' }])
    expect(await events(`/user/${cy.id}/battles.ics`)).toEqual([])
    await step(ada, id, 'request-cancellation')
    await step(bo, id, 'approve-cancellation')
    expect(await events(`/user/${ada.id}/battles.ics`)).toEqual([{ id, sequence: 1, status: 'CANCELLED' }])
  })

  it('know no unaccepted battle, person or token', async () => {
    const { id } = await challenge(ada, bo.id, { stakeAmount: 10 })
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const path of [
      `/battles/${id}/battle.ics`,
      `/user/${unknown}/battles.ics`,
      '/user/ada/battles.ics',
      '/calendar.ics?token=AAAAAAAAAAAAAAAAAAAAAA',
      '/calendar.ics',
      '/calendar.ics?token=a&token=b',
    ])
      expect([path, (await get(path)).statusCode]).toEqual([path, 404])
  })
})

describe('a private calendar', () => {
  const own = async (who: Person) => (await who.call('GET /api/calendar')).path
  const renew = async (who: Person) => (await who.call('PUT /api/calendar')).path as string

  it('has one’s own battles, those one follows and those one is reminded of, without the muted [battles.calendar-private] [profile.mute]', async () => {
    const [dan, eve, fay] = [await creator(test), await creator(test), await creator(test)]
    const mine = await accepted(cy, ada)
    const followed = await accepted(bo, dan)
    const reminded = await accepted(eve, fay)
    expect(await own(cy)).toBeNull()
    const path = await renew(cy)
    expect(await ids(path)).toEqual([mine])
    await cy.call('PUT /api/follows/:id', { params: { id: bo.id } })
    await cy.call('PUT /api/battles/:id/reminder', { params: { id: reminded } })
    expect((await ids(path)).toSorted()).toEqual([mine, followed, reminded].toSorted())
    expect((await get(path)).headers['cache-control']).toMatch(/^private/)
    await cy.call('PUT /api/follows/:id', { params: { id: ada.id } })
    for (const { id } of [ada, bo, eve]) await cy.call('PUT /api/mutes/:id', { params: { id } })
    expect((await ids(path)).toSorted()).toEqual([mine, reminded].toSorted())
  })

  it('keeps one’s own battles, and then unfinished ones, however many others play [battles.calendar-private]', async () => {
    const dan = await creator(test)
    const mine = await accepted(cy, ada)
    const live = await accepted(bo, dan)
    const path = await renew(cy)
    await cy.call('PUT /api/follows/:id', { params: { id: bo.id } })
    await test.ctx.db.query(
      `insert into battles (id, challenger_id, opponent_id, description, status, stake, starts_at, ends_at, created_at,
                            challenger_hold, opponent_hold, gift_head)
       select gen_random_uuid(), challenger_id, opponent_id, '', 'completed', 1, starts_at + n * interval '1 minute',
              ends_at + n * interval '1 minute', created_at, challenger_hold, opponent_hold, ''
       from battles, generate_series(1, 101) n where id = $1`,
      [live],
    )
    const listed = await ids(path)
    expect(listed).toHaveLength(100)
    expect(listed).toEqual(expect.arrayContaining([mine, live]))
  })

  it('moves to a new address, and goes with it or with the account', async () => {
    const first = await renew(cy)
    const second = await renew(cy)
    expect([await own(cy), second === first]).toEqual([second, false])
    expect([(await get(first)).statusCode, (await get(second)).statusCode]).toEqual([404, 200])
    await cy.call('DELETE /api/calendar')
    expect([await own(cy), (await get(second)).statusCode]).toEqual([null, 404])
  })
})

describe('feeds', () => {
  it('list live battles and dated lessons as Atom [battles.feed]', async () => {
    const empty = await get('/battles.atom')
    expect([empty.statusCode, empty.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    expect(empty.body).toContain(`<updated>${test.ctx.clock.now().toISOString()}</updated>`)
    const { id } = await ada.call('POST /api/battles', {
      body: { opponentId: bo.id, stakeAmount: 10, ...KNOWLEDGE, bestOf: 3 },
    })
    await step(bo, id, 'accept')
    await runAfter(test, { minutes: 5 })
    test.ctx.clock.advance({ minutes: 1 })
    expect((await get('/battles.atom')).body).toContain('<summary>Decided by knowledge: best of 3 questions.</summary>')
    expect((await get('/lessons.atom')).body).toMatch(/<entry><id>https?:\/\/[^<]+\/lessons\//)
  })
})
