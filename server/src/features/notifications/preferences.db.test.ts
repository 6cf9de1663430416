import { NotificationType } from '@aura/api/calls/notifications'
import { expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { notice, notify } from '../../../../tests/server/actors/notifying.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import type { NewNotification } from './index.ts'

const test = openForAll(testApp)

const tell = (...list: NewNotification[]) => notify(test, ...list)
const about = async (actor: Actor, type: NewNotification['type'], title: string) =>
  notice((await actor.me()).id, { type, title })
const titles = async (actor: Actor) => (await actor.call('GET /api/notifications')).map(({ title }) => title)
const set = (actor: Actor, type: string, isOn: boolean, channel?: string) =>
  actor.send('POST', '/api/notifications/preferences', { type, isOn, ...(channel !== undefined && { channel }) })
const areOn = (preferences: readonly { bell: boolean; device: boolean }[]) =>
  preferences.every(({ bell, device }) => bell && device)
const MANDATORY: readonly string[] = ['other', 'security', 'account_related']
const OPTIONAL = NotificationType.options.filter((type) => !MANDATORY.includes(type))

it('every kind is on by default', async () => {
  const ada = await newcomer(test)
  const preferences = await ada.call('GET /api/notifications/preferences')
  expect(preferences).toEqual(OPTIONAL.map((type) => ({ type, bell: true, device: true })))
})

it('a muted kind stops arriving, for this user only, and earlier ones stay', async () => {
  const [ada, bo] = [await newcomer(test), await newcomer(test)]
  await tell(await about(ada, 'vouch_received', 'before'))
  expect(await set(ada, 'vouch_received', false)).toMatchObject({ status: 200 })
  expect((await set(ada, 'vouch_received', false)).status).toBe(200)
  const now = await ada.call('GET /api/notifications/preferences')
  expect(now.filter((each) => !areOn([each]))).toEqual([{ type: 'vouch_received', bell: false, device: false }])
  expect(areOn(await bo.call('GET /api/notifications/preferences'))).toBe(true)
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

it('each channel is muted by itself, and what is muted in the bell only is not listed [notifications.channels]', async () => {
  const ada = await newcomer(test)
  for (const _ of [1, 2]) await set(ada, 'battle_update', false, 'bell')
  await set(ada, 'friend_streak', false, 'device')
  const now = await ada.call('GET /api/notifications/preferences')
  expect(now.filter((each) => !areOn([each]))).toEqual([
    { type: 'battle_update', bell: false, device: true },
    { type: 'friend_streak', bell: true, device: false },
  ])
  await tell(await about(ada, 'battle_update', 'sent only'), await about(ada, 'friend_streak', 'listed'))
  expect(await titles(ada)).toEqual(['listed'])
  expect(await set(ada, 'battle_update', true)).toMatchObject({ status: 200 })
  await tell(await about(ada, 'battle_update', 'both'))
  expect(await titles(ada)).toEqual(['both', 'listed'])
})

it('mandatory kinds are not muted', async () => {
  const ada = await newcomer(test)
  for (const type of MANDATORY)
    expect(await set(ada, type, false, 'device')).toMatchObject(refusal(400, 'INVALID_REQUEST'))
})
