import type { Session } from '../../src/session.ts'
import { move, type Solutions, untilEnd } from '../solution.ts'

interface Agreement {
  parts: bigint[]
  total: bigint
}

const splitting = (ends: string, rest: 'one' | 'nobody', partsOf: (agreed: Agreement) => bigint[]) => ({
  ends,
  // biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
  async *play(session: Session<any>) {
    const [amara, bruno, chidi] = partsOf(session.world).map(String)
    const to = rest === 'one' ? session.world.people[0] : `0x${'0'.repeat(40)}`
    yield move('set', { amara: amara ?? '', bruno: bruno ?? '', chidi: chidi ?? '', rest: to })
    yield* untilEnd(session, 'wait')
  },
})

const roundTo =
  (scale: bigint) =>
  ({ parts, total }: Agreement) =>
    parts.map((part) => (part * scale + total / 2n) / total)

export const royaltySplitSolutions: Solutions = {
  reference: splitting('solved', 'one', ({ parts }) => parts),
  'the same in larger numbers': splitting('solved', 'one', ({ parts }) => parts.map((part) => part * 1000n)),
  percentages: splitting('unfair', 'one', roundTo(100n)),
  'hundredths of a percent': splitting('unfair', 'one', roundTo(10_000n)),
  'nobody gets the rest': splitting('crumbs', 'nobody', ({ parts }) => parts),
}
