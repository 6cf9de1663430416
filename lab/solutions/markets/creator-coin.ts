import type { Session } from '../../src/session.ts'
import { move, type Solutions, unitsText, untilEnd, type Way } from '../solution.ts'

interface World {
  budget: bigint
  support: bigint
}

const giving = (ends: string, tip: (world: World) => bigint, coins: number, { sells = 0 } = {}): Way => ({
  ends,
  async *play(session: Session<World>) {
    if (tip(session.world) > 0n) yield move('tip', { value: unitsText(tip(session.world)) })
    if (coins > 0) yield move('buy', { count: `${coins}` })
    if (sells > 0) yield move('sell', { count: `${sells}` })
    yield* untilEnd(session, 'wait')
  },
})
const support = (world: World) => world.support

export const creatorCoinSolutions: Solutions = {
  reference: giving('solved', support, 1),
  'more coins, sold again at once': giving('solved', support, 4, { sells: 3 }),
  'all for the coin': giving('fees', () => 0n, 20),
  'tipped, and the rest for the coin': giving('dumped', support, 10),
  'all of it tipped': giving('all-given', ({ budget }) => budget - 3_000_000n, 1),
  'no coin': giving('coinless', support, 0),
}
