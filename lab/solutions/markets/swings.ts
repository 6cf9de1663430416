import type { Session } from '../../src/session.ts'
import type { Usdc } from '../../src/usdc.ts'
import { move, type Solutions, unitsText, untilEnd, type Way } from '../solution.ts'

interface World {
  usdc: Usdc
  coin: Usdc
  savings: bigint
  prices: bigint[]
}

const UNIT = 1_000_000n

const holding = (ends: string, percent: bigint): Way => ({
  ends,
  async *play(session: Session<World>) {
    yield move('buy', { value: unitsText((session.world.savings * percent) / 100n) })
    yield* untilEnd(session, 'wait')
  },
})

export const swingsSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play(session: Session<World>) {
      const { usdc, coin, savings, prices } = session.world
      yield move('buy', { value: unitsText((savings * 15n) / 100n) })
      for (const price of prices) {
        const dollars = await usdc.balance(session.lab.me)
        const worth = ((await coin.balance(session.lab.me)) * price) / UNIT
        // Slightly above the minimum, because rounding could end just below it.
        const tooMuch = worth - ((dollars + worth) * 12n) / 100n
        if (tooMuch > UNIT) yield move('sell', { value: unitsText(tooMuch) })
        if ((await session.verdict()).state !== 'open') return
        yield move('wait')
      }
    },
  },
  'a fifth, and then asleep': holding('grown', 18n),
  'half of it': holding('too-much', 50n),
  'all of it': holding('too-much', 100n),
  'more than there is': {
    ends: 'open',
    async *play({ world }: Session<World>) {
      yield move('buy', { value: unitsText(world.savings * 2n) })
      yield move('sell', { value: '1' })
    },
  },
}
