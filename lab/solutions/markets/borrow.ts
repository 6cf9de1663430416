import type { Session } from '../../src/session.ts'
import { move, type Solutions, unitsText, untilEnd, type Way } from '../solution.ts'

interface World {
  least: bigint
  need: bigint
}

const locking = (ends: string, percent: bigint): Way => ({
  ends,
  async *play(session: Session<World>) {
    const { least, need } = session.world
    yield move('deposit', { value: unitsText((least * percent) / 100n, 18) })
    yield move('borrow', { value: unitsText(need) })
    yield* untilEnd(session, 'wait')
  },
})

export const borrowSolutions: Solutions = {
  reference: locking('solved', 104n),
  'a little too little': locking('liquidated', 97n),
  'far too much': locking('locked', 130n),
  'locked up only': {
    ends: 'short',
    async *play(session: Session<World>) {
      yield move('deposit', { value: unitsText(session.world.least, 18) })
      yield* untilEnd(session, 'wait')
    },
  },
  'borrowed on nothing': {
    ends: 'open',
    async *play({ world }: Session<World>) {
      yield move('borrow', { value: unitsText(world.need) })
    },
  },
}
