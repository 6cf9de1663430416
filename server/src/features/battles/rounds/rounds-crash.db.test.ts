import { receiptFaults } from '@aura/api/receipt-faults'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { apOf, doDue, readBattle } from '../../../../../tests/server/actors/battles.ts'
import { answer, lobby, ready, solutionOf } from '../../../../../tests/server/actors/rounds.ts'
import { BreakableDb } from '../../../../../tests/server/database/breakable-db.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { features } from '../../../features.ts'
import { battlesDue } from '../lifecycle/due-battles.ts'

const breakable = new BreakableDb()
const test = openForAll(() => testApp({ wrapDb: breakable.wrap }))
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

/** Fails the commit of what the next step writes, whether the database kept it or not, then lets another server go on. */
async function killedDuring(step: () => Promise<unknown>, isKept: boolean): Promise<void> {
  breakable.failNextCommit(Object.assign(new Error('killed'), { code: '57P01' }), { isKept })
  await step().catch(() => {})
  await step()
  await doDue(test.ctx)
}

const due = (ms: number) => {
  test.ctx.clock.advance({ ms })
  return () => battlesDue(test.ctx, { onError: () => {}, features }).runBatch()
}

describe.each([
  ['kept', true],
  ['lost', false],
])('a server killed at each step of the rounds, with its commit %s', (_, isKept) => {
  it('leads to the same end, once, and is rated once [battles.rounds-crash]', async () => {
    const { ada, bo, id } = await lobby(test)
    await killedDuring(() => ready(ada, id), isKept)
    await killedDuring(() => ready(bo, id), isKept)
    await killedDuring(due(ROUND_RULES.countdownSeconds * 1_000), isKept)
    for (const number of [1, 2]) {
      const { right, wrong } = await solutionOf(test.ctx, id)
      await killedDuring(() => answer(ada, id, number, right), isKept)
      if (number === 1) await killedDuring(() => answer(bo, id, number, wrong), isKept)
      else await killedDuring(due(ROUND_RULES.answerSeconds * 1_000 + ROUND_RULES.maxRoundTripMs), isKept)
      await killedDuring(due(ROUND_RULES.explainSeconds * 1_000), isKept)
    }
    expect(await readBattle(ada, id)).toMatchObject({
      status: 'completed',
      winnerId: ada.id,
      rounds: { points: { challenger: 2, opponent: 0 } },
    })
    expect([await apOf(ada), await apOf(bo)]).toMatchObject([{ free: 1_250 }, { free: 750 }])
    const rounds = await test.ctx.db.query('select number from battle_rounds where battle_id = $1 order by 1', [id])
    expect(rounds).toEqual([{ number: 1 }, { number: 2 }])
    const rated = await ada.call('GET /api/battles/:id/rating', { params: { id } })
    expect(rated).toMatchObject({ state: 'rated', challenger: { battles: 1 }, opponent: { battles: 1 } })
    const full = await new Actor(test).call('GET /api/battles/:id/receipt', { params: { id }, query: {} })
    expect(await receiptFaults([full])).toEqual([])
  })
})
