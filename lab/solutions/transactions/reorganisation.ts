import { move, type Solutions } from '../solution.ts'

const ship = (to: string) => move('ship', { to })

export const reorganisationSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play({ lab, world }) {
      while (lab.chain.height < world.paysAgainAt + world.final - 1) yield move('wait')
      yield ship(world.buyer)
    },
  },
  'at once': {
    ends: 'unpaid',
    async *play({ world }) {
      yield ship(world.cheat)
    },
  },
  'as soon as the payment is seen': {
    ends: 'unpaid',
    async *play({ lab, world }) {
      while (lab.chain.height < world.paysAt) yield move('wait')
      yield ship(world.cheat)
      for (let block = 0; block < 12; block++) yield move('wait')
    },
  },
  'before the payment is final': {
    ends: 'too-soon',
    async *play({ lab, world }) {
      while (lab.chain.height < world.paysAgainAt) yield move('wait')
      yield ship(world.buyer)
      yield move('wait')
    },
  },
  'to nobody': {
    ends: 'stranger',
    async *play({ world }) {
      yield ship(world.usdc.address)
    },
  },
  'waiting only': {
    ends: 'open',
    async *play() {
      for (let block = 0; block < 20; block++) yield move('wait')
    },
  },
}
