import { approve, move, reject, type Solutions, unitsText, untilEnd } from '../solution.ts'

export const approvalForAllSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play(session) {
      yield reject('list')
      yield move('approve', { number: `${session.world.number}`, price: unitsText(session.world.price) })
      yield move('wait-day')
      yield* untilEnd(session, 'wait-month')
    },
  },
  'all allowed, and the right ended after the sale': {
    ends: 'solved',
    async *play(session) {
      yield approve('list')
      yield move('wait-day')
      yield move('revoke', { operator: session.world.market })
      yield* untilEnd(session, 'wait-month')
    },
  },
  'the marketplace’s own listing': {
    ends: 'all-taken',
    async *play(session) {
      yield approve('list')
      yield* untilEnd(session, 'wait-month')
    },
  },
  'another ticket listed': {
    ends: 'all-taken',
    async *play(session) {
      yield reject('list')
      const other = (Number(session.world.number) % 5) + 1
      yield move('approve', { number: `${other}`, price: unitsText(session.world.price) })
      yield* untilEnd(session, 'wait-month')
    },
  },
  'a price that nobody pays': {
    ends: 'unsold',
    async *play(session) {
      const { number, price } = session.world
      yield reject('list')
      yield move('approve', { number: `${number}`, price: unitsText(price * 2n) })
      yield* untilEnd(session, 'wait-month')
    },
  },
  'nothing listed': {
    ends: 'unsold',
    async *play(session) {
      yield reject('list')
      yield* untilEnd(session, 'wait-month')
    },
  },
}
