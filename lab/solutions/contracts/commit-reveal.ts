import type { Session } from '../../src/session.ts'
import { move, type Solutions, untilEnd } from '../solution.ts'

// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
type Any = Session<any>

async function* bidding(session: Any, { above, salt }: { above: bigint; salt: string }, opened = salt) {
  const bid = `${session.world.limit + above}`
  yield move('seal', { bid, salt })
  while (!(await session.scene()).moves.open) yield move('wait')
  yield move('open', { bid, salt: opened })
  yield* untilEnd(session, 'wait')
}

export const commitRevealSolutions: Solutions = {
  reference: { ends: 'solved', play: (session) => bidding(session, { above: 0n, salt: 'random' }) },
  'no salt': { ends: 'guessed', play: (session) => bidding(session, { above: 0n, salt: 'none' }) },
  'a salt that everybody knows': { ends: 'guessed', play: (session) => bidding(session, { above: 0n, salt: 'lot' }) },
  'another salt when opening': {
    ends: 'unopened',
    play: (session) => bidding(session, { above: 0n, salt: 'random' }, 'none'),
  },
  'too little': { ends: 'outbid', play: (session) => bidding(session, { above: -10n, salt: 'random' }) },
  'too much': { ends: 'overpaid', play: (session) => bidding(session, { above: 1n, salt: 'random' }) },
}
