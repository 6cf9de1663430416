import { labAirdropBytecode } from '@aura/contracts/lab/airdrop'
import { labFakeClaimBytecode } from '@aura/contracts/lab/fake-claim'
import { labTicketsBytecode } from '@aura/contracts/lab/tickets'
import { encode } from '../../bytes.ts'
import type { Kind, Request } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, UNLIMITED, Usdc } from '../../usdc.ts'
import { usdcText } from '../../words.ts'

const GIFT = 8_000n * 10n ** 6n
const TICKETS = 3n
const FEE = 20n * 10n ** 15n
const SITE = 'radio-lagos.example'

type Effect = 'claim' | 'approve' | 'permit' | 'operator' | 'fee'

/** Five pages let one claim. One gives what was announced; the others ask for what one had before. */
export const airdrop: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'airdrop',
  version: 1,
  rounds: 2,
  setup,

  goal: (_, { share }) =>
    `Radio Lagos gives you ${usdcText(share).replace('USDC', 'RADIO')}, and someone put 8,000 GIFT into your wallet. Five pages offer a claim. Claim what Radio Lagos gives, and keep your USDC, your ETH and your ${TICKETS} tickets.`,
  solved:
    'A claim takes a call and its fee. You refused each page that asked for a permission, or for money on top, over something you had before.',
  traps: {
    spent:
      'That was no claim but a permission for your USDC. Whoever got it took them in the same minute, and the tokens that were the bait are worth nothing.',
    operator: 'That page became the operator of your tickets, and moved them. A gift never needs that.',
    fee: 'The “network fee” went to the page’s owner, and the 8,000 tokens that came are worth nothing. Fees are paid to the network, and the wallet shows them in a line of their own.',
    missed: 'You lost nothing, and left what was meant for you. Its own page asked for one call and nothing else.',
  },
  names: (_, { usdc, radio, drop, tickets, thief }) => ({
    ...{ [usdc.address]: 'USDC contract', [radio.address]: 'RADIO contract', [drop]: 'Radio Lagos, claims' },
    ...{ [tickets]: 'Tickets', [thief]: 'a stranger' },
  }),
  tokens: ({ radio, gift }) => ({ [radio.address]: 'RADIO', [gift.address]: 'GIFT' }),

  async scene(lab, world) {
    const { usdc, radio, gift, drop, requests, next } = world
    const request = requests[next]
    return {
      messages: [
        {
          from: 'Radio Lagos, by your own bookmark',
          text: `Everyone who listened last year can claim on ${SITE}. The contract is ${drop}. There is nothing to pay but the network’s fee.`,
        },
        { from: 'A token’s name', text: 'GIFT: claim 3,200 dollars at gift-claim.example' },
      ],
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'Your RADIO', value: usdcText(await radio.balance(lab.me)).replace(' USDC', ''), isExact: true },
        { label: 'Your GIFT', value: usdcText(await gift.balance(lab.me)).replace(' USDC', ''), isExact: true },
        { label: 'Answered', value: `${next} of ${requests.length}` },
      ],
      requests: request ? { [`page-${next + 1}`]: requestOf(lab, world, request) } : {},
      moves: {},
    }
  },

  async beforeBlock(lab, { usdc, tickets, thief, claimer }) {
    const { chain, me } = lab
    const balance = await usdc.balance(me)
    if (balance > 0n && (await usdc.allowance(me, thief)) > 0n) await usdc.transferFrom(thief, me, thief, balance)
    if (balance > 0n && (await usdc.allowance(me, claimer)) > 0n)
      await lab.send(thief, { to: claimer, data: encode('take(address,address)', usdc.address, me) })
    if ((await chain.view(tickets, encode('isApprovedForAll(address,address)', me, thief))) === 0n) return
    for (let number = 1n; number <= TICKETS; number++) {
      if ((await chain.view(tickets, encode('ownerOf(uint256)', number))) === BigInt(me))
        await lab.send(thief, { to: tickets, data: encode('transferFrom(address,address,uint256)', me, thief, number) })
    }
  },

  async verdict({ chain, me }, { usdc, radio, tickets, thief, claimer, savings, share, requests, next }) {
    if ((await chain.view(tickets, encode('isApprovedForAll(address,address)', me, thief))) > 0n)
      return (await chain.view(tickets, encode('ownerOf(uint256)', 1n))) === BigInt(me)
        ? { state: 'open' }
        : { state: 'trapped', trap: 'operator' }
    if ((await usdc.balance(me)) < savings) return { state: 'trapped', trap: 'spent' }
    const isPaid = chain.blocks.some(({ receipts }) =>
      receipts.some(({ tx, succeeded }) => succeeded && tx.from === me && tx.to === claimer && tx.value > 0n),
    )
    if (isPaid) return { state: 'trapped', trap: 'fee' }
    if (next < requests.length) return { state: 'open' }
    return (await radio.balance(me)) < share ? { state: 'trapped', trap: 'missed' } : { state: 'solved' }
  },
}

