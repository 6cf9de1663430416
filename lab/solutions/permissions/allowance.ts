import { approve, move, reject, type Solutions, unitsText } from '../solution.ts'

const cap = (value: bigint) => approve('allow', { cap: unitsText(value) })
const SUGGESTED = 999_999_999n * 10n ** 6n
const setAllowance = (spender: string, amount: string) => move('set-allowance', { spender, amount })

export const allowanceSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play({ world }) {
      yield cap(world.price)
      yield approve('buy')
      yield move('wait-year')
      yield move('wait-month')
      yield move('wait-month')
    },
  },
  'unlimited, revoked after the theft': {
    ends: 'solved',
    async *play({ world }) {
      yield cap(SUGGESTED)
      yield approve('buy')
      yield setAllowance(world.shop, '1000')
      yield move('wait-year')
      yield setAllowance(world.shop, '0')
      yield move('wait-month')
      yield move('wait-month')
    },
  },
  'never revoked': {
    ends: 'drained-again',
    async *play() {
      yield cap(SUGGESTED)
      yield approve('buy')
      yield move('wait-year')
      for (let month = 0; month < 3; month++) yield move('wait-month')
    },
  },
  'revoked for the wrong spender': {
    ends: 'drained-again',
    async *play({ world }) {
      yield cap(SUGGESTED)
      yield approve('buy')
      yield move('wait-year')
      yield setAllowance(world.keeper, '0')
      for (let month = 0; month < 3; month++) yield move('wait-month')
    },
  },
  'nothing bought': {
    ends: 'nothing-bought',
    async *play() {
      yield reject('allow')
      yield move('wait-year')
      yield move('wait-month')
      yield move('wait-month')
    },
  },
  'a door left open at the end': {
    ends: 'door-open',
    async *play({ world }) {
      yield cap(world.price)
      yield approve('buy')
      yield move('wait-year')
      yield move('wait-month')
      for (let day = 0; day < 29; day++) yield move('wait-day')
      yield setAllowance(world.shop, '5')
      yield move('wait-day')
    },
  },
}
