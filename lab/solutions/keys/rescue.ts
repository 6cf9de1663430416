import type { Session } from '../../src/session.ts'
import { move, type Solutions, unitsText, untilEnd } from '../solution.ts'

// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
type Any = Session<any>
const permit = ({ world }: Any) => move('permit', { value: unitsText(world.savings) })

/** Makes these moves and the permit for all of the savings, then waits. */
const inOrder = (...names: string[]) =>
  async function* (session: Any) {
    for (const name of names) yield name === 'permit' ? permit(session) : move(name)
    yield* untilEnd(session, 'wait')
  }

export const rescueSolutions: Solutions = {
  reference: { ends: 'solved', play: inOrder('revoke', 'undelegate', 'permit', 'together') },
  'gas sent ahead once, and swept': {
    ends: 'solved',
    play: inOrder('undelegate', 'revoke', 'permit', 'fund', 'wait', 'together'),
  },
  'the money moved before the door was closed': { ends: 'open-door', play: inOrder('undelegate', 'permit', 'revoke') },
  'the ticket first': {
    ends: 'usdc-taken',
    play: inOrder('undelegate', 'together', 'revoke', 'wait', 'wait', 'permit'),
  },
  'a permit while the code still stands': {
    ends: 'usdc-taken',
    play: inOrder('revoke', 'permit', 'permit', 'undelegate', 'wait', 'permit'),
  },
  'only part of the money': {
    ends: 'usdc-taken',
    async *play(session) {
      yield move('revoke')
      yield move('undelegate')
      yield move('permit', { value: '1' })
      yield* untilEnd(session, 'wait')
    },
  },
  'gas for an account that forwards it': {
    ends: 'ticket-taken',
    play: inOrder('together', 'revoke', 'undelegate', 'permit'),
  },
  'gas a block too early': { ends: 'ticket-taken', play: inOrder('revoke', 'undelegate', 'permit', 'fund', 'ticket') },
}
