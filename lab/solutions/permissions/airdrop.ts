import { approve, reject, type Solutions, type Way } from '../solution.ts'

const claiming = (ends: string, wanted: readonly string[]): Way => ({
  ends,
  async *play(session) {
    for (const [place, effect] of session.world.requests.entries()) {
      if ((await session.verdict()).state !== 'open') return
      yield wanted.includes(effect) ? approve(`page-${place + 1}`) : reject(`page-${place + 1}`)
    }
  },
})

export const airdropSolutions: Solutions = {
  reference: claiming('solved', ['claim']),
  'an approval for a claim': claiming('spent', ['claim', 'approve']),
  'a permit for a gift': claiming('spent', ['claim', 'permit']),
  'an operator for a ticket': claiming('operator', ['claim', 'operator']),
  'a fee to the page': claiming('fee', ['claim', 'fee']),
  'nothing claimed': claiming('missed', []),
}
