import { move, type Solutions } from '../solution.ts'

const judge = (line: number) => move('judge', { line: `${line}` })

export const battleReceiptSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play({ world }) {
      for (let line = 1; line <= world.changed + 1; line++) yield move('check', { line: `${line}` })
      yield judge(world.changed + 1)
    },
  },
  'another line': {
    ends: 'wrong',
    async *play({ world }) {
      yield judge(((world.changed + 1) % 8) + 1)
    },
  },
  'called genuine': {
    ends: 'genuine',
    async *play() {
      yield judge(0)
    },
  },
}
