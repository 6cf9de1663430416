import { move, type Solutions, unitsText } from '../solution.ts'

const pay = (to: string, value: bigint) => move('pay', { to, amount: unitsText(value) })

export const lookalikeSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play({ world }) {
      yield pay(world.landlord, world.rent)
    },
  },
  'the newest entry of the history': {
    ends: 'poisoned',
    async *play({ world }) {
      yield pay(world.poison, world.rent)
    },
  },
  'half of it, and waiting': {
    ends: 'unpaid',
    async *play({ world }) {
      yield pay(world.landlord, world.rent / 2n)
      for (let day = 0; day < 3; day++) yield move('wait')
    },
  },
}
