import type { RoundQuestion, Rounds } from '@aura/api/calls/battles/rounds'
import type { Catalogue } from '../../server/src/features/lessons/index.ts'
import type { DemoServer, ListedBattle } from './crowd-member.ts'
import { isUnseen } from './crowd-pace.ts'
import { creatorsOf, isCreator } from './demo-members.ts'
import { PERSONAS } from './personas.ts'

/** Share of questions that a creator knows, and of looks at an open one at which they answer while somebody sees them. */
const KNOWN = 0.6
const ANSWERS = 0.3

/** AP at stake between creators. */
const STAKE = 5
/** Visitors may sign in as these. */
const VISITORS = ['ada_onchain', 'kofi_mints']

interface PlayerOptions {
  send?: typeof fetch
  random?: () => number
}

type Lists = { live: readonly ListedBattle[]; upcoming: readonly ListedBattle[] }

/**
 * Returns a function that takes the next step of every creator in a battle of rounds: they are ready once their opponent
 * is, or the lobby is open, and answer after a while, more often right than wrong.
 */
export function roundsPlayer(
  server: DemoServer,
  catalogue: Catalogue,
  { send = fetch, random = Math.random }: PlayerOptions = {},
): (lists: Lists) => Promise<void> {
  const as = creatorsOf(server, send)
  return async ({ live, upcoming }) => {
    for (const battle of [...live, ...upcoming]) {
      const { id, status, decidedBy, challenger, opponent } = battle
      if (decidedBy === 'gifts' || status === 'pending') continue
      const areBoth = isCreator(challenger) && isCreator(opponent)
      // Between two creators nothing happens before the start.
      if (areBoth && status !== 'active') continue
      for (const [creator, other] of [
        [challenger, 'opponent'],
        [opponent, 'challenger'],
      ] as const) {
        if (!isCreator(creator)) continue
        await as(creator.username, async (member) => {
          const rounds = await member.rounds(id)
          if (isWaited(rounds, other)) await member.beReady(id)
          const { open, own } = rounds
          if (!open || own?.choice) return
          // Hardly more than one look falls into the time of a question that nobody sees.
          if (!isUnseen(battle) && random() > ANSWERS) return
          await member.answerRound(id, open.number, choiceOf(catalogue, open.question, random() < KNOWN))
        })
      }
    }
  }
}

/**
 * Returns a function that starts a battle of rounds between two creators, who also let others practise against them,
 * unless one is live or ahead. A pair that may not is left for the next call. A challenge that wasn't accepted, since that
 * failed or the program ended, is accepted by the next call.
 */
export function duelStarter(
  server: DemoServer,
  { send = fetch, random = Math.random }: PlayerOptions = {},
  names: readonly string[] = PERSONAS.map(({ username }) => username),
): (lists: Lists) => Promise<void> {
  const as = creatorsOf(server, send)
  const duelists = names.filter((name) => !VISITORS.includes(name))
  const acceptAs = (opponent: string, id: string) =>
    as(opponent, async (member) => {
      await member.allowPractice()
      await member.accept(id)
    })
  return async ({ live, upcoming }) => {
    const duels = [...live, ...upcoming].filter(
      ({ decidedBy, challenger, opponent }) =>
        decidedBy === 'knowledge' && isCreator(challenger) && isCreator(opponent),
    )
    for (const { id, status, opponent } of duels) {
      if (status === 'pending' && duelists.includes(opponent.username)) await acceptAs(opponent.username, id)
    }
    const at = Math.floor(random() * duelists.length)
    const next = (at + 1 + Math.floor(random() * (duelists.length - 1))) % duelists.length
    const [challenger, opponent] = [duelists[at], duelists[next]]
    if (duels.length > 0 || !challenger || !opponent) return
    let id: string | undefined
    await as(challenger, async (member) => {
      await member.allowPractice()
      id = await member.challengeToRounds(opponent, STAKE)
    })
    if (id) await acceptAs(opponent, id)
  }
}

const isWaited = ({ phase, lobby, own }: Rounds, other: 'challenger' | 'opponent'): boolean =>
  own?.canBeReady === true && (phase === 'lobby' || lobby?.ready[other] === true)

/** Returns the right options, which the lessons tell, or the first one. */
export function choiceOf(catalogue: Catalogue, { text, options }: RoundQuestion, isKnown: boolean): number[] {
  const questions = [...catalogue.values()].flatMap((lesson) => lesson.questions)
  const question = questions.find((each) => each.text === text)
  if (!isKnown || !question || question.kind === 'type-number' || question.kind === 'put-in-order') return [0]
  const right =
    question.kind === 'choose-all'
      ? question.options.filter(({ holds }) => holds)
      : question.options.filter((_, index) => index === question.answer)
  return right.map((option) => options.indexOf(option.text)).sort((a, b) => a - b)
}
