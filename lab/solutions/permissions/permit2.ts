import { approve, move, type Solutions, unitsText, untilEnd, type Way } from '../solution.ts'

const living = (ends: string, how: { voids?: 'thief' | 'shop'; closes?: boolean; buys?: 'once' | 'always' }): Way => ({
  ends,
  async *play(session) {
    const { world } = session
    if (how.voids) yield move('void', { spender: world[how.voids] })
    if (how.closes) yield move('close')
    yield move('wait-week')
    if (how.closes) yield approve('enable', { cap: unitsText(999_999_999n * 10n ** 6n) })
    if (how.buys && (await session.verdict()).state === 'open') yield approve(how.buys)
    yield* untilEnd(session, 'wait-week')
  },
})

export const permit2Solutions: Solutions = {
  reference: living('solved', { voids: 'thief', buys: 'once' }),
  'voided, and closed until payday': living('solved', { voids: 'thief', closes: true, buys: 'once' }),
  'nothing done': living('drained', {}),
  'closed only, and opened again to pay': living('drained', { closes: true, buys: 'once' }),
  'the wrong signatures voided': living('drained', { voids: 'shop', buys: 'once' }),
  'a permission for the shop': living('shop-robbed', { voids: 'thief', buys: 'always' }),
  'nothing bought': living('nothing-bought', { voids: 'thief' }),
}
