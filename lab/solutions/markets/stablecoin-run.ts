import type { Session } from '../../src/session.ts'
import { move, type Solutions, unitsText } from '../solution.ts'

// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
type Any = Session<any>

function all({ world }: Any, isSound: boolean): { coin: string; value: string } {
  const { name, mine } = world.coins.find((coin: { isSound: boolean }) => coin.isSound === isSound)
  return { coin: name, value: unitsText(mine) }
}

async function* wait() {
  for (let day = 0; day < 6; day += 2) yield move('wait')
}

export const stablecoinRunSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play(session) {
      yield move('redeem', all(session, false))
      yield* wait()
      yield move('settle', { coin: all(session, true).coin })
    },
  },
  'the sound one redeemed': {
    ends: 'needless-fee',
    async *play(session) {
      yield move('redeem', all(session, true))
    },
  },
  'both held': {
    ends: 'last-in-line',
    async *play(session) {
      yield* wait()
      yield move('settle', { coin: all(session, false).coin })
    },
  },
  'sold to a trader': {
    ends: 'sold-low',
    async *play(session) {
      yield move('sell', all(session, false))
    },
  },
}
