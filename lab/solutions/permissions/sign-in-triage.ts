import { approve, reject, type Solutions, type Way } from '../solution.ts'

const approving = (ends: string, also?: string): Way => ({
  ends,
  async *play({ world }) {
    for (const [place, { effect }] of world.requests.entries()) {
      const name = `request-${place + 1}`
      yield effect === 'sign-in' || effect === also ? approve(name) : reject(name)
    }
  },
})

export const signInTriageSolutions: Solutions = {
  reference: approving('solved'),
  'a lookalike site': approving('other-domain', 'other-domain'),
  'a permit': approving('permit', 'permit'),
  'an approval': approving('approve', 'approve'),
  'a transfer': approving('transfer', 'transfer'),
  'nothing approved': {
    ends: 'missed',
    async *play({ world }) {
      for (const place of world.requests.keys()) yield reject(`request-${place + 1}`)
    },
  },
}
