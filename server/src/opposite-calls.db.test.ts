import { BATTLE_RULES } from '@aura/api/rules/battles'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../tests/server/actors/actors.ts'
import { acceptedBattle, type creator, form, type StepPath, step } from '../../tests/server/actors/battles.ts'
import { databaseState } from '../../tests/server/database/database-state.ts'
import { openForAll } from '../../tests/server/open-for.ts'
import { testApp } from '../../tests/server/test-app.ts'

const push = { publicKey: 'B'.repeat(87), send: async () => 'sent' as const }
const { challengesPerDay, challengesPerPairDay } = BATTLE_RULES
const test = openForAll(() => testApp({ push, limits: { challengesPerDay, challengesPerPairDay } }))

type Creator = Awaited<ReturnType<typeof creator>>

let ada: Creator
let bo: Creator
/** A battle of the two. */
let battleId: string
beforeEach(async () => {
  const battle = await acceptedBattle(test)
  ada = battle.ada
  bo = battle.bo
  battleId = battle.id
  for (const [one, other] of [
    [ada, bo],
    [bo, ada],
  ] as const)
    await one.call('PUT /api/follows/:id', { params: { id: other.id } })
  await turnOn(bo, 'bo')
})

const turnOn = (actor: Actor, name: string) =>
  actor.send('POST', '/api/notifications/push', {
    endpoint: endpoint(name),
    keys: { p256dh: 'k'.repeat(87), auth: 'a'.repeat(22) },
  })
const endpoint = (name: string) => `https://fcm.googleapis.com/fcm/send/${name}-${bo.id}`

/** More than the challenges that one person may send in a day. */
const ROUNDS = challengesPerDay + 1

type Round = () => Promise<{ status: number }[]>

const both =
  (path: () => string): Round =>
  async () => [await ada.send('PUT', path()), await ada.send('DELETE', path())]
const steps =
  (one: StepPath, other: StepPath): Round =>
  async () => [await step(ada, battleId, one), await step(ada, battleId, other)]
const madeAndWithdrawn =
  (path: string, body: () => object): Round =>
  async () => {
    const made = await ada.send<{ id: string }>('POST', path, body())
    return [made, await ada.send('POST', `${path}/${made.body.id}/withdraw`)]
  }

const setNews = (isOn: boolean) => ada.send('POST', '/api/notifications/preferences', { type: 'battle_update', isOn })

describe('a call and its opposite, again and again, from some time on add no row and notify nobody', () => {
  it.each<[string, Round]>([
    ['follow and unfollow', both(() => `/api/follows/${bo.id}`)],
    ['block and unblock', both(() => `/api/blocks/${bo.id}`)],
    ['mute and unmute', both(() => `/api/mutes/${bo.id}`)],
    ['ask for a streak together and end it', both(() => `/api/friend-streaks/${bo.id}`)],
    ['join and leave the leagues', both(() => '/api/leagues/me')],
    ['ask to cancel and take it back', steps('request-cancellation', 'take-back-cancellation')],
    ['challenge and withdraw', madeAndWithdrawn('/api/battles', () => form(bo.id, { stakeAmount: 50 }))],
    ['make a link and withdraw it', madeAndWithdrawn('/api/challenge-links', () => ({ stakeAmount: 50, duration: 4 }))],
    ['turn a kind on and off', async () => [await setNews(true), await setNews(false)]],
    [
      'turn push on and off',
      async () => {
        const name = `ada-${crypto.randomUUID()}`
        const query = new URLSearchParams({ endpoint: endpoint(name) })
        return [await turnOn(ada, name), await ada.send('DELETE', `/api/notifications/push?${query}`)]
      },
    ],
  ])('%s [notifications.repeats-bounded]', async (_, round) => {
    const rows = async () =>
      Object.entries(await databaseState(test.ctx.db)).map(([table, all]) => [table, all.length] as const)
    expect((await round()).map(({ status }) => status)).toEqual([200, 200])
    for (let n = 1; n < ROUNDS; n++) await round()
    const before = await rows()
    for (let n = 0; n < ROUNDS; n++) await round()
    expect(await rows()).toEqual(before)
    expect((await bo.call('GET /api/notifications')).length).toBeLessThan(15)
  })
})
