import type { Practice } from '@aura/api/calls/battles/practice'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { questionOf } from '../../../server/src/features/battles/rounds/rounds.rules.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import type { TestApp } from '../test-app.ts'
import type { Actor } from './actors.ts'
import { openRound, playRound } from './rounds.ts'

export const startPractice = (actor: Actor, wanted: object = {}) =>
  actor.send<Practice>('POST', '/api/practice', { bestOf: 3, against: 'nobody', ...wanted })

export const readPractice = (actor: Actor, id: string): Promise<Practice> =>
  actor.call('GET /api/practice/:id', { params: { id } })

export const answerPractice = (actor: Actor, id: string, number: number, choice: readonly number[]) =>
  actor.send<{ choice: number[]; practice: Practice }>('POST', `/api/practice/${id}/rounds/${number}/answer`, {
    choice,
  })

/** Returns what is right in a practice's question, which only the database knows, and something wrong. */
export async function practiceSolution(
  ctx: Pick<Context, 'db'>,
  id: string,
  number: number,
): Promise<{ right: number[]; wrong: number[] }> {
  const [row] = await ctx.db.query<{ sealed: string }>(
    `select rounds -> ($2::int - 1) ->> 'sealed' as sealed from practices where id = $1`,
    [id, number],
  )
  if (!row) throw new Error(`there is no practice ${id}`)
  const { right, options } = questionOf(row)
  return {
    right,
    wrong: options
      .map((_, index) => index)
      .filter((index) => !right.includes(index))
      .slice(0, 1),
  }
}

/** Returns a creator who allows practice against them, with three answers: right, wrong and right, after 0 s. */
export async function partner(test: TestApp) {
  const battle = await openRound(test)
  for (const isRight of [true, false, true]) await playRound(test, battle, { ada: isRight, bo: !isRight })
  await battle.ada.call('PUT /api/practice-setting', { body: { isAllowed: true } })
  return battle
}

/** Plays the whole practice from its start: answers each question right, wrong or not at all. */
export async function playPractice(test: TestApp, actor: Actor, id: string, answers: readonly (boolean | null)[]) {
  test.ctx.clock.advance({ ms: ROUND_RULES.countdownSeconds * 1_000 })
  for (const [index, isRight] of answers.entries()) {
    const { right, wrong } = await practiceSolution(test.ctx, id, index + 1)
    if (isRight === null) test.ctx.clock.advance({ ms: ROUND_RULES.answerSeconds * 1_000 + ROUND_RULES.maxRoundTripMs })
    else await answerPractice(actor, id, index + 1, isRight ? right : wrong)
    test.ctx.clock.advance({ ms: ROUND_RULES.explainSeconds * 1_000 })
  }
}
