import { move, type Solutions, type Way } from '../solution.ts'

const shippingTo = (deed: string, ends = deed): Way => ({
  ends,
  async *play({ world }) {
    const person = world.people.find(({ did }: { did: string }) => did === deed)
    yield move('ship', { to: person.address })
  },
})

export const receiptSolutions: Solutions = {
  reference: shippingTo('paid', 'solved'),
  'a failed transaction': shippingTo('reverted'),
  'a payment to somebody else': shippingTo('elsewhere'),
  'a part of the price': shippingTo('short'),
  'a token that only calls itself USDC': shippingTo('counterfeit'),
}
