import { expect, it } from 'vitest'
import { loadCatalogue } from '../../server/src/features/lessons/index.ts'
import { Actor } from '../../tests/server/actors/actors.ts'
import { TestClock } from '../../tests/server/fakes.ts'
import { testApp } from '../../tests/server/test-app.ts'
import { PERSONAS } from './personas.ts'
import { playDemo } from './play-demo.ts'
import { playFriends } from './play-friends.ts'
import { playPlaces } from './play-places.ts'

it('two creators keep a streak together, and one stands by the other, made once', async () => {
  const test = await testApp({ clock: new TestClock('2026-03-02T12:00:00Z') })
  const friends = PERSONAS.filter(({ username }) => ['temi_codes', 'tobi_wav'].includes(username))
  const few = friends.map((persona) => ({ ...persona, joinedDaysAgo: 12, lessonsPerDay: 1 as const }))
  await playDemo(test.ctx, await loadCatalogue(test.ctx.settings.lessonsDir), undefined, few)
  for (const _ of [1, 2]) {
    await playFriends(test.ctx)
    await playPlaces(test.ctx)
  }
  const [temi] = await test.ctx.db.query<{ id: string }>(`select id from users where username = 'temi_codes'`)
  const profile = await new Actor(test).call('GET /api/users/:id', { params: { id: temi?.id ?? '' } })
  expect(profile.friendStreaks).toMatchObject([{ person: { username: 'tobi_wav' }, days: 10 }])
  const { given } = await new Actor(test).call('GET /api/users/:id/places', { params: { id: temi?.id ?? '' } })
  expect(given).toMatchObject([{ person: { username: 'tobi_wav' }, placedAt: '2026-01-31T12:00:00.000Z' }])
  await test.close()
})
