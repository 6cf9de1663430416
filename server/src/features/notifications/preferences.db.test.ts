import { afterAll, beforeAll, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../test/actors/actors.ts'
import { refusal } from '../../../test/refusal.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { insertNotifications, type NewNotification } from './index.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
afterAll(() => test.close())

const tell = (...list: NewNotification[]) => test.ctx.db.tx((tx) => insertNotifications(tx, test.ctx.clock, list))
const about = async (actor: Actor, type: NewNotification['type'], key: string): Promise<NewNotification> => {
  const { id } = await actor.me()
  return { userId: id, type, title: key, message: 'It happened.', relatedId: null, key }
}
const titles = async (actor: Actor) => (await actor.call('GET /api/notifications')).map(({ title }) => title)
const set = (actor: Actor, type: string, isOn: unknown) =>
  actor.send('POST', '/api/notifications/preferences', { type, isOn })
const OPTIONAL = [
  'battle_challenge',
  'battle_accepted',
  'battle_rejected',
  'battle_update',
  'vouch_received',
  'steeze_update',
  'follow_live',
  'friend_streak',
  'day_reminder',
  'streak_reminder',
  'league_result',
]

it('every kind is on by default', async () => {
  const ada = await newcomer(test)
  const preferences = await ada.call('GET /api/notifications/preferences')
  expect(preferences).toEqual(OPTIONAL.map((type) => ({ type, isOn: true })))
})

it('a muted kind stops arriving, for this user only, and earlier ones stay', async () => {
  const [ada, bo] = [await newcomer(test), await newcomer(test)]
  await tell(await about(ada, 'vouch_received', 'before'))
  expect(await set(ada, 'vouch_received', false)).toMatchObject({ status: 200 })
  expect((await set(ada, 'vouch_received', false)).status).toBe(200)
  const now = await ada.call('GET /api/notifications/preferences')
  expect(now.filter(({ isOn }) => !isOn)).toEqual([{ type: 'vouch_received', isOn: false }])
  expect((await bo.call('GET /api/notifications/preferences')).every(({ isOn }) => isOn)).toBe(true)
  await tell(
    await about(ada, 'vouch_received', 'muted'),
    await about(ada, 'battle_update', 'wanted'),
    await about(bo, 'vouch_received', 'his'),
  )
  expect(await titles(ada)).toEqual(['wanted', 'before'])
  expect(await titles(bo)).toEqual(['his'])

  expect((await set(ada, 'vouch_received', true)).status).toBe(200)
  await tell(await about(ada, 'vouch_received', 'again'))
  expect(await titles(ada)).toEqual(['again', 'wanted', 'before'])
})

it('muting is refused for mandatory kinds, unknown kinds and visitors', async () => {
  const ada = await newcomer(test)
  for (const [type, isOn] of [
    ['other', false],
    ['nothing', false],
    ['vouch_received', 'no'],
  ] as const)
    expect(await set(ada, type, isOn)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
  const visitor = new Actor(test)
  expect(await set(visitor, 'vouch_received', false)).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  expect(await visitor.send('GET', '/api/notifications/preferences')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  expect((await ada.call('GET /api/notifications/preferences')).every(({ isOn }) => isOn)).toBe(true)
})
