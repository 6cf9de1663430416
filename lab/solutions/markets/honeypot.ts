import type { Session } from '../../src/session.ts'
import { move, type Solutions, unitsText } from '../solution.ts'

// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
type Any = Session<any>
const [FAIR, OWNER_ONLY, TAXED, SWITCH] = [0, 1, 2, 3]

const tokenOf = ({ world }: Any, wanted?: number): string =>
  world.tokens.find(({ sale }: { sale: number }) => sale === wanted).address

async function* inAndOut(session: Any, sale?: number, amount: bigint = session.world.stake) {
  const token = tokenOf(session, sale)
  yield move('buy', { token, amount: unitsText(amount, 18) })
  yield move('sell', { token })
}

export const honeypotSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play(session) {
      for (const { address, sale } of session.world.tokens) {
        yield move('read', { token: address })
        if (sale === FAIR) return yield* inAndOut(session, FAIR)
      }
    },
  },
  'a little of two tried first': {
    ends: 'solved',
    async *play(session) {
      yield* inAndOut(session, OWNER_ONLY, 10n ** 16n)
      yield* inAndOut(session, FAIR, 10n ** 16n)
      yield* inAndOut(session, FAIR)
    },
  },
  'one that only its owner sells': { ends: 'owner-only', play: (session) => inAndOut(session, OWNER_ONLY) },
  'one with a tax': { ends: 'taxed', play: (session) => inAndOut(session, TAXED) },
  'one with a switch, tried with a little first': {
    ends: 'switched-off',
    async *play(session) {
      yield* inAndOut(session, SWITCH, 10n ** 16n)
      yield* inAndOut(session, SWITCH)
    },
  },
}
