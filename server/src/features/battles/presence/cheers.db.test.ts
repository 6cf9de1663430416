import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { challenge, liveBattle } from '../../../../../tests/server/actors/battles.ts'
import { type Heard, type OpenStream, openStream } from '../../../../../tests/server/live-stream.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'

let test: TestApp
let ada: Actor & { id: string }
let bo: Actor & { id: string }
let cy: Actor & { id: string }
let id: string
let stream: OpenStream
beforeAll(async () => {
  test = await testApp()
  ;({ ada, bo, cy, id } = await liveBattle(test))
  stream = await openStream(test, new Actor(test), `battle:${id}`)
})
afterAll(async () => {
  stream.close()
  await test.close()
})
beforeEach(() => test.ctx.clock.advance({ ms: 10_000 }))

const tap = (actor: Actor, participantId: string, taps = 1, battle = id) =>
  actor.send('POST', `/api/battles/${battle}/react`, { participantId, taps })

async function nextTaps(of = stream): Promise<Heard['counts']> {
  for (;;) {
    const { counts } = await of.next()
    if (counts) return counts
  }
}

async function tapsUntil(sum: number, of = stream): Promise<Record<string, number>> {
  const all: Record<string, number> = {}
  while (Object.values(all).reduce((a, b) => a + b, 0) < sum) {
    for (const [name, count] of Object.entries((await nextTaps(of)) ?? {})) all[name] = (all[name] ?? 0) + count
  }
  return all
}

describe('cheers on a live battle', () => {
  it('reach all its viewers in batches, and nobody else [battles.reactions]', async () => {
    const [own, elsewhere] = [
      await openStream(test, cy, `battle:${id},user`),
      await openStream(test, bo, `battle:${randomUUID()},battles`),
    ]
    expect(await tap(cy, ada.id, 3)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await tap(ada, bo.id)).toMatchObject({ status: 200 })
    for (const each of [stream, own]) expect(await tapsUntil(4, each)).toEqual({ [ada.id]: 3, [bo.id]: 1 })
    elsewhere.close()
    own.close()
    const received = [await elsewhere.next(), await elsewhere.next()]
    expect(received.map(({ counts }) => counts)).toEqual([undefined, undefined])
    await expect(elsewhere.next()).rejects.toThrow('ended')
  })

  it('are not replayed to late viewers', async () => {
    await tap(cy, ada.id, 2)
    await tapsUntil(2)
    const late = await openStream(test, new Actor(test), `battle:${id}`)
    expect((await late.next()).counts).toBeUndefined()
    await tap(cy, ada.id)
    expect(await nextTaps(late)).toEqual({ [ada.id]: 1 })
    await tapsUntil(1)
    late.close()
  })

  it('are rate-limited per person', async () => {
    for (let i = 0; i < 2; i++) expect((await tap(cy, ada.id, 10)).status).toBe(200)
    const refused = await tap(cy, ada.id, 5)
    expect(refused).toMatchObject(refusal(429, 'RATE_LIMITED'))
    expect(refused.body).toMatchObject({ data: { retryAfterMs: 1_000 } })
    expect((await tap(bo, ada.id, 5)).status).toBe(200)
    test.ctx.clock.advance({ ms: 1_000 })
    expect((await tap(cy, ada.id, 5)).status).toBe(200)
    expect((await tap(cy, ada.id, 1)).status).toBe(429)
    expect(await tapsUntil(30)).toEqual({ [ada.id]: 30 })
  })

  it('are refused for non-participants, an unknown battle and one that is not live', async () => {
    expect(await tap(cy, cy.id)).toMatchObject(refusal(409, 'REACTION_TO_OUTSIDER'))
    expect(await tap(cy, ada.id, 1, randomUUID())).toMatchObject(refusal(404, 'BATTLE_NOT_FOUND'))
    const pending = await challenge(ada, bo.id, { battleDate: '2026-03-04T16:00:00.000Z' })
    expect(await tap(cy, ada.id, 1, pending.id)).toMatchObject(refusal(409, 'BATTLE_NOT_ACTIVE'))
  })
})
