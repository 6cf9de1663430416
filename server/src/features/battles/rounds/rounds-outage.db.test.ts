import { type Receipt, receiptFaults } from '@aura/api/receipt-faults'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { apOf, doDue, readBattle, runAfter, runAt, STARTS_AT } from '../../../../../tests/server/actors/battles.ts'
import {
  answer,
  lobby,
  openRound,
  playRound,
  readRounds,
  ready,
  solutionOf,
} from '../../../../../tests/server/actors/rounds.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import { auditBattles } from '../audit-battles.ts'
import { heartbeatsDue } from '../outages/heartbeat.ts'

const OUTAGE_MS = 8_000

let test: TestApp
beforeEach(async () => {
  test = await testApp({ limits: { battleOutageMs: 5_000 } })
  test.ctx.clock.set('2026-03-02T12:00:00Z')
})
afterEach(async () => {
  expect((await auditBattles(test.ctx.db)).broken).toEqual([])
  await test.close()
})

const beat = () => heartbeatsDue(test.ctx).runBatch()
/** Lets time pass while a server runs. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 4_000) {
    await runAfter(test, { ms: Math.min(left, 4_000) })
    await beat()
  }
}
async function outage(): Promise<void> {
  await beat()
  await runAfter(test, { ms: OUTAGE_MS })
  await doDue(test.ctx)
}
const state = (id: string) => readRounds(new Actor(test), id)
async function receiptOf(id: string): Promise<Receipt> {
  return new Actor(test).call('GET /api/battles/:id/receipt', { params: { id }, query: {} })
}

describe('an outage in a battle of rounds', () => {
  it('interrupts the open round, which another question replaces [battles.round-outage]', async () => {
    const battle = await openRound(test)
    const { ada, id } = battle
    await answer(ada, id, 1, (await solutionOf(test.ctx, id)).right)
    await outage()
    expect(await state(id)).toMatchObject({
      phase: 'reveal',
      results: [{ number: 1, result: 'interrupted' }],
      points: { challenger: 0, opponent: 0 },
      next: { number: 2 },
    })
    await pass(ROUND_RULES.explainSeconds * 1_000)
    await playRound(test, battle, { ada: true, bo: false })
    await playRound(test, battle, { ada: true, bo: false })
    expect(await readBattle(ada, id)).toMatchObject({ status: 'completed', winnerId: ada.id })
    expect(await receiptFaults([await receiptOf(id)])).toEqual([])
  })

  it('calls the battle off the third time', async () => {
    const { ada, bo, id } = await openRound(test)
    for (let nr = 0; nr < ROUND_RULES.interruptions; nr++) {
      await outage()
      await pass(ROUND_RULES.explainSeconds * 1_000)
    }
    expect(await readBattle(ada, id)).toMatchObject({ status: 'cancelled', winnerId: null })
    expect([await apOf(ada), await apOf(bo)]).toMatchObject([{ free: 1_000 }, { free: 1_000 }])
    expect(await receiptFaults([await receiptOf(id)])).toEqual([])
  })

  it('gives the lobby back what it took, so that nobody loses by it', async () => {
    const { ada, bo, id } = await lobby(test)
    await ready(ada, id)
    await pass(56_000)
    await outage()
    expect(await readBattle(ada, id)).toMatchObject({ status: 'active' })
    await ready(bo, id)
    expect((await state(id)).phase).toBe('countdown')
  })

  it('before the start or between two rounds only delays what follows', async () => {
    const { ada, bo, id } = await lobby(test)
    await ready(ada, id)
    await ready(bo, id)
    await outage()
    const { open } = await state(id)
    expect(open).toMatchObject({
      number: 1,
      openedAt: '2026-03-02T16:00:08.000Z',
      closesAt: '2026-03-02T16:00:28.000Z',
    })
  })

  it('of the whole lobby begins it when Aura is back', async () => {
    const battle = await lobby(test, { battleDate: '2026-03-02T18:00:00Z' })
    expect(STARTS_AT < '2026-03-02T18').toBe(true)
    await runAt(test, '2026-03-02T18:30:00Z')
    expect(await state(battle.id)).toMatchObject({ phase: 'lobby', lobby: { closesAt: '2026-03-02T18:31:00.000Z' } })
  })
})
