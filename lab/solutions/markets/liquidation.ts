import { ETHER, type Loan, THRESHOLD } from '../../src/kinds/markets/loan.ts'
import type { Session } from '../../src/session.ts'
import type { Usdc } from '../../src/usdc.ts'
import { move, type Solutions, unitsText, untilEnd, type Way } from '../solution.ts'

interface World {
  usdc: Usdc
  loan: Loan
}

/** Repays each evening so that a fall of `percent` would leave the health at 1. */
const fearing = (ends: string, percent: bigint): Way => ({
  ends,
  async *play(session: Session<World>) {
    const { loan } = session.world
    while ((await session.verdict()).state === 'open') {
      const counted = ((await loan.collateral()) * (await loan.price()) * THRESHOLD) / 100n / ETHER
      const tooMuch = (await loan.debt()) - (counted * (100n - percent)) / 100n
      if (tooMuch > 0n) yield move('repay', { value: unitsText(tooMuch + 10_000n) })
      if ((await session.verdict()).state === 'open') yield move('wait')
    }
  },
})

export const liquidationSolutions: Solutions = {
  reference: fearing('solved', 12n),
  'for quiet nights only': fearing('liquidated', 3n),
  asleep: {
    ends: 'liquidated',
    async *play(session) {
      yield* untilEnd(session, 'wait')
    },
  },
  'all of it at once': {
    ends: 'rent',
    async *play({ lab, world }: Session<World>) {
      yield move('repay', { value: unitsText(await world.usdc.balance(lab.me)) })
    },
  },
}
