import { encode } from '../../src/bytes.ts'
import type { Session } from '../../src/session.ts'
import { move, type Solutions, unitsText } from '../solution.ts'

/** Accepts at least `share` thousandths of the quote. */
// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
async function swap({ lab, world }: Session<any>, share: bigint) {
  const quote = await lab.chain.view(world.pool, encode('quote(uint256)', world.amount))
  return move('swap', { least: unitsText((quote * share) / 1000n) })
}

export const sandwichSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play(session) {
      yield swap(session, 998n)
    },
  },
  'no slippage at all, which fails, then a little': {
    ends: 'solved',
    async *play(session) {
      yield swap(session, 1000n)
      yield swap(session, 998n)
    },
  },
  'exactly what the goal asks for': {
    ends: 'solved',
    async *play(session) {
      yield swap(session, 997n)
    },
  },
  'half a percent': {
    ends: 'sandwiched',
    async *play(session) {
      yield swap(session, 995n)
    },
  },
  'ten percent': {
    ends: 'sandwiched',
    async *play(session) {
      yield swap(session, 900n)
    },
  },
  'waiting only': {
    ends: 'open',
    async *play() {
      for (let block = 0; block < 5; block++) yield move('wait')
    },
  },
}
