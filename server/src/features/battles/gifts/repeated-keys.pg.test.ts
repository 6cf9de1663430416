import { expect, it } from 'vitest'
import { giver, liveBattle } from '../../../../../tests/server/actors/battles.ts'
import { newPostgresDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { openPg } from '../../../platform/db/connection/open-pg.ts'
import { giftQueue } from './gift-queue.ts'

const GIVERS = 6
const ROUNDS = 8

it('gives each key once, however often it is sent at once and through two servers', async () => {
  const url = await newPostgresDatabase()
  const test = await testApp({ openDb: () => openPg({ url, poolSize: 8 }) })
  try {
    const battles = [await liveBattle(test)]
    test.ctx.clock.set('2026-03-02T12:00:00Z')
    battles.push(await liveBattle(test))
    const givers: Awaited<ReturnType<typeof giver>>[] = []
    for (let made = 0; made < GIVERS; made++) givers.push(await giver(test))
    const servers = [giftQueue(test.ctx), giftQueue(test.ctx)]
    const firsts = new Map<string, string>()
    const send = async (round: number, at: number) => {
      const battle = battles[at % battles.length]
      const person = givers[at]
      if (!battle || !person) throw new Error('no such gift')
      const gift = {
        battleId: battle.id,
        participantId: battle.ada.id,
        giverId: person.id,
        amount: 1,
        key: `round-${round}`,
      }
      // Keys of earlier rounds put known keys beside new ones in a batch.
      const earlier = { ...gift, key: `round-${Math.max(0, round - 2)}` }
      const sent = servers.flatMap((give) => [give(gift), give(earlier), give(gift)])
      for (const { key, giverId, seq, hash } of await Promise.all(sent)) {
        const id = `${giverId}/${key}`
        expect(firsts.get(id) ?? `${seq} ${hash}`).toBe(`${seq} ${hash}`)
        firsts.set(id, `${seq} ${hash}`)
      }
    }
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(givers.map((_, at) => send(round, at)))
      // From then on keys count as new again.
      test.ctx.clock.set(new Date(test.ctx.clock.now().getTime() + 2_000))
    }
    expect(firsts.size).toBe(GIVERS * ROUNDS)
    const [total] = await test.ctx.db.query<{ gifts: number; steeze: number }>(
      'select sum(gift_count)::int as gifts, sum(challenger_steeze)::int as steeze from battles',
    )
    expect(total).toEqual({ gifts: GIVERS * ROUNDS, steeze: GIVERS * ROUNDS })
  } finally {
    await test.close()
  }
})
