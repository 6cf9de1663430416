import { approve, reject, type Solutions, type Way } from '../solution.ts'

const confirming = (ends: string, wanted: readonly string[]): Way => ({
  ends,
  async *play(session) {
    for (const [place, effect] of session.world.requests.entries()) {
      if ((await session.verdict()).state !== 'open') return
      yield wanted.includes(effect) ? approve(`request-${place + 1}`) : reject(`request-${place + 1}`)
    }
  },
})

export const previewSolutions: Solutions = {
  reference: confirming('solved', ['floor', 'tip']),
  'a gain that is switched off': confirming('switched', ['floor', 'tip', 'proof']),
  'a swap without a floor': confirming('sandwiched', ['no-floor', 'tip']),
  'a signature that moves nothing': confirming('drained', ['floor', 'tip', 'permit']),
  'nothing confirmed': confirming('missed', []),
}
