import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { doDue, runAt } from '../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../tests/server/actors/inviting.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { SILENT_PUSH, turnOnPush } from '../../../../tests/server/actors/notifying.ts'
import { holding, untilWaiting } from '../../../../tests/server/database/holding.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { suspendPerson } from '../moderation/index.ts'
import type { Delivery } from '../push/index.ts'
import { remindersDue } from './remind.ts'

const handed: string[] = []
const lives: number[] = []
const push = {
  ...SILENT_PUSH,
  async send(_target: object, payload: string, { lifeS }: Delivery) {
    handed.push(JSON.parse(payload).title)
    lives.push(lifeS)
    return { retryAfterMs: null }
  },
}

const test = openForEach(() => testApp({ push }))
let ada: Actor
let bo: Actor
beforeEach(async () => {
  handed.length = 0
  // It is noon, and rounds begin with the next one.
  ;[ada, bo] = [await newcomer(test), await newcomer(test)]
  await doDue(test.ctx)
})

const at = async (moment: string) => {
  await runAt(test, moment)
  // Jobs of pushes run before those of reminders.
  await doDue(test.ctx)
}
const told = async (actor: Actor) =>
  (await actor.call('GET /api/notifications')).map(({ title, createdAt }) => [createdAt.slice(5, 16), title]).reverse()
const choose = (actor: Actor, chosenHour: number | null) => actor.send('PUT', '/api/reminders/hours', { chosenHour })
const hours = (actor: Actor) => actor.call('GET /api/reminders/hours')
async function subscribe(actor: Actor): Promise<void> {
  await turnOnPush(actor)
  await doDue(test.ctx)
  handed.length = 0
  lives.length = 0
}
/** Learns at noon from the second to the fourth of March. */
async function threeDays(actor: Actor): Promise<void> {
  for (const day of [2, 3, 4]) {
    test.ctx.clock.set(`2026-03-0${day}T12:20:00Z`)
    await learn(actor)
  }
  await doDue(test.ctx)
}

