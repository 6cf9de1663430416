import type { Session } from '../../src/session.ts'
import { move, type Solutions, unitsText, untilEnd } from '../solution.ts'

const GWEI = 10n ** 9n
const send = (to: string, nonce: number, fee: bigint, tip = 2n * GWEI) =>
  move('send', { to, nonce: `${nonce}`, fee: unitsText(fee, 9), tip: unitsText(tip, 9) })
// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
const enough = ({ world }: Session<any>): bigint => world.rush + 3n * GWEI

export const stuckNonceSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play(session) {
      yield send(session.world.studio, 0, enough(session))
      yield send(session.world.friend, 1, enough(session))
      yield* untilEnd(session, 'wait')
    },
  },
  'the friend once the fees have fallen': {
    ends: 'solved',
    async *play(session) {
      yield send(session.world.studio, 0, enough(session))
      while (session.lab.chain.height < session.world.calmAt) yield move('wait')
      yield send(session.world.friend, 1, 8n * GWEI)
      yield* untilEnd(session, 'wait')
    },
  },
  'paid again with the next nonce': {
    ends: 'late',
    async *play(session) {
      yield send(session.world.studio, 1, enough(session))
      yield* untilEnd(session, 'wait')
    },
  },
  'replaced, and paid again': {
    ends: 'twice',
    async *play(session) {
      yield send(session.world.studio, 0, enough(session))
      yield send(session.world.studio, 1, enough(session))
      yield* untilEnd(session, 'wait')
    },
  },
  'replaced with too small a step': {
    ends: 'late',
    async *play(session) {
      yield send(session.world.studio, 0, (8n * GWEI * 105n) / 100n, GWEI)
      yield* untilEnd(session, 'wait')
    },
  },
  'the friend forgotten': {
    ends: 'owing',
    async *play(session) {
      yield send(session.world.studio, 0, enough(session))
      yield* untilEnd(session, 'wait')
    },
  },
}
