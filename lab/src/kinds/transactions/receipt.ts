import { labTicketsBytecode } from '@aura/contracts/lab/tickets'
import { encode, type Hex } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, Usdc } from '../../usdc.ts'
import { DAY, shortAddress, usdcText } from '../../words.ts'

const NAMES = ['Paulo', 'Ngozi', 'Tomasz', 'Dao', 'Leila'] as const

/** Five people claim they paid. Only the receipts on chain prove it. */
export const receipt: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'receipt',
  version: 3,
  rounds: 3,
  setup,

  goal: (_, { price }) =>
    `Five people say they paid you ${usdcText(price)} for the last ticket. Read the list of transactions, and send it to the one who did.`,
  solved: 'Sender, receiver, amount, token and status: you read all five before you believed a payment.',
  traps: {
    reverted: 'That transaction is on chain, but it failed. A failed transaction costs its fee and moves nothing.',
    elsewhere: 'That transaction succeeded, but the money went to another address than yours.',
    short: 'That one paid you, but only a part of the price.',
    counterfeit:
      'Another contract wrote that. Anyone can make a token and call it USDC, so look at the contract that was asked to move it: your balance of real USDC has not grown by that payment.',
  },
  historyFrom: ({ firstBlock }) => firstBlock,
  names: (_, { usdc, tickets, people }) => ({
    [usdc.address]: 'USDC contract',
    [tickets]: 'Tickets',
    ...Object.fromEntries(people.map(({ address, name }) => [address, name])),
  }),

  async scene(lab, { usdc, tickets, people, number }) {
    return {
      messages: people.map(({ name, address }) => ({ from: name, text: `Paid! I am ${shortAddress(address)}.` })),
      rows: [
        { label: 'The USDC contract', value: usdc.address, isExact: true },
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
      ],
      moves: {
        ship: {
          label: 'Send the ticket',
          submit: 'Continue',
          fields: {
            to: {
              type: 'choice',
              label: 'To',
              options: people.map(({ name, address }) => ({ value: address, text: name, detail: address })),
            },
          },
          run: (input) =>
            lab.send(lab.me, {
              to: tickets,
              data: encode('transfer(address,uint256)', input.choice('to') as Hex, number),
            }),
        },
      },
    }
  },

  async verdict({ chain, me }, { tickets, people, number }) {
    const owner = await chain.view(tickets, encode('ownerOf(uint256)', number))
    if (owner === BigInt(me)) return { state: 'open' }
    const claim = people.find(({ address }) => BigInt(address) === owner)?.did
    return claim === undefined || claim === 'paid' ? { state: 'solved' } : { state: 'trapped', trap: claim }
  },
}

async function setup(lab: Lab) {
  const bank = lab.account('bank')
  const deeds = lab.shuffle('deeds', ['paid', 'reverted', 'elsewhere', 'short', 'counterfeit'] as const)
  const people = NAMES.map((name, place) => ({ name, address: lab.account(name), did: deeds[place] ?? 'paid' }))
  for (const account of [bank, lab.me, ...people.map(({ address }) => address)])
    await lab.chain.fund(account, 10n ** 17n)
  const price = drawUsdc(lab, 'price', 30, 90)
  const usdc = await Usdc.deploy(lab, bank)
  // Its events look like those of USDC; only the contract's address differs.
  const counterfeit = await Usdc.deploy(lab, bank)
  const tokenOf = (did: string) => (did === 'counterfeit' ? counterfeit : usdc)
  const tickets = await lab.deploy(bank, labTicketsBytecode, lab.me, 3n)
  for (const { address, did } of people) await tokenOf(did).mint(bank, address, did === 'reverted' ? price / 2n : price)
  const firstBlock = (await lab.chain.mine(DAY)).number + 1
  for (const { address, did } of people) {
    const to = did === 'elsewhere' ? lab.account('elsewhere') : lab.me
    await tokenOf(did).transfer(address, to, did === 'short' ? price / 10n : price)
    await lab.chain.mine(2)
  }
  return { firstBlock, usdc, tickets, people, price, number: BigInt(lab.draw('number', 1, 3)) }
}
