import { proofOf } from '../../src/kinds/contracts/merkle-proof.ts'
import type { Session } from '../../src/session.ts'
import { move, type Solutions } from '../solution.ts'

// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
type Any = Session<any>

const claim = ([first = '', second = '', third = '']: string[]) => move('claim', { first, second, third })
const myProof = ({ lab, world }: Any) =>
  proofOf(
    world.levels,
    world.people.findIndex(({ address }: { address: string }) => address === lab.me),
  )

export const merkleProofSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play(session) {
      yield claim(myProof(session))
    },
  },
  'one’s own nodes first, not their neighbours': {
    ends: 'solved',
    async *play(session) {
      const { levels, people } = session.world
      const leaf = people.findIndex(({ address }: { address: string }) => address === session.lab.me)
      yield claim(levels.map((nodes: string[], level: number) => nodes[leaf >> level]))
      yield claim(myProof(session))
    },
  },
  'somebody else’s proof, again and again': {
    ends: 'guessed',
    async *play(session) {
      const { world, lab } = session
      const other = world.people.findIndex(({ address }: { address: string }) => address !== lab.me)
      while ((await session.verdict()).state === 'open') yield claim(proofOf(world.levels, other))
    },
  },
  'last of all, as there is money for everybody': {
    ends: 'solved',
    async *play(session) {
      for (let block = 0; block < 20; block++) yield move('wait')
      yield claim(myProof(session))
    },
  },
}
