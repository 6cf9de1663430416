import { BATTLE_RULES } from '@aura/api/rules/battles'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../../../tests/server/actors/actors.ts'
import { acceptedBattle, challenge, creator, doDue } from '../../../../../tests/server/actors/battles.ts'
import { relatePair } from '../../../../../tests/server/actors/related.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { suspendPerson } from '../../moderation/index.ts'
import { whitelistWallet } from '../../whitelist/index.ts'

type Person = Actor & { id: string }

const test = openForEach(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const suggested = (who: Actor) => who.call('GET /api/battles/opponents')
const idsFor = async (who: Actor) => (await suggested(who)).map(({ id }) => id)

/** Returns the viewer, who has 1,000 AP, and people with these, once the ranks have counted them. */
async function people(...ap: number[]): Promise<[Person, ...Person[]]> {
  const viewer = await creator(test)
  const others = []
  for (const each of ap) others.push(await creator(test, each))
  await doDue(test.ctx)
  return [viewer, ...others]
}

it('suggests who is online, then who is near in AP, and writes nothing [battles.suggested]', async () => {
  const [ada, far, near, above] = (await people(200, 990, 1_030)) as [Person, Person, Person, Person]
  test.ctx.clock.advance({ ms: BATTLE_RULES.onlineMinutes * 60_000 })
  await far.signIn()
  const before = await databaseState(test.ctx.db)
  const { username, profileImageUrl } = await far.me()
  expect(await suggested(ada)).toEqual([
    {
      ...{ id: far.id, username, profileImageUrl, isOnline: true },
      ...{ auraPoints: 200, availableAuraPoints: 200, currentStreak: 0 },
    },
    expect.objectContaining({ id: near.id, isOnline: false }),
    expect.objectContaining({ id: above.id, isOnline: false }),
  ])
  expect(await databaseState(test.ctx.db)).toEqual(before)
})

it('suggests four at most, of a crowd with the same points, too [battles.suggested]', async () => {
  const [ada] = await people(100, 100, 100, 100, 100)
  const found = await idsFor(ada)
  expect(new Set(found).size).toBe(BATTLE_RULES.suggestedOpponents)
  expect(found).not.toContain(ada.id)
})

it('never suggests who may not or can’t accept, nor whom one would rather not meet [battles.suggested-never]', async () => {
  const [ada, bo] = (await people(900)) as [Person, Person]
  const alone: readonly ((other: Person) => Promise<unknown>)[] = [
    (other) => ada.call('PUT /api/blocks/:id', { params: { id: other.id } }),
    (other) => other.call('PUT /api/blocks/:id', { params: { id: ada.id } }),
    (other) => ada.call('PUT /api/mutes/:id', { params: { id: other.id } }),
    (other) => relatePair(test, ada.id, other.id),
    (other) => suspendPerson(test.ctx, { userId: other.id, reason: 'Spam', adminId: null }),
    (other) => other.send('PUT', '/api/battles/settings', { challengers: 'nobody' }),
    (other) => other.send('PUT', '/api/battles/settings', { challengers: 'known' }),
    (other) => challenge(ada, other.id, { stakeAmount: 1 }),
    (other) => challenge(other, ada.id, { stakeAmount: 1 }),
    (other) => challenge(other, bo.id, { stakeAmount: 100 }),
  ]
  for (const happens of alone) {
    const other = await creator(test, 100)
    await doDue(test.ctx)
    expect(await idsFor(ada)).toContain(other.id)
    await happens(other)
    expect(await idsFor(ada)).toEqual([bo.id])
  }
})

it('suggests nobody outside the beta, and nobody with as many battles as they may have [battles.suggested-never]', async () => {
  const [ada, bo] = (await people(900)) as [Person, Person]
  const { ada: busy } = await acceptedBattle(test)
  await doDue(test.ctx)
  test.ctx.limits.battlesOpen = 1
  expect(await idsFor(ada)).toEqual([bo.id])
  test.ctx.limits.battlesOpen = 2
  expect(await idsFor(ada)).toContain(busy.id)
  for (const { wallet } of [ada, busy]) await whitelistWallet(test.ctx, wallet.address)
  test.ctx.settings.betaAccess = 'closed'
  expect(await idsFor(ada)).toEqual([busy.id])
})
