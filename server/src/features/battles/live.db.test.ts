import { describe, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { challenge, creator, readBattle, step } from '../../../../tests/server/actors/battles.ts'
import { openStream } from '../../../../tests/server/live-stream.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { defaultLimits } from '../../limits.ts'

const test = openForAll(() => testApp({ limits: { live: { ...defaultLimits.live, fastestMs: 0 } } }))

describe('a watched battle', () => {
  it('publishes each transition at once, without viewer-specific fields, such as the reason for a rejection, which readers refetch', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const { id } = await challenge(ada, bo.id)
    const stream = await openStream(test, new Actor(test), `battle:${id},battles`)
    const first = new Map([await stream.next(), await stream.next()].map(({ topic, state }) => [topic, state]))
    const { can, declineReason, ownGifts, serverTime, version, ...shown } = await readBattle(ada, id)
    expect(first.get(`battle:${id}`)).toEqual({
      [`/api/battles/${id}`]: { ...shown, viewerCount: 1 },
      [`/api/battles/${id}*`]: version,
    })

    await step(bo, id, 'accept')
    const second = new Map([await stream.next(), await stream.next()].map(({ topic, state }) => [topic, state]))
    expect(second.get(`battle:${id}`)).toMatchObject({
      [`/api/battles/${id}`]: { status: 'accepted' },
      [`/api/battles/${id}*`]: (await readBattle(bo, id)).version,
    })
    expect(second.get('battles')).not.toEqual(first.get('battles'))
    stream.close()
  })

  it('publishes the number of viewers to every reader', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const { id } = await challenge(ada, bo.id)
    expect((await readBattle(ada, id)).viewerCount).toBe(0)
    await ada.send('POST', `/api/battles/${id}/join`)
    const stream = await openStream(test, new Actor(test), `battle:${id}`)
    expect((await stream.next()).state?.[`/api/battles/${id}`]).toMatchObject({ viewerCount: 2 })
    expect((await readBattle(bo, id)).viewerCount).toBe(2)
    expect((await bo.call('GET /api/battles')).find((battle) => battle.id === id)?.viewerCount).toBe(2)
    await ada.send('POST', `/api/battles/${id}/leave`)
    expect((await readBattle(bo, id)).viewerCount).toBe(1)
    expect((await stream.next()).state?.[`/api/battles/${id}`]).toMatchObject({ viewerCount: 1 })
    stream.close()
  })

  it.each(['00000000-0000-4000-8000-000000000000', 'none'])('has no live state for an unknown id: %s', async (id) => {
    const stream = await openStream(test, new Actor(test), `battle:${id}`)
    expect(await stream.next()).toMatchObject({ topic: `battle:${id}`, state: null })
    stream.close()
  })
})
