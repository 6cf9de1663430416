import { receiptFaults } from '@aura/api/receipt-faults'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { apOf, creator, doDue, readBattle } from '../../../../../tests/server/actors/battles.ts'
import { answer, openRound, readRounds, solutionOf } from '../../../../../tests/server/actors/rounds.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { twoServers } from '../../../../../tests/server/two-servers.ts'

const CROWD = 20

describe('rounds on two servers', () => {
  const [one, two] = twoServers(testApp)
  beforeEach(() => {
    for (const { ctx } of [one, two]) ctx.clock.set('2026-03-02T12:00:00Z')
  })
  const bothDo = async (ms: number) => {
    for (const { ctx } of [one, two]) ctx.clock.advance({ ms })
    await Promise.all([doDue(one.ctx), doDue(two.ctx)])
  }

  it('are opened, answered, closed and settled once, whoever comes first [battles.round-once]', async () => {
    const battle = await openRound(one)
    const { ada, bo, id } = battle
    two.ctx.clock.set(one.ctx.clock.now())
    const crowd = await Promise.all(Array.from({ length: CROWD }, () => creator(one, 0)))
    for (const number of [1, 2]) {
      const { right, wrong } = await solutionOf(one.ctx, id)
      const [sent] = await Promise.all([
        Promise.all(crowd.flatMap((each) => [answer(each, id, number, right), answer(each, id, number, right)])),
        answer(ada, id, number, right),
        answer(ada, id, number, right),
        answer(bo, id, number, wrong),
        doDue(two.ctx),
      ])
      // An answer that came after the round closed is refused, and then isn't counted either.
      const taken = sent.filter(
        (_, index) => index % 2 === 0 && [sent[index], sent[index + 1]].some((each) => each?.status === 200),
      )
      const state = await readRounds(ada, id)
      expect(state.results).toHaveLength(number)
      expect(state.last?.crowd.neither).toEqual({ answered: taken.length, right: taken.length })
      await bothDo(ROUND_RULES.explainSeconds * 1_000)
    }
    expect(await readBattle(ada, id)).toMatchObject({ status: 'completed', winnerId: ada.id })
    expect([await apOf(ada), await apOf(bo)]).toMatchObject([{ free: 1_250 }, { free: 750 }])
    const rated = await ada.call('GET /api/battles/:id/rating', { params: { id } })
    expect(rated).toMatchObject({ state: 'rated', challenger: { battles: 1 }, opponent: { battles: 1 } })
    const full = await new Actor(two).call('GET /api/battles/:id/receipt', { params: { id }, query: {} })
    expect(await receiptFaults([full])).toEqual([])
  })
})
