import { labSweeperBytecode } from '@aura/contracts/lab/sweeper'
import { labTicketsBytecode } from '@aura/contracts/lab/tickets'
import { checksumAddress, encode, type Hex, type Signature, signerOf } from '../../bytes.ts'
import type { Kind, Request } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, UNLIMITED, Usdc } from '../../usdc.ts'
import { ethText, usdcText } from '../../words.ts'

const CENTI = 10n ** 16n
const RADIO = 'radio-lagos.example'
const HONEST = ['sign-in', 'pay', 'ticket', 'revoke', 'repay'] as const
const DRAINS = ['impersonated', 'wrong-shop', 'operator', 'unlimited', 'lookalike', 'permit', 'delegated'] as const
type Effect = (typeof HONEST)[number] | (typeof DRAINS)[number]

/** Twelve requests of one evening. Five are on the to-do list; the others resemble them, or a gift. */
export const drainerEvening: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'drainer-evening',
  version: 1,
  setup,

  goal: () =>
    'Five things are to be done tonight, and twelve requests come in. Get the five done and keep everything else you own.',
  solved:
    'Everything on your list is done and nothing else moved. You read what a request does, not what it is called.',
  traps: {
    impersonated: `The page wasn’t ${RADIO}, but the message was for it. The people who run that page are now signed in there as you.`,
    spent:
      'Someone you owe nothing took your USDC. A permit or an approval names its spender and a cap: compare both with your list.',
    operator:
      'You didn’t send one ticket. You let a stranger move all of them, and they did. The name of the call was setApprovalForAll.',
    lookalike: 'That wasn’t Kwame’s address. It only began and ended like it.',
    delegated:
      'That wasn’t an upgrade. Your account now runs a stranger’s code, which has sent your USDC and ETH away.',
    missed:
      'You kept what you own, but something on your list isn’t done. Refusing everything doesn’t get the evening done.',
  },
  names: (_, { usdc, tickets, shop, game, thief, kwame, ligaya }) => ({
    ...{ [usdc.address]: 'USDC contract', [tickets]: 'Tickets', [shop]: 'Print shop', [game]: 'Old game' },
    ...{ [thief]: 'a stranger', [kwame]: 'Kwame', [ligaya]: 'Ligaya' },
  }),

  async scene(lab, world) {
    const { usdc, shop, game, kwame, ligaya, price, number, debt, requests, next } = world
    const request = requests[next]
    const list = `Sign in to ${RADIO}. Pay the print shop ${usdcText(price)}. Send Ligaya ticket ${number}. Take back what the old game may spend. Pay Kwame back ${ethText(debt)}.`
    return {
      messages: [{ from: 'Your list', text: list }],
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'Print shop', value: shop, isExact: true },
        { label: 'Old game', value: game, isExact: true },
        { label: 'Kwame', value: kwame, isExact: true },
        { label: 'Ligaya', value: ligaya, isExact: true },
        { label: 'Answered', value: `${next} of ${requests.length}` },
      ],
      requests: request ? { [`request-${next + 1}`]: requestOf(lab, world, request) } : {},
      moves: {},
    }
  },

  async verdict(lab, world) {
    const { usdc, tickets, shop, game, thief, kwame, twin, ligaya, price, number, debt, logins } = world
    const { chain, me } = lab
    if (logins.some(({ page }) => page !== RADIO)) return { state: 'trapped', trap: 'impersonated' }
    if ((await chain.code(me)).length > 0) return { state: 'trapped', trap: 'delegated' }
    if (await chain.view(tickets, encode('isApprovedForAll(address,address)', me, thief)))
      return { state: 'trapped', trap: 'operator' }
    if ((await usdc.balance(thief)) > 0n) return { state: 'trapped', trap: 'spent' }
    if ((await chain.account(twin)).balance > 0n) return { state: 'trapped', trap: 'lookalike' }
    if (world.next < world.requests.length) return { state: 'open' }
    const isDone =
      logins.some(({ digest, signature }) => signerOf(digest, signature) === me) &&
      (await usdc.balance(shop)) === price &&
      (await chain.view(tickets, encode('ownerOf(uint256)', number))) === BigInt(ligaya) &&
      (await usdc.allowance(me, game)) === 0n &&
      (await chain.account(kwame)).balance === debt
    return isDone ? { state: 'solved' } : { state: 'trapped', trap: 'missed' }
  },
}

type World = Awaited<ReturnType<typeof setup>>

