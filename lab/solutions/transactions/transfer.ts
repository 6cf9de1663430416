import { move, type Solutions, unitsText } from '../solution.ts'

const send = (to: string, value: bigint) => move('send', { to, amount: unitsText(value) })

export const transferSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play({ world }) {
      yield send(world.amara, world.loan)
      yield move('wait')
    },
  },
  'in two parts at first': {
    ends: 'solved',
    async *play({ world }) {
      yield send(world.amara, 1_000_000n)
      yield move('wait')
      yield send(world.amara, world.loan)
      yield move('wait')
    },
  },
  'to the contract': {
    ends: 'lost',
    async *play({ world }) {
      yield send(world.usdc.address, world.loan)
    },
  },
  'to a stranger': {
    ends: 'stranger',
    async *play({ world }) {
      yield send(world.stranger, 1n)
    },
  },
  'waiting only': {
    ends: 'open',
    async *play() {
      yield move('wait')
      yield move('wait')
    },
  },
}
