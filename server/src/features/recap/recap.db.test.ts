import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { challenge, creator, doDue, fundSteeze, gift, grantAp, runAt } from '../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../tests/server/actors/inviting.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { SILENT_PUSH, turnOnPush } from '../../../../tests/server/actors/notifying.ts'
import { follow, USDC, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { suspendPerson } from '../moderation/index.ts'

const sent: { title: string; kind?: string; path: string }[] = []
const push = {
  ...SILENT_PUSH,
  async send(_target: object, payload: string) {
    sent.push(JSON.parse(payload))
    return { retryAfterMs: null }
  },
}

const test = openForEach(() => testApp({ push }))
let ada: Actor & { id: string }
let bo: Actor & { id: string }
beforeEach(async () => {
  sent.length = 0
  // It is noon on Monday, 2 March.
  ;[ada, bo] = [await creator(test), await creator(test)]
  await doDue(test.ctx)
})

const at = async (moment: string) => {
  await runAt(test, moment)
  await doDue(test.ctx)
}
const recapsOf = async (actor: Actor) =>
  (await actor.call('GET /api/notifications')).filter(({ type }) => type === 'recap')
const told = async (actor: Actor) =>
  (await recapsOf(actor)).map(({ createdAt, message }) => [createdAt.slice(5, 16), message])
const latest = (actor: Actor) => actor.call('GET /api/recap')
const week = (actor: Actor, monday: string) => actor.send('GET', `/api/recap/${monday}`)
const figuresOf = async (actor: Actor) =>
  (await latest(actor)).recap?.figures.map(({ number, words, note }) => [number, words, note].filter(Boolean).join(' '))

/** Learns at noon on these days of March. */
async function learnOn(actor: Actor, ...days: number[]): Promise<void> {
  for (const day of days) {
    await at(`2026-03-${String(day).padStart(2, '0')}T12:10:00Z`)
    await learn(actor)
  }
  await doDue(test.ctx)
}

/** Fights a battle of a quarter of an hour that ends at this moment; the challenger wins. */
async function battle(winner: Actor & { id: string }, loser: Actor & { id: string }, endsAt: string): Promise<string> {
  const ends = Date.parse(endsAt)
  await at(new Date(ends - 3_600_000).toISOString())
  const battleDate = new Date(ends - 15 * 60_000).toISOString()
  const { id } = await challenge(winner, loser.id, { stakeAmount: 100, battleDate, duration: 0.25 })
  await loser.call('POST /api/battles/:id/accept', { params: { id }, body: undefined })
  await at(battleDate)
  const giver = await newcomer(test)
  await fundSteeze(test.ctx, (await giver.me()).id, { purchased: 5 })
  expect(await gift(giver, id, winner.id, 5)).toMatchObject({ status: 200 })
  await at(endsAt)
  return id
}

/** Returns the number of reminders of a type sent since the process started. */
async function counted(type: string): Promise<number> {
  const { body } = await test.app.inject('/metrics')
  return Number(new RegExp(`^reminders_sent_total\\{type="${type}"\\} (\\d+)$`, 'm').exec(body)?.[1] ?? 0)
}

describe('the message', () => {
  it('is counted and pushed once it is sent, and not when nobody wants it [notifications.recap-counted] [notifications.recap-off]', async () => {
    const before = await counted('recap')
    for (const [nr, actor] of [ada, bo].entries()) await turnOnPush(actor, `https://fcm.googleapis.com/fcm/send/${nr}`)
    await learnOn(ada, 3)
    await learnOn(bo, 4)
    await bo.call('POST /api/notifications/preferences', { body: { type: 'recap', isOn: false } })
    await at('2026-03-09T11:59:00Z')
    expect(await counted('recap')).toBe(before)
    for (const later of ['09T12:00', '10T12:00']) await at(`2026-03-${later}:00Z`)
    expect([(await told(ada)).length, await told(bo)]).toEqual([1, []])
    expect(await counted('recap')).toBe(before + 1)
    expect(await counted('day_reminder')).toBeGreaterThan(0)
    expect(sent.filter(({ kind }) => kind === 'recap')).toMatchObject([
      { title: 'Your week on Aura', path: '/recap/2026-03-02' },
    ])
  })

  it('comes once, on Monday at the person’s hour [notifications.recap]', async () => {
    await learnOn(ada, 3, 4)
    await at('2026-03-09T11:59:59Z')
    expect(await told(ada)).toEqual([])
    await at('2026-03-09T12:00:00Z')
    for (const later of ['09T21:00', '10T12:00', '11T12:00', '12T12:00']) await at(`2026-03-${later}:00Z`)
    expect(await told(ada)).toEqual([['03-09T12:00', '2 days lit, 2 lessons.']])
    expect(await recapsOf(ada)).toMatchObject([
      { title: 'Your week on Aura', path: '/recap/2026-03-02', relatedId: '2026-03-02', actor: null },
    ])
    // The rounds run again, as on a server that lost the first run's result.
    await test.ctx.db.query(`update reminder_rounds set day = '2026-03-11', step = 0, due_at = '-infinity'`)
    await at('2026-03-11T21:00:00Z')
    expect(await recapsOf(ada)).toHaveLength(1)
    // The week after had no activity.
    await at('2026-03-16T12:00:00Z')
    expect(await recapsOf(ada)).toHaveLength(1)
  })

  it('comes at the chosen hour, and at nine to those who never learned [notifications.recap]', async () => {
    await learnOn(ada, 3)
    await ada.call('PUT /api/reminders/hours', { body: { chosenHour: 19 } })
    await battle(ada, bo, '2026-03-05T18:00:00.000Z')
    await at('2026-03-09T08:59:59Z')
    expect([await told(ada), await told(bo)]).toEqual([[], []])
    await at('2026-03-09T09:00:00Z')
    await at('2026-03-09T19:00:00Z')
    expect(await told(bo)).toEqual([['03-09T09:00', '1 battle.']])
    expect(await told(ada)).toEqual([['03-09T19:00', '1 day lit, 1 lesson, 1 battle.']])
    // A user without an hour gets no reminder of the day.
    expect((await bo.call('GET /api/notifications')).map(({ type }) => type)).not.toContain('day_reminder')
  })

  it('comes late after an outage on Monday, until Wednesday and never at night [notifications.recap]', async () => {
    await learnOn(ada, 3)
    await learnOn(bo, 4)
    await at('2026-03-08T20:00:00Z')
    await at('2026-03-10T22:30:00Z')
    expect(await told(ada)).toEqual([])
    await at('2026-03-11T12:00:00Z')
    expect(await told(ada)).toEqual([['03-11T12:00', '1 day lit, 1 lesson.']])
    await test.ctx.db.query(`delete from notifications where type = 'recap' and user_id = $1`, [bo.id])
    await at('2026-03-12T12:00:00Z')
    expect(await told(bo)).toEqual([])
  })

  it('follows the person to other zones, once [notifications.recap]', async () => {
    await learnOn(ada, 3)
    await learnOn(bo, 3)
    await ada.call('PUT /api/reminders/hours', { body: { chosenHour: 11 } })
    await at('2026-03-09T10:00:00Z')
    // It is 19:00 there, so the hour has passed, and comes again on Tuesday.
    await ada.call('POST /api/user/time-zone', { body: { timeZone: 'Asia/Tokyo' } })
    await at('2026-03-09T14:00:00Z')
    // Bo got the message before his Monday begins again.
    expect([await told(ada), (await told(bo)).length]).toEqual([[], 1])
    await bo.call('POST /api/user/time-zone', { body: { timeZone: 'Pacific/Honolulu' } })
    await bo.call('PUT /api/reminders/hours', { body: { chosenHour: 12 } })
    await at('2026-03-10T01:59:59Z')
    expect(await told(ada)).toEqual([])
    for (const later of ['10T02:00', '10T22:00', '11T02:00', '11T22:00']) await at(`2026-03-${later}:00Z`)
    expect(await told(ada)).toEqual([['03-10T02:00', '1 day lit, 1 lesson.']])
    expect(await recapsOf(bo)).toHaveLength(1)
  })

  it('is not of a week before somebody came back', async () => {
    await learnOn(ada, 3)
    await at('2026-03-09T06:00:00Z')
    await deleteAccount(ada)
    await ada.signIn()
    for (const later of ['09T09:00', '09T12:00', '10T12:00']) await at(`2026-03-${later}:00Z`)
    expect((await ada.call('GET /api/streak')).lessonsFinished).toBe(1)
    expect([await told(ada), (await latest(ada)).recap]).toEqual([[], null])
  })
})

describe('the page', () => {
  it('shows the latest whole week, and those before by address', async () => {
    expect(await latest(ada)).toEqual({ recap: null, nextOn: '2026-03-09', isNew: true })
    await learnOn(ada, 3, 4, 6)
    await at('2026-03-09T00:00:00Z')
    const { recap, nextOn, isNew } = await latest(ada)
    expect([nextOn, isNew]).toEqual(['2026-03-16', true])
    expect(recap).toMatchObject({ week: '2026-03-02', until: '2026-03-08', previous: null, next: null, streak: 0 })
    expect(recap?.days.map(({ state }) => state)).toEqual(['dark', 'lit', 'lit', 'dark', 'lit', 'dark', 'dark'])
    expect(recap?.figures.map(({ number, words }) => `${number} ${words}`)).toEqual([
      '3 days lit',
      '3 lessons',
      '1 unit finished',
    ])
    await at('2026-03-16T00:00:00Z')
    expect(await latest(ada)).toMatchObject({
      recap: { week: '2026-03-09', figures: [], best: null, previous: '2026-03-02' },
    })
    expect(await week(ada, '2026-03-02')).toMatchObject({ status: 200, body: { ...recap, next: '2026-03-09' } })
    // Another user's week is only theirs.
    expect(await latest(bo)).toMatchObject({ recap: { figures: [], best: null } })
  })

  it('exists for whole weeks since they joined only', async () => {
    await at('2026-03-11T00:00:00Z')
    for (const monday of ['2026-02-23', '2026-03-03', '2026-03-09', '2027-03-01', '0001-01-01'])
      expect(await week(ada, monday)).toMatchObject(refusal(404, 'RECAP_NOT_FOUND'))
  })

  it('counts battles and vouches by when they happened on the person’s own clock [recap.figures]', async () => {
    const cy = await withUsdc(test)
    await ada.call('POST /api/user/time-zone', { body: { timeZone: 'Africa/Lagos' } })
    // It is Sunday, 23:30 in Lagos, and then Monday, 00:30.
    await battle(ada, bo, '2026-03-08T22:30:00.000Z')
    test.ctx.chain.vouch(cy.wallet.address, ada.wallet.address, 5 * USDC)
    await follow(test)
    await battle(bo, ada, '2026-03-08T23:30:00.000Z')
    test.ctx.chain.vouch(cy.wallet.address, ada.wallet.address, 7 * USDC)
    await follow(test)
    await at('2026-03-09T12:00:00Z')
    expect(await figuresOf(ada)).toEqual(['1 battle 1 won', '5.00 USDC vouched by one person'])
    expect(await figuresOf(bo)).toEqual(['2 battles 1 won'])
    await at('2026-03-16T12:00:00Z')
    expect(await figuresOf(ada)).toEqual(['1 battle 0 won', '7.00 USDC vouched by one person'])
    expect(await figuresOf(bo)).toEqual([])
  })

  it('names nobody the person blocked or who is gone, and counts no vouch of somebody blocked [recap.private]', async () => {
    const cy = await withUsdc(test)
    await battle(ada, bo, '2026-03-04T18:00:00.000Z')
    test.ctx.chain.vouch(cy.wallet.address, ada.wallet.address, 5 * USDC)
    await follow(test)
    const cyId = (await cy.me()).id
    const { username } = await cy.me()
    await at('2026-03-09T12:00:00Z')
    expect((await latest(ada)).recap?.best).toEqual({
      title: `First vouch, from ${username}`,
      detail: '5.00 USDC, all of it paid out.',
      path: `/user/${cyId}`,
    })
    await ada.call('PUT /api/blocks/:id', { params: { id: cyId } })
    expect(await figuresOf(ada)).toEqual(['1 battle 1 won'])
    const won = { title: `First win, against ${(await bo.me()).username}`, detail: '100 AP won.' }
    expect((await latest(ada)).recap?.best).toMatchObject(won)
    await deleteAccount(bo)
    expect((await latest(ada)).recap?.best).toMatchObject({ title: 'First win, against another creator' })
  })

  it('keeps a day’s week through a change of zone after it', async () => {
    await at('2026-03-08T23:30:00Z')
    await learn(ada)
    await at('2026-03-09T12:00:00Z')
    await grantAp(test.ctx, ada.id, 1)
    await ada.call('POST /api/user/time-zone', { body: { timeZone: 'Asia/Tokyo' } })
    await at('2026-03-10T12:00:00Z')
    expect(await figuresOf(ada)).toEqual(['1 day lit', '1 lesson'])
  })

  it('shows days that a rest day held, and the streak at the week’s end [recap.days]', async () => {
    await learnOn(ada, 2, 3)
    await test.ctx.db.query('update learners set rest_days = 1 where user_id = $1', [ada.id])
    await learnOn(ada, 5, 6, 7, 8)
    await at('2026-03-12T12:00:00Z')
    const { recap } = await latest(ada)
    expect(recap?.days.map(({ state }) => state)).toEqual(['lit', 'lit', 'held', 'lit', 'lit', 'lit', 'lit'])
    expect(recap?.streak).toBe(6)
    // Today is Thursday, so it isn't new.
    expect((await latest(ada)).isNew).toBe(false)
  })
})

describe('the best moment', () => {
  /** Plants the completions that finished reviews leave on these days of March, one after the other. */
  const reviewOn = async (...days: string[]) => {
    for (const [index, day] of days.entries())
      await test.ctx.db.query(
        `insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after)
         values ($1, 'daily-review', $2, $2::date + time '12:00', true, 0, $3)`,
        [ada.id, `2026-03-${day}`, index + 1],
      )
  }
  const bestOf = async (actor: Actor) => (await latest(actor)).recap?.best

  it('of a first week of learning is its first line, later a record or the days [recap.best]', async () => {
    await learnOn(ada, 3, 4)
    await at('2026-03-09T00:00:00Z')
    expect(await bestOf(ada)).toMatchObject({ title: 'First line lit', path: '/streak' })
    await learnOn(ada, 9, 10, 11)
    expect(await bestOf(ada)).toMatchObject({ title: 'First line lit' })
    await at('2026-03-16T00:00:00Z')
    expect(await bestOf(ada)).toMatchObject({ title: 'Finished Keys and getting back in', path: '/learn' })
    await reviewOn('16', '17', '18', '19')
    await at('2026-03-23T00:00:00Z')
    expect(await bestOf(ada)).toMatchObject({ title: '4-day streak', detail: 'The longest so far.' })
    await reviewOn('24', '25')
    await at('2026-03-30T00:00:00Z')
    expect(await bestOf(ada)).toMatchObject({ title: '2 days lit', detail: 'A streak of 2 days.' })
  })

  it('is a picture for its owner alone [recap.picture]', async () => {
    await learnOn(ada, 3)
    await at('2026-03-09T00:00:00Z')
    const picture = (actor: Actor, monday: string) =>
      test.app.inject({ url: `/share/recaps/${monday}.jpg`, cookies: Object.fromEntries(actor.cookies) })
    const reply = await picture(ada, '2026-03-02')
    expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      'image/jpeg',
      'private, no-store',
    ])
    expect(reply.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    const upright = await picture(ada, '2026-03-02-upright')
    expect([upright.statusCode, upright.rawPayload.equals(reply.rawPayload)]).toEqual([200, false])
    for (const week of ['2026-03-02', '2026-03-02-upright']) expect((await picture(bo, week)).statusCode).toBe(404)
    for (const monday of ['2026-03-09', '2026-02-30', 'x']) expect((await picture(ada, monday)).statusCode).toBe(404)
    expect((await picture(new Actor(test), '2026-03-02')).statusCode).toBe(401)
    await suspendPerson(test.ctx, { userId: ada.id, reason: 'Spam.', adminId: bo.id })
    expect((await picture(ada, '2026-03-02')).statusCode).toBe(403)
  })
})
