import type { Session } from '../../src/session.ts'
import { move, type Solutions, untilEnd } from '../solution.ts'

// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
type Any = Session<any>

/** Returns the positions, from 1, of the two signatures with the same r. */
function pairOf({ world }: Any): { one: string; other: string } {
  const all: bigint[] = world.signed.map(({ signature }: { signature: { r: bigint } }) => signature.r)
  const [one, other] = [...all.keys()].filter((place) => all.filter((r) => r === all[place]).length > 1)
  return { one: `${(one ?? 0) + 1}`, other: `${(other ?? 0) + 1}` }
}

async function* tryAll(session: Any) {
  for (let one = 1; one <= 5; one++)
    for (let other = one + 1; other <= 5; other++) {
      if ((await session.verdict()).state !== 'open') return
      yield move('compute', { one: `${one}`, other: `${other}` })
    }
}

export const nonceReuseSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play(session) {
      yield move('compute', pairOf(session))
      yield move('move', { to: session.lab.me })
    },
  },
  'a wrong pair first, whose address has no money': {
    ends: 'solved',
    async *play(session) {
      const { one, other } = pairOf(session)
      const wrong = ['1', '2', '3'].find((place) => place !== one && place !== other) ?? '1'
      yield move('compute', { one, other: wrong })
      yield move('move', { to: session.lab.me })
      yield move('compute', { one: other, other: one })
      yield move('move', { to: session.lab.me })
    },
  },
  'all pairs, one after the other': { ends: 'too-late', play: tryAll },
  'only waiting': {
    ends: 'too-late',
    async *play(session) {
      yield* untilEnd(session, 'wait')
    },
  },
  'saved into the same app': {
    ends: 'same-app',
    async *play(session) {
      yield move('compute', pairOf(session))
      yield move('move', { to: session.world.fresh })
      yield* untilEnd(session, 'wait')
    },
  },
}
