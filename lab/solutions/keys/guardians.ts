import type { Hex } from '../../src/bytes.ts'
import type { Session } from '../../src/session.ts'
import type { Action } from '../../src/transcript.ts'
import { move, type Solutions, untilEnd, type Way } from '../solution.ts'

interface World {
  phone: Hex
  thief: Hex
  isLost: boolean
}

const named = (needed: string, [first = '', second = '', third = '']: readonly string[]): Action =>
  move('name', { needed, first, second, third })

const FRIENDS = ['ngozi', 'mateo', 'linh'] as const

/** Lets days pass until the phone is lost. Stops a takeover if `stops`. */
async function* untilLoss(session: Session<World>, stops: boolean): AsyncGenerator<Action> {
  let stopped = !stops
  while (!session.world.isLost && (await session.verdict()).state === 'open') {
    const canStop = 'stop' in (await session.scene()).moves
    yield canStop && !stopped ? move('stop') : move('wait')
    stopped ||= canStop
  }
}

async function* recovering(session: Session<World>, key: Hex): AsyncGenerator<Action> {
  for (const guardian of FRIENDS) yield move('ask', { guardian, key })
  yield move('finish')
  yield move('wait')
  yield move('wait')
  if ((await session.verdict()).state === 'open') yield move('finish')
}

const living = (ends: string, needed: string, names: readonly string[], stops: boolean): Way => ({
  ends,
  async *play(session: Session<World>) {
    yield named(needed, names)
    yield* untilLoss(session, stops)
  },
})

export const guardiansSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play(session: Session<World>) {
      yield named('2', FRIENDS)
      yield* untilLoss(session, false)
      yield* recovering(session, session.world.phone)
    },
  },
  'one is enough, and the takeover is stopped': {
    ends: 'solved',
    async *play(session: Session<World>) {
      yield named('1', ['ngozi', 'ngozi', 'linh'])
      yield named('1', FRIENDS)
      yield* untilLoss(session, true)
      yield* recovering(session, session.world.phone)
    },
  },
  'one is enough, and nobody looks': living('taken', '1', FRIENDS, false),
  'a help desk and a friend': living('taken', '2', ['linh', 'desk', 'drawer'], false),
  'a help desk, stopped': living('locked-out', '2', ['linh', 'desk', 'drawer'], true),
  'the tablet of the same bag': living('locked-out', '2', ['tablet', 'mateo', 'drawer'], true),
  'all three': living('locked-out', '3', FRIENDS, false),
  'a key from a page': {
    ends: 'wrong-key',
    async *play(session: Session<World>) {
      yield named('2', FRIENDS)
      yield* untilLoss(session, false)
      yield* recovering(session, session.world.thief)
      yield* untilEnd(session, 'wait')
    },
  },
}
