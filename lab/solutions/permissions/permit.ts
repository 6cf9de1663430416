import { approve, move, reject, type Solutions, unitsText, untilEnd } from '../solution.ts'

const checkout = (value: bigint) => approve('checkout', { value: unitsText(value) })

export const permitSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play(session) {
      yield checkout(session.world.price)
      yield reject('verify')
      yield* untilEnd(session, 'wait-week')
    },
  },
  'signed, and voided before payday': {
    ends: 'solved',
    async *play(session) {
      yield checkout(session.world.price)
      yield approve('verify')
      yield move('void')
      yield* untilEnd(session, 'wait-week')
    },
  },
  'signed for a stranger': {
    ends: 'drained',
    async *play(session) {
      yield checkout(session.world.price)
      yield approve('verify')
      yield* untilEnd(session, 'wait-week')
    },
  },
  'nothing signed': {
    ends: 'nothing-bought',
    async *play(session) {
      yield reject('checkout')
      yield reject('verify')
      yield* untilEnd(session, 'wait-week')
    },
  },
  'the value the shop filled in': {
    ends: 'door-open',
    async *play(session) {
      yield checkout(999_999_999n * 10n ** 6n)
      yield reject('verify')
      yield* untilEnd(session, 'wait-week')
    },
  },
}
