import type { Session } from '../../src/session.ts'
import { move, type Solutions, untilEnd } from '../solution.ts'

// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
type Any = Session<any>

const enough = ({ world }: Any): bigint => BigInt(world.vault) / BigInt(world.stake)

const playing = (ends: string, repair: string | undefined, timesOf: (session: Any) => bigint[]) => ({
  ends,
  async *play(session: Any) {
    for (const times of timesOf(session)) yield move('rob', { again: `${times}` })
    if (repair) yield move('repair', { repair })
    yield* untilEnd(session, 'wait')
  },
})

export const reentrancySolutions: Solutions = {
  reference: playing('solved', '3', (session) => [enough(session)]),
  'a lock': playing('solved', '4', (session) => [enough(session)]),
  'once too often, which takes nothing, and again': playing('solved', '3', (session) => [
    enough(session) + 1n,
    enough(session),
  ]),
  'no repair': playing('robbed', undefined, (session) => [enough(session)]),
  'a cap': playing('robbed', '1', (session) => [enough(session)]),
  'a check': playing('robbed', '2', (session) => [enough(session)]),
  'closed for good': playing('frozen', '5', (session) => [enough(session)]),
  'never asked again': playing('unskilled', '3', () => [0n]),
}
