import type { Rounds } from '@aura/api/calls/battles/rounds'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { questionOf } from '../../../server/src/features/battles/rounds/rounds.rules.ts'
import { findRounds } from '../../../server/src/features/battles/rounds/rounds-store.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import type { TestApp } from '../test-app.ts'
import type { Actor } from './actors.ts'
import { acceptedBattle, doDue, giver, STARTS_AT } from './battles.ts'

export const KNOWLEDGE = { decidedBy: 'knowledge', duration: null } as const

export const readRounds = (viewer: Actor, id: string): Promise<Rounds> =>
  viewer.call('GET /api/battles/:id/rounds', { params: { id } })

export const ready = (actor: Actor, id: string) => actor.send<Rounds>('POST', `/api/battles/${id}/rounds/ready`)

export const answer = (actor: Actor, id: string, number: number, choice: readonly number[], more: object = {}) =>
  actor.send<{ choice: number[] }>('POST', `/api/battles/${id}/rounds/${number}/answer`, { choice, ...more })

/** Returns what is right in the newest round, which only the database knows, and something wrong. */
export async function solutionOf(ctx: Pick<Context, 'db'>, id: string): Promise<{ right: number[]; wrong: number[] }> {
  const round = (await findRounds(ctx.db, id)).at(-1)
  if (!round) throw new Error(`battle ${id} has no round`)
  const { right, options } = questionOf(round)
  const wrong = options.map((_, index) => index).filter((index) => !right.includes(index))
  return { right, wrong: wrong.slice(0, 1) }
}

/** Returns a battle of rounds in its lobby, and a viewer with Steeze to give. */
export async function lobby(test: TestApp, changes: object = {}) {
  const battle = await acceptedBattle(test, { ...KNOWLEDGE, bestOf: 3, ...changes })
  test.ctx.clock.set(STARTS_AT)
  await doDue(test.ctx)
  return { ...battle, cy: await giver(test) }
}

/** Moves the clock and does what is due then. */
export async function pass(test: TestApp, ms: number): Promise<void> {
  test.ctx.clock.advance({ ms })
  await doDue(test.ctx)
}

/** Returns a battle whose first round is open. */
export async function openRound(test: TestApp, changes: object = {}) {
  const battle = await lobby(test, changes)
  for (const who of [battle.ada, battle.bo]) await ready(who, battle.id)
  await pass(test, ROUND_RULES.countdownSeconds * 1_000)
  return battle
}

type Battle = Awaited<ReturnType<typeof openRound>>

/** Plays the open round: each answers right, wrong or not at all. Moves the clock on to the next round or the end. */
export async function playRound(
  test: TestApp,
  { ada, bo, id }: Pick<Battle, 'ada' | 'bo' | 'id'>,
  of: { ada: boolean | null; bo: boolean | null },
): Promise<void> {
  const { right, wrong } = await solutionOf(test.ctx, id)
  const { open } = await readRounds(ada, id)
  for (const [who, isRight] of [
    [ada, of.ada],
    [bo, of.bo],
  ] as const) {
    if (isRight !== null) await answer(who, id, open?.number ?? 0, isRight ? right : wrong)
  }
  if (of.ada === null || of.bo === null)
    await pass(test, ROUND_RULES.answerSeconds * 1_000 + ROUND_RULES.maxRoundTripMs)
  await pass(test, ROUND_RULES.explainSeconds * 1_000)
}

type Person = Actor & { id: string }

/** Plays a battle of rounds of these two from the challenge to its end, at once. Without a winner nobody is ever right. */
export async function playRounds(
  test: TestApp,
  [ada, bo]: readonly [Person, Person],
  winner: Person | null,
): Promise<string> {
  const body = { opponentId: bo.id, stakeAmount: 1, ...KNOWLEDGE, bestOf: 3 } as const
  const { id } = await ada.call('POST /api/battles', { body })
  await bo.call('POST /api/battles/:id/accept', { params: { id }, body: undefined })
  for (const who of [ada, bo]) await ready(who, id)
  await pass(test, ROUND_RULES.countdownSeconds * 1_000)
  while ((await readRounds(ada, id)).phase === 'open')
    await playRound(test, { ada, bo, id }, { ada: winner === ada, bo: winner === bo })
  return id
}
