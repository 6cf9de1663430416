import { move, type Solutions, unitsText } from '../solution.ts'

const send = (to: string, value: bigint) => move('send', { to, amount: unitsText(value) })
const LITTLE = 1_000_000n

export const transferSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play({ world }) {
      yield send(world.amara, LITTLE)
      yield send(world.amara, world.debt - LITTLE)
    },
  },
  'too much, which comes back': {
    ends: 'solved',
    async *play({ world }) {
      yield send(world.amara, LITTLE)
      yield send(world.amara, world.debt)
      yield move('wait')
      yield move('wait')
    },
  },
  'all at once': {
    ends: 'all-at-once',
    async *play({ world }) {
      yield send(world.amara, world.debt)
    },
  },
  'to the contract': {
    ends: 'lost',
    async *play({ world }) {
      yield send(world.usdc.address, world.debt)
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
