import type { ChallengeLink } from '@aura/api/calls/battles/challenge-links'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../../tests/server/actors/actors.ts'
import { apOf, creator, doDue, readBattle } from '../../../../../tests/server/actors/battles.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import { twoServers } from '../../../../../tests/server/two-servers.ts'
import { acceptLink } from './accept-link.ts'

const EXPIRES_AT = '2026-03-09T12:00:00.000Z'

describe('a challenge link, on two servers at the same moment', () => {
  const [one, two] = twoServers(testApp)
  const setBoth = (moment: string) => {
    for (const { ctx } of [one, two]) ctx.clock.set(moment)
  }
  beforeEach(() => setBoth('2026-03-02T12:00:00Z'))

  const make = async (who: Actor, stakeAmount = 100) =>
    (await who.call('POST /api/challenge-links', { body: { stakeAmount, duration: 0.25 } })).id
  const accept = ({ ctx }: TestApp, { id: userId }: { id: string }, linkId: string) =>
    acceptLink(ctx, { linkId, userId, requestKey: undefined })
  const succeeded = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
    outcomes.map(({ status }) => status === 'fulfilled')
  const read = (who: Actor, id: string): Promise<ChallengeLink> =>
    who.call('GET /api/challenge-links/:id', { params: { id } })

  it('is accepted by one of those who press, and holds one stake of theirs [battles.link-once]', async () => {
    for (let round = 0; round < 4; round++) {
      const [ada, bo, cy] = [await creator(one), await creator(one), await creator(one)]
      const id = await make(ada)
      const outcomes = await Promise.allSettled([
        accept(one, bo, id),
        accept(two, cy, id),
        accept(two, bo, id),
        accept(one, cy, id),
      ])
      const { opponentId } = await readBattle(ada, id)
      expect(succeeded(outcomes)).toEqual([bo, cy, bo, cy].map((who) => who.id === opponentId))
      const free = [(await apOf(bo)).free, (await apOf(cy)).free]
      expect(free).toEqual(opponentId === bo.id ? [900, 1_000] : [1_000, 900])
      expect(await apOf(ada)).toEqual({ total: 1_000, free: 900 })
    }
  })

  it('is accepted or withdrawn, and the stakes match', async () => {
    for (let round = 0; round < 4; round++) {
      const [ada, bo] = [await creator(one), await creator(one)]
      const id = await make(ada)
      const withdraw = () => ada.call('POST /api/challenge-links/:id/withdraw', { params: { id }, body: undefined })
      const outcomes = await Promise.allSettled([accept(two, bo, id), withdraw()])
      const isAccepted = (await read(ada, id)).status === 'accepted'
      expect(succeeded(outcomes)).toEqual([isAccepted, !isAccepted])
      expect([(await apOf(ada)).free, (await apOf(bo)).free]).toEqual(isAccepted ? [900, 900] : [1_000, 1_000])
    }
  })

  it('expires once, and whoever accepts then is refused', async () => {
    for (let round = 0; round < 3; round++) {
      setBoth('2026-03-02T12:00:00Z')
      const [ada, bo] = [await creator(one), await creator(one)]
      const id = await make(ada)
      setBoth(EXPIRES_AT)
      const outcomes = await Promise.allSettled([accept(two, bo, id), doDue(one.ctx), doDue(two.ctx)])
      expect(succeeded(outcomes)).toEqual([false, true, true])
      expect((await read(ada, id)).status).toBe('expired')
      expect([(await apOf(ada)).free, (await apOf(bo)).free]).toEqual([1_000, 1_000])
      const told = (await ada.call('GET /api/notifications')).filter(
        ({ title }) => title === 'Your challenge link expired',
      )
      expect(told).toHaveLength(1)
    }
  })

  it('counts with others made at once: five wait at most', async () => {
    const ada = await creator(one)
    const made = await Promise.allSettled(Array.from({ length: 8 }, () => make(ada, 1)))
    expect(succeeded(made).filter(Boolean)).toHaveLength(5)
    expect(await apOf(ada)).toEqual({ total: 1_000, free: 995 })
  })
})
