import type { RoundQuestion, Rounds } from '@aura/api/calls/battles/rounds'
import type { Catalogue } from '../../server/src/features/lessons/index.ts'
import { CrowdMember, type DemoServer } from './crowd-member.ts'
import { creatorsOf, isCreator } from './demo-members.ts'

/** Share of questions that a creator knows, and of looks at an open one at which they answer. */
const KNOWN = 0.6
const ANSWERS = 0.3

/**
 * Returns a function that takes the next step of every creator in a battle of rounds against a visitor: they are ready
 * once the visitor is, or the lobby is open, and answer after a while, more often right than wrong.
 */
export function roundsPlayer(
  server: DemoServer,
  catalogue: Catalogue,
  { send = fetch, random = Math.random }: { send?: typeof fetch; random?: () => number } = {},
): () => Promise<void> {
  const reader = new CrowdMember(server, '', send)
  const as = creatorsOf(server, send)
  return async () => {
    for (const battle of [...(await reader.liveBattles()), ...(await reader.upcomingBattles())]) {
      const { id, status, decidedBy, challenger, opponent } = battle
      if (decidedBy === 'gifts' || status === 'pending' || isCreator(challenger) === isCreator(opponent)) continue
      const [creator, other] = isCreator(opponent)
        ? ([opponent, 'challenger'] as const)
        : ([challenger, 'opponent'] as const)
      await as(creator.username, async (member) => {
        const rounds = await member.rounds(id)
        if (isWaited(rounds, other)) await member.beReady(id)
        const { open, own } = rounds
        if (!open || own?.choice || random() > ANSWERS) return
        await member.answerRound(id, open.number, choiceOf(catalogue, open.question, random() < KNOWN))
      })
    }
  }
}

const isWaited = ({ phase, lobby, own }: Rounds, other: 'challenger' | 'opponent'): boolean =>
  own?.canBeReady === true && (phase === 'lobby' || lobby?.ready[other] === true)

/** Returns the right options, which the lessons tell, or the first one. */
function choiceOf(catalogue: Catalogue, { text, options }: RoundQuestion, isKnown: boolean): number[] {
  const questions = [...catalogue.values()].flatMap((lesson) => lesson.questions)
  const question = questions.find((each) => each.text === text)
  if (!isKnown || !question || question.kind === 'type-number' || question.kind === 'put-in-order') return [0]
  const right =
    question.kind === 'choose-all'
      ? question.options.filter(({ holds }) => holds)
      : question.options.filter((_, index) => index === question.answer)
  return right.map((option) => options.indexOf(option.text)).sort((a, b) => a - b)
}
