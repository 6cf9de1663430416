import type { Session } from '../../src/session.ts'
import { move, type Solutions, unitsText, untilEnd } from '../solution.ts'

// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
const deposit = ({ world }: Session<any>, box: string) => move('deposit', { box, amount: unitsText(world.savings) })

export const proxySolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play(session) {
      yield deposit(session, session.world.slow)
      while (!session.world.isAnnounced) yield move('wait-day')
      yield move('withdraw', { box: session.world.slow })
      yield* untilEnd(session, 'wait-day')
    },
  },
  'the quick box': {
    ends: 'at-once',
    async *play(session) {
      yield deposit(session, session.world.quick)
      yield* untilEnd(session, 'wait-day')
    },
  },
  'nobody watching': {
    ends: 'too-late',
    async *play(session) {
      yield deposit(session, session.world.slow)
      yield* untilEnd(session, 'wait-day')
    },
  },
  'nothing saved': {
    ends: 'no-bonus',
    async *play(session) {
      yield* untilEnd(session, 'wait-day')
    },
  },
}
