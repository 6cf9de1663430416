import { encode, type Hex } from '../../src/bytes.ts'
import type { Session } from '../../src/session.ts'
import { move, type Solutions, untilEnd, type Way } from '../solution.ts'

interface World {
  contract: Hex
  players: Hex[]
}

async function playersThat({ lab, world }: Session<World>, win: boolean): Promise<Hex[]> {
  const next = BigInt(lab.chain.height + 1)
  const found: Hex[] = []
  for (const player of world.players) {
    const wins = (await lab.chain.view(world.contract, encode('wins(address,uint256)', player, next))) > 0n
    if (wins === win) found.push(player)
  }
  return found
}

/** Buys a ticket for the first account that wins, or loses, and otherwise waits. */
const buying = (ends: string, win: boolean): Way => ({
  ends,
  async *play(session: Session<World>) {
    for (const account of session.world.players) yield move('compute', { account })
    while ((await session.verdict()).state === 'open') {
      const [account] = await playersThat(session, win)
      yield account ? move('play', { account }) : move('wait')
    }
  },
})

export const lotterySolutions: Solutions = {
  reference: buying('solved', true),
  'a guess that loses': buying('lost', false),
  'waiting only': {
    ends: 'closed',
    async *play(session) {
      yield* untilEnd(session, 'wait')
    },
  },
}
