import { approve, reject, type Solutions, type Way } from '../solution.ts'

const HONEST = ['sign-in', 'pay', 'ticket', 'revoke', 'repay']

const approving = (ends: string, { also, without }: { also?: string; without?: string } = {}): Way => ({
  ends,
  async *play(session) {
    for (const [place, effect] of session.world.requests.entries()) {
      if ((await session.verdict()).state !== 'open') return
      const isYes = effect === also || (HONEST.includes(effect) && effect !== without)
      yield isYes ? approve(`request-${place + 1}`) : reject(`request-${place + 1}`)
    }
  },
})

export const drainerEveningSolutions: Solutions = {
  reference: approving('solved'),
  'a page with a zero in its name': approving('impersonated', { also: 'impersonated' }),
  'the price to another spender': approving('spent', { also: 'wrong-shop' }),
  'a score for a permit': approving('spent', { also: 'permit' }),
  'a revocation that approves': approving('spent', { also: 'unlimited' }),
  'an operator for one ticket': approving('operator', { also: 'operator' }),
  'an address like Kwame’s': approving('lookalike', { also: 'lookalike' }),
  'an upgrade': approving('delegated', { also: 'delegated' }),
  'the old game forgotten': approving('missed', { without: 'revoke' }),
  'the ticket not sent': approving('missed', { without: 'ticket' }),
}