describe('the hour', () => {
  it('is the usual one, until another is chosen', async () => {
    expect(await hours(ada)).toEqual({ chosenHour: null, usualHour: null })
    await learn(ada)
    await doDue(test.ctx)
    expect(await hours(ada)).toEqual({ chosenHour: null, usualHour: 12 })
    expect(await choose(ada, 19)).toMatchObject({ status: 200, body: { chosenHour: 19, usualHour: 12 } })
    await at('2026-03-03T12:00:00Z')
    expect(await told(ada)).toEqual([])
    await at('2026-03-03T19:00:00Z')
    expect(await told(ada)).toHaveLength(1)
    expect(await choose(ada, null)).toMatchObject({ status: 200, body: { chosenHour: null, usualHour: 12 } })
    expect(await hours(bo)).toEqual({ chosenHour: null, usualHour: null })
  })

  it('is never at night', async () => {
    await choose(ada, 19)
    for (const hour of [6, 22]) expect(await choose(ada, hour)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    expect(await hours(ada)).toEqual({ chosenHour: 19, usualHour: null })
  })
})

describe('a reminder', () => {
  it('comes once, at the usual hour, while the day is open [notifications.day-reminder]', async () => {
    await learn(ada)
    await doDue(test.ctx)
    await at('2026-03-03T11:59:59Z')
    expect(await told(ada)).toEqual([])
    await at('2026-03-03T12:00:00Z')
    await at('2026-03-03T21:59:00Z')
    await at('2026-03-03T22:00:00Z')
    expect(await told(ada)).toEqual([['03-03T12:00', 'Light line 2 of your streak']])
    await at('2026-03-04T12:00:00Z')
    expect(await told(ada)).toEqual([
      ['03-03T12:00', 'Light line 2 of your streak'],
      ['03-04T12:00', 'Light a line today'],
    ])
    expect(await told(bo)).toEqual([])
  })

  it('comes once more two hours before midnight when a streak of three is at stake, and never twice [notifications.streak-reminder]', async () => {
    await threeDays(ada)
    await learn(bo)
    await doDue(test.ctx)
    await at('2026-03-05T12:00:00Z')
    await at('2026-03-05T21:59:59Z')
    await at('2026-03-05T22:00:00Z')
    expect((await told(ada)).slice(-2)).toEqual([
      ['03-05T12:00', 'Light line 4 of your streak'],
      ['03-05T22:00', 'Your 3-day streak needs today'],
    ])
    expect(await told(bo)).toEqual([['03-05T12:00', 'Light line 2 of your streak']])
    // The zone's rounds run again, as on a server that lost the first run's result.
    await test.ctx.db.query(`update reminder_rounds set day = '2026-03-05', step = 0, due_at = '-infinity'`)
    await at('2026-03-05T22:30:00Z')
    expect(await told(ada)).toHaveLength(2)
  })

  it('says so when a rest day would cover the day [notifications.streak-reminder]', async () => {
    await threeDays(ada)
    await test.ctx.db.query('update learners set rest_days = 1 where user_id = $1', [(await ada.me()).id])
    await doDue(test.ctx)
    for (const day of ['05', '06']) await at(`2026-03-${day}T22:00:00Z`)
    expect((await told(ada)).filter(([when]) => when?.endsWith('22:00'))).toEqual([
      ['03-05T22:00', 'A rest day covers today'],
      ['03-06T22:00', 'Your 3-day streak needs today'],
    ])
  })

  it('never comes after the day counts, and is read and no longer sent once it does [notifications.reminder-closed]', async () => {
    await threeDays(ada)
    await subscribe(ada)
    await at('2026-03-05T12:00:00Z')
    expect(handed).toEqual(['Light line 4 of your streak'])
    await learn(ada)
    await at('2026-03-05T12:30:00Z')
    await at('2026-03-05T22:00:00Z')
    expect(handed.filter((title) => title.startsWith('Light'))).toHaveLength(1)
    const [reminder] = (await ada.call('GET /api/notifications')).filter(({ type }) => type === 'day_reminder')
    expect(reminder).toMatchObject({ isRead: true, title: 'Light line 4 of your streak', path: '/', actor: null })
    test.ctx.clock.set('2026-03-06T11:00:00Z')
    await learn(ada)
    await at('2026-03-06T22:00:00Z')
    expect((await told(ada)).filter(([when]) => when?.startsWith('03-06'))).toEqual([])
  })

  it('does not come if the day is done while its round waits [notifications.reminder-closed]', async () => {
    await learn(ada)
    await doDue(test.ctx)
    const { id } = await ada.me()
    test.ctx.clock.set('2026-03-03T12:00:00Z')
    const letGo = await holding(test.ctx.db, (tx) =>
      tx.query(`update learners set last_day = '2026-03-03', streak_days = 2 where user_id = $1`, [id]),
    )
    const round = doDue(test.ctx)
    await untilWaiting(test.ctx.db)
    await letGo()
    await round
    expect(await told(ada)).toEqual([])
  })

  it('that an outage delays ends with the evening, and the last call with the day', async () => {
    await threeDays(ada)
    await subscribe(ada)
    await at('2026-03-05T21:40:00Z')
    await at('2026-03-05T23:50:00Z')
    expect(handed).toEqual(['Light line 4 of your streak', 'Your 3-day streak needs today'])
    expect(lives).toEqual([20 * 60, 10 * 60])
    const lastCall = (await ada.call('GET /api/notifications')).find(({ type }) => type !== 'security')
    expect(lastCall?.message).toBe('Your day ends at midnight. One lesson or one review counts.')
  })

  it('of either kind is turned off by itself [notifications.reminder-off]', async () => {
    await threeDays(ada)
    await ada.call('POST /api/notifications/preferences', { body: { type: 'streak_reminder', isOn: false } })
    await at('2026-03-05T12:00:00Z')
    await at('2026-03-05T22:00:00Z')
    expect((await told(ada)).map(([, title]) => title)).toEqual(['Light line 4 of your streak'])
    await ada.call('POST /api/notifications/preferences', { body: { type: 'day_reminder', isOn: false } })
    await learn(ada)
    await at('2026-03-06T22:00:00Z')
    expect(await told(ada)).toHaveLength(1)
  })

  it('follows the person to another zone, and comes once on a day that lasts longer [notifications.reminder-zones]', async () => {
    await threeDays(ada)
    await at('2026-03-05T12:00:00Z')
    await ada.call('POST /api/user/time-zone', { body: { timeZone: 'Pacific/Honolulu' } })
    await doDue(test.ctx)
    expect(await hours(ada)).toMatchObject({ usualHour: 7 })
    // Their fifth of March lasts until midnight in Honolulu.
    await at('2026-03-05T17:00:00Z')
    expect(await told(ada)).toHaveLength(1)
    await at('2026-03-06T08:00:00Z')
    expect((await told(ada)).slice(1)).toEqual([['03-06T08:00', 'Your 3-day streak needs today']])
    await at('2026-03-06T17:00:00Z')
    expect((await told(ada)).slice(2)).toEqual([['03-06T17:00', 'Light a line today']])
  })

  it('is not for suspended or deleted people, and neither is a recap', async () => {
    await learn(ada)
    await learn(bo)
    await doDue(test.ctx)
    await suspendPerson(test.ctx, { userId: (await ada.me()).id, reason: 'Spam.', adminId: (await bo.me()).id })
    await deleteAccount(bo)
    for (const day of ['03', '09']) await at(`2026-03-${day}T12:00:00Z`)
    const rows = await test.ctx.db.query(
      `select 1 from notifications where type in ('day_reminder', 'streak_reminder', 'recap')`,
    )
    expect(rows).toEqual([])
  })

  it('waits for its zone only, when a round fails', async () => {
    await learn(ada)
    await doDue(test.ctx)
    await test.ctx.db.query(`insert into reminder_rounds (time_zone, due_at) values ('Nowhere/None', '-infinity')`)
    test.ctx.clock.set('2026-03-03T12:00:00Z')
    const errors: unknown[] = []
    const job = remindersDue(test.ctx, { features: [], onError: (error) => errors.push(error) })
    expect(await job.msUntilNextRun()).toBe(0)
    while (await job.runBatch());
    expect(errors).toHaveLength(1)
    expect(await told(ada)).toHaveLength(1)
    expect(await job.msUntilNextRun()).toBe(5_000)
  })
})
