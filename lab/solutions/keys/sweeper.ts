import { NOBODY } from '../../src/chain.ts'
import type { Session } from '../../src/session.ts'
import { approve, move, reject, type Solutions, unitsText, untilEnd } from '../solution.ts'

const authorize = (to: string, nonce: bigint) => move('authorize', { to, nonce: `${nonce}` })
// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
type Any = Session<any>
const nonceOf = async ({ lab }: Any) => (await lab.chain.account(lab.me)).nonce
const pay = ({ world }: Any) => move('pay', { amount: unitsText(world.owed, 18) })

async function* untilGift(session: Any) {
  const { gifts } = session.world
  while (session.world.gifts === gifts) yield move('wait')
}

export const sweeperSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play(session) {
      yield approve('sign-in')
      yield* untilGift(session)
      yield authorize(NOBODY, await nonceOf(session))
      yield* untilGift(session)
      yield pay(session)
    },
  },
  'the request rejected': {
    ends: 'solved',
    async *play(session) {
      yield reject('sign-in')
      yield* untilGift(session)
      yield pay(session)
    },
  },
  'only waiting': {
    ends: 'still-delegated',
    async *play(session) {
      yield approve('sign-in')
      yield* untilEnd(session, 'wait')
    },
  },
  'the wrong nonce': {
    ends: 'still-delegated',
    async *play(session) {
      yield approve('sign-in')
      yield authorize(NOBODY, 0n)
      yield* untilEnd(session, 'wait')
    },
  },
  'delegated again': {
    ends: 'still-delegated',
    async *play(session) {
      yield approve('sign-in')
      yield authorize(session.world.sweeper, await nonceOf(session))
      yield* untilEnd(session, 'wait')
    },
  },
  'too late': {
    ends: 'too-late',
    async *play(session) {
      yield approve('sign-in')
      while (session.world.gifts < 6) yield move('wait')
      yield authorize(NOBODY, await nonceOf(session))
    },
  },
}
