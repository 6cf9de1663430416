import type { Session } from '../../src/session.ts'
import { move, type Solutions, unitsText, untilEnd } from '../solution.ts'

// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
type Any = Session<any>

const step = (how: 'send' | 'vouch', from: string, to: string, amount: bigint) =>
  move('move', { from, to, how, amount: unitsText(amount) })

/** Sends all of the money in rounds: to an invented person, and back as a vouch. */
async function* rounds(session: Any, count: number, people: number) {
  const { lab, world } = session
  for (let round = 0; round < count && (await session.verdict()).state === 'open'; round++) {
    const { address } = world.fakes[round % people]
    yield step('send', lab.me, address, world.budget)
    yield step('vouch', address, lab.me, world.budget)
  }
}

export const sybilSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play(session) {
      const { wanted, budget } = session.world
      yield* rounds(session, Number((wanted * 100_000n) / budget) + 1, 4)
    },
  },
  'one invented person only': {
    ends: 'too-late',
    async *play(session) {
      yield* rounds(session, 7, 1)
    },
  },
  'vouching for the invented': {
    ends: 'too-late',
    async *play(session) {
      const { fakes, budget } = session.world
      yield step('vouch', session.lab.me, fakes[0].address, budget)
      yield* untilEnd(session, 'wait')
    },
  },
}
