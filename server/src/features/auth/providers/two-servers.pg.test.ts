import { afterAll, beforeAll, expect, it } from 'vitest'
import { newcomer } from '../../../../../tests/server/actors/actors.ts'
import { comeBack, consent, sentTo } from '../../../../../tests/server/actors/x-actor.ts'
import { type MockIssuer, startMockIssuer } from '../../../../../tests/server/mock-issuer.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { twoServers } from '../../../../../tests/server/two-servers.ts'
import { findProvenChannels } from '../../providers/index.ts'

let twitch: MockIssuer
beforeAll(async () => {
  twitch = await startMockIssuer()
})
afterAll(() => twitch.stop())
const servers = twoServers((database) =>
  testApp({
    ...database,
    settings: { providers: [{ ...twitch.settings, id: 'twitch', key: 'twitch', name: 'Twitch' }] },
  }),
)

it('a channel that two accounts link at once on two servers is proven for one, and the other is told [access.provider-once]', async () => {
  for (let round = 0; round < 5; round++) {
    twitch.claims = { sub: `${round}`, preferred_username: `channel_${round}` }
    const people = await Promise.all(servers.map((server) => newcomer(server)))
    const paths = await Promise.all(
      people.map(async (person) => consent(new URL(sentTo(await person.send('GET', '/api/auth/with/twitch'))))),
    )
    const ends = await Promise.all(people.map((person, at) => comeBack(person, paths[at] ?? '')))
    expect(ends.toSorted()).toEqual(['/?x=linked&from=twitch', '/?x=taken&from=twitch'])
    const ids = await Promise.all(people.map(async (person) => (await person.me()).id))
    const proven = await findProvenChannels(servers[0].ctx.db, ids)
    const winner = ids[ends.indexOf('/?x=linked&from=twitch')] ?? ''
    const url = `https://www.twitch.tv/channel_${round}`
    expect([...proven]).toEqual([
      [winner, [{ provider: 'twitch', subject: `${round}`, handle: `channel_${round}`, url }]],
    ])
    const [{ channels }] = [(await people[0]?.call('GET /api/users/:id', { params: { id: winner } }))?.user ?? {}]
    expect(channels).toEqual([{ provider: 'twitch', handle: `channel_${round}`, url }])
  }
})
