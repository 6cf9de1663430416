import type { Session } from '../../src/session.ts'
import { move, type Solutions } from '../solution.ts'

const giving = (ends: string, addressOf: (session: Session<unknown>) => string) => ({
  ends,
  async *play(session: Session<unknown>) {
    yield move('give', { address: addressOf(session) })
  },
})

export const linkedAddressesSolutions: Solutions = {
  reference: giving('solved', ({ lab }) => lab.account('apart')),
  'the one on the tip page': giving('public', ({ lab }) => lab.account('named')),
  'one step away': giving('linked', ({ lab }) => lab.account('first')),
  'two steps away': giving('linked', ({ lab }) => lab.account('second')),
  'three steps away': giving('linked', ({ lab }) => lab.account('third')),
}
