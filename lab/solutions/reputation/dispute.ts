import { move, type Solutions } from '../solution.ts'

const named = (step: number) => move('name', { step: `${step}` })

export const disputeSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play({ world: { mine, claimed } }) {
      let [same, different] = [0, 64]
      while (different - same > 1) {
        const middle = (same + different) / 2
        yield move('ask', { step: `${middle}` })
        if (mine[middle] === claimed[middle]) same = middle
        else different = middle
      }
      yield named(different)
    },
  },
  'the last step': {
    ends: 'last-step',
    async *play() {
      yield named(64)
    },
  },
  'a step before the error': {
    ends: 'right-step',
    async *play({ world }) {
      yield move('ask', { step: '32' })
      yield named(world.wrong - 1)
    },
  },
  'a step that does not exist': {
    ends: 'open',
    async *play() {
      yield named(65)
      yield move('ask', { step: '0' })
    },
  },
}
