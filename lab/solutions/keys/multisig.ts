import { approve, reject, type Solutions, type Way } from '../solution.ts'

const confirming = (ends: string, { also, without }: { also?: string; without?: string } = {}): Way => ({
  ends,
  async *play(session) {
    for (const [place, { effect }] of session.world.proposals.entries()) {
      if ((await session.verdict()).state !== 'open') return
      const isYes = effect === also || (['studio', 'printer'].includes(effect) && effect !== without)
      yield isYes ? approve(`proposal-${place + 1}`) : reject(`proposal-${place + 1}`)
    }
  },
})

export const multisigSolutions: Solutions = {
  reference: confirming('solved'),
  'a standing order that is an approval': confirming('drained', { also: 'drained' }),
  'a printer’s twin': confirming('wrong-payee', { also: 'wrong-payee' }),
  maintenance: confirming('owner-replaced', { also: 'owner-replaced' }),
  'a bill rejected': confirming('unpaid', { without: 'printer' }),
}