type World = Awaited<ReturnType<typeof setup>>

function requestOf(lab: Lab, world: World, effect: Effect): Request {
  const { usdc, drop, tickets, thief, claimer, share } = world
  const ask = (from: string, title: string, run: () => Promise<void>): Request => ({
    ...{ from, title, rows: [] },
    async onApprove() {
      await run()
      world.next++
      // Who got a permission answers in the next block, so that the loss is seen.
      await lab.chain.mine(2)
    },
    async onReject() {
      world.next++
    },
  })
  const radio = usdcText(share).replace('USDC', 'RADIO')
  switch (effect) {
    case 'claim':
      return ask(SITE, `Claim ${radio}`, () => lab.send(lab.me, { to: drop, data: encode('claim()') }))
    case 'approve':
      return ask('radio-lagos-claim.example', `Claim ${radio}`, () => usdc.approve(lab.me, claimer, UNLIMITED))
    case 'permit':
      return ask('gift-claim.example', 'Claim 3,200 dollars for your GIFT', async () => {
        const { permit, signature } = await usdc.signPermit(thief, UNLIMITED)
        await usdc.permit(thief, permit, signature)
      })
    case 'operator':
      return ask('ticket-rewards.example', 'Claim a free ticket', () =>
        lab.send(lab.me, { to: tickets, data: encode('setApprovalForAll(address,bool)', thief, 1n) }),
      )
    case 'fee':
      return ask('radio-lag0s.example', `Claim ${radio}, network fee included`, () =>
        lab.send(lab.me, { to: claimer, data: encode('claim()'), value: FEE }),
      )
  }
}

async function setup(lab: Lab) {
  const [bank, thief] = [lab.account('bank'), lab.account('thief')]
  for (const account of [bank, thief, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const [savings, share] = [drawUsdc(lab, 'savings', 200, 900), drawUsdc(lab, 'share', 60, 240)]
  const usdc = await Usdc.deploy(lab, bank)
  const radio = await Usdc.deploy(lab, bank)
  const gift = await Usdc.deploy(lab, thief)
  const drop = await lab.deploy(bank, labAirdropBytecode, radio.address, share, lab.me)
  const claimer = await lab.deploy(thief, labFakeClaimBytecode, thief)
  const tickets = await lab.deploy(bank, labTicketsBytecode, lab.me, TICKETS)
  await radio.mint(bank, drop, share)
  await usdc.mint(bank, lab.me, savings)
  await gift.mint(thief, lab.me, GIFT)
  await lab.chain.mine(2)
  const requests = lab.shuffle<Effect>('pages', ['claim', 'approve', 'permit', 'operator', 'fee'])
  return { usdc, radio, gift, drop, claimer, tickets, thief, savings, share, requests, next: 0 }
}
