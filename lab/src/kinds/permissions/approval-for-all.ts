import { labMarketplaceBytecode } from '@aura/contracts/lab/marketplace'
import { labTicketsBytecode } from '@aura/contracts/lab/tickets'
import { encode, type Hex } from '../../bytes.ts'
import type { Kind, Request } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, UNLIMITED, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { DAY, durationText, usdcText } from '../../words.ts'

const COUNT = 5n
/** Time of the theft of the marketplace's key; the lab ends later. */
const THEFT = 30 * DAY
const END = 60 * DAY

/** Sell one ticket of five. The marketplace asks for permanent access to all. */
export const approvalForAll: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'approval-for-all',
  version: 2,
  rounds: 2,
  setup,

  goal: (_, { number, price }) =>
    `Sell ticket ${number} of your five for ${usdcText(price)}. In two months the other four must still be yours, and nobody else able to move them.`,
  solved:
    'The marketplace moved the one ticket you sold and could move no other. An operator may move everything you own of a collection, what you get later too, until you end it.',
  traps: {
    'all-taken':
      'The marketplace’s key was stolen, and a right you had given was still open. An operator’s right covers every ticket, not only the one you sold.',
    unsold: 'Nobody robbed you, but the ticket isn’t sold: the marketplace has to be allowed to move that one.',
  },
  names: (_, { usdc, tickets, market, keeper, buyer }) => ({
    ...{ [usdc.address]: 'USDC contract', [tickets]: 'Tickets', [market]: 'Marketplace' },
    ...{ [keeper]: 'the marketplace’s key', [buyer]: 'a buyer' },
  }),

  async scene(lab, world) {
    const { usdc, tickets, market, keeper, number, price, start } = world
    const { chain, me } = lab
    const isOperator = (await chain.view(tickets, encode('isApprovedForAll(address,address)', me, market))) > 0n
    const mine = (await ownersOf(lab, tickets)).filter((owner) => owner === BigInt(me)).length
    const numbers = Array.from({ length: Number(COUNT) }, (_, at) => ({ value: `${at + 1}`, text: `Ticket ${at + 1}` }))
    const ask: Request = {
      from: 'ticket-market.example',
      title: `List ticket ${number} for ${usdcText(price)}`,
      rows: [{ label: 'Saves', value: 'fees, whenever you list another' }],
      onApprove: async () => {
        await lab.send(me, { to: tickets, data: encode('setApprovalForAll(address,bool)', market, 1n) })
        await lab.send(me, { to: market, data: encode('list(uint256,uint256)', number, price) })
        world.hasAnswered = true
      },
      onReject: async () => {
        world.hasAnswered = true
      },
    }
    return {
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(me)), isExact: true },
        { label: 'Your tickets', value: `${mine} of ${COUNT}`, isExact: true },
        { label: 'The marketplace may move', value: isOperator ? 'all of them' : 'what you name below' },
        { label: 'Since the start', value: durationText(chain.time - start) },
      ],
      requests: world.hasAnswered ? {} : { list: ask },
      moves: {
        approve: {
          label: 'Let the marketplace move one ticket, and list it',
          site: 'ticket-market.example',
          submit: 'Continue',
          fields: {
            number: { type: 'choice', label: 'Ticket', options: numbers },
            price: { type: 'amount', label: 'Price', unit: 'USDC', decimals: USDC_DECIMALS },
          },
          run: async (input) => {
            const chosen = BigInt(input.choice('number'))
            await lab.send(me, { to: tickets, data: encode('approve(address,uint256)', market, chosen) })
            await lab.send(me, { to: market, data: encode('list(uint256,uint256)', chosen, input.amount('price')) })
          },
        },
        revoke: {
          label: 'End an operator’s right',
          site: 'allowances.example',
          submit: 'Continue',
          fields: {
            operator: {
              type: 'choice',
              label: 'Operator',
              options: [
                { value: market, text: 'The marketplace', detail: market },
                { value: keeper, text: 'Its key', detail: keeper },
              ],
            },
          },
          run: (input) => {
            const data = encode('setApprovalForAll(address,bool)', input.choice('operator') as Hex, 0n)
            return lab.send(me, { to: tickets, data })
          },
        },
        'wait-day': { label: 'Wait a day', seconds: DAY },
        'wait-month': { label: 'Wait a month', seconds: 30 * DAY },
      },
    }
  },

  async beforeBlock(lab, { tickets, market, keeper, buyer, number, price, start }, time) {
    const { chain, me } = lab
    const listed = await chain.view(market, encode('price(uint256)', number))
    if (listed > 0n && listed <= price && time >= start + DAY)
      await lab.send(buyer, { to: market, data: encode('buy(uint256)', number) })
    if (time < start + THEFT) return
    const owners = await ownersOf(lab, tickets)
    const isOperator = (await chain.view(tickets, encode('isApprovedForAll(address,address)', me, market))) > 0n
    for (const [place, owner] of owners.entries()) {
      const one = BigInt(place + 1)
      const isAllowed =
        isOperator || (await chain.view(tickets, encode('getApproved(uint256)', one))) === BigInt(market)
      const isWanted = owner === BigInt(me) && one !== number && isAllowed
      if (isWanted) await lab.send(keeper, { to: market, data: encode('take(uint256)', one) })
    }
  },

  async verdict(lab, { usdc, tickets, keeper, price, start }) {
    const { chain, me } = lab
    const owners = await ownersOf(lab, tickets)
    if (owners.includes(BigInt(keeper))) return { state: 'trapped', trap: 'all-taken' }
    if (chain.time < start + END) return { state: 'open' }
    return (await usdc.balance(me)) < price ? { state: 'trapped', trap: 'unsold' } : { state: 'solved' }
  },
}

const ownersOf = ({ chain }: Lab, tickets: Hex): Promise<bigint[]> =>
  Promise.all(
    Array.from({ length: Number(COUNT) }, (_, at) => chain.view(tickets, encode('ownerOf(uint256)', BigInt(at + 1)))),
  )

async function setup(lab: Lab) {
  const [bank, keeper, buyer] = [lab.account('bank'), lab.account('keeper'), lab.account('buyer')]
  for (const account of [bank, keeper, buyer, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const [number, price] = [BigInt(lab.draw('number', 1, Number(COUNT))), drawUsdc(lab, 'price', 40, 160)]
  const usdc = await Usdc.deploy(lab, bank)
  const tickets = await lab.deploy(bank, labTicketsBytecode, lab.me, COUNT)
  const market = await lab.deploy(keeper, labMarketplaceBytecode, tickets, usdc.address, keeper)
  await usdc.mint(bank, buyer, price)
  await usdc.approve(buyer, market, UNLIMITED)
  const { time: start } = await lab.chain.mine(2)
  return { usdc, tickets, market, keeper, buyer, number, price, start, hasAnswered: false }
}