function requestOf(lab: Lab, world: World, effect: Effect): Request {
  const { usdc, tickets, sweeper, shop, game, thief, kwame, twin, ligaya, price, number, debt } = world
  const ask = (from: string, title: string, run: () => Promise<void>): Request => ({
    ...{ from, title, rows: [] },
    async onApprove() {
      await run()
      world.next++
    },
    async onReject() {
      world.next++
    },
  })
  const signIn = (page: string) => {
    const message = `${RADIO} wants you to sign in with your Ethereum account:\n${checksumAddress(lab.me)}`
    return ask(page, 'Sign in', async () => {
      world.logins.push({ page, ...lab.signText(message) })
    })
  }
  const permit = (from: string, title: string, spender: Hex, value: bigint) => {
    return ask(from, title, async () => {
      const { permit: signed, signature } = await usdc.signPermit(spender, value)
      await usdc.permit(spender, signed, signature)
      const taken = value === UNLIMITED ? await usdc.balance(lab.me) : value
      await usdc.transferFrom(spender, lab.me, spender, taken)
    })
  }
  const repay = (to: Hex) => ask('Kwame', 'Pay me back', () => lab.send(lab.me, { to, value: debt }))
  switch (effect) {
    case 'sign-in':
      return signIn(RADIO)
    case 'impersonated':
      return signIn('radio-lag0s.example')
    case 'pay':
      return permit('printshop.example', `Pay ${usdcText(price)}`, shop, price)
    case 'wrong-shop':
      return permit('print-shop.example', `Pay ${usdcText(price)}`, thief, price)
    case 'permit':
      return permit('points.example', 'See your score', thief, UNLIMITED)
    case 'repay':
      return repay(kwame)
    case 'lookalike':
      return repay(twin)
    case 'ticket':
      return ask('tickets.example', 'Send a ticket', () =>
        lab.send(lab.me, { to: tickets, data: encode('transfer(address,uint256)', ligaya, number) }),
      )
    case 'operator':
      return ask('ticket-swap.example', 'Send a ticket', async () => {
        await lab.send(lab.me, { to: tickets, data: encode('setApprovalForAll(address,bool)', thief, 1n) })
        const data = encode('transferFrom(address,address,uint256)', lab.me, thief, (number % 3n) + 1n)
        await lab.send(thief, { to: tickets, data })
      })
    case 'revoke':
    case 'unlimited': {
      const [spender, value] = effect === 'revoke' ? [game, 0n] : [thief, UNLIMITED]
      const from = effect === 'revoke' ? 'allowances.example' : 'revoke-now.example'
      return ask(from, 'Revoke an allowance', async () => {
        await usdc.approve(lab.me, spender, value)
        if (value > 0n) await usdc.transferFrom(thief, lab.me, thief, await usdc.balance(lab.me))
      })
    }
    case 'delegated':
      return ask('wallet-upgrade.example', 'Upgrade to a smart account', async () => {
        const authorizations = [lab.authorize(sweeper, (await lab.chain.account(lab.me)).nonce)]
        const data = encode('sweep(address)', usdc.address)
        await lab.send(thief, { to: lab.me, data, authorizations, gas: 250_000n })
      })
  }
}

async function setup(lab: Lab) {
  const [bank, shop, game, thief] = [
    lab.account('bank'),
    lab.account('shop'),
    lab.account('game'),
    lab.account('thief'),
  ]
  const [kwame, ligaya] = [lab.account('kwame'), lab.account('ligaya')]
  const twin = lab.lookalike('twin', kwame, 5)
  for (const account of [bank, shop, thief, lab.me]) await lab.chain.fund(account, 10n * CENTI)
  const usdc = await Usdc.deploy(lab, bank)
  const tickets = await lab.deploy(bank, labTicketsBytecode, lab.me, 3n)
  const sweeper = await lab.deploy(thief, labSweeperBytecode, thief)
  await usdc.mint(bank, lab.me, drawUsdc(lab, 'savings', 200, 900))
  await usdc.approve(lab.me, game, drawUsdc(lab, 'game', 100, 200))
  await lab.chain.mine(2)
  const [price, debt] = [drawUsdc(lab, 'price', 12, 48), BigInt(lab.draw('debt', 11, 39)) * (CENTI / 10n)]
  const requests = lab.shuffle<Effect>('order', [...HONEST, ...DRAINS])
  const logins: { page: string; digest: Uint8Array; signature: Signature }[] = []
  return {
    ...{ usdc, tickets, sweeper, shop, game, thief, kwame, twin, ligaya, price, debt, requests, logins, next: 0 },
    number: BigInt(lab.draw('ticket', 1, 3)),
  }
}
