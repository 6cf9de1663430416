import { labPoolBytecode } from '@aura/contracts/lab/pool'
import { labSwitchBytecode } from '@aura/contracts/lab/switch'
import { encode } from '../../bytes.ts'
import type { Kind, Request } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, UNLIMITED, Usdc } from '../../usdc.ts'
import { ethText, usdcText } from '../../words.ts'

const ETHER = 10n ** 18n
const MILLI = 10n ** 15n
/** Least that a swap with a floor pays, in thousandths of the quote. */
const FLOOR = 995n

type Effect = 'floor' | 'no-floor' | 'proof' | 'permit' | 'tip'

/** Every estimate shows a gain or nothing, and is true when it is drawn. Two of five requests keep one whole later, too. */
export const preview: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'preview',
  version: 1,
  rounds: 2,
  setup,

  goal: (_, { amount, debt, least }) =>
    `Swap ${ethText(amount)} for at least ${usdcText(least)}, and pay Zofia back ${ethText(debt)}. Five requests come, none of whose estimates is false. Confirm what leaves you whole, whatever happens before the block.`,
  solved:
    'You asked what leaves you for certain and what the contract guarantees. An estimate is true for the chain as it is now; the block comes later.',
  traps: {
    switched:
      'The estimate showed a gain, because the contract paid back at that moment. Then its owner threw a switch, and the same call kept what you sent along.',
    sandwiched:
      'Someone traded in front of you, and the swap paid much less than the estimate. It would have failed instead, had it asked for a least amount.',
    drained:
      'The estimate was right: that signature moved nothing. It let a stranger spend your USDC, and they did in the next block.',
    missed: 'You lost nothing, but the swap or Zofia’s money isn’t done.',
  },
  names: (_, { usdc, pool, zofia, bot, thief }) => ({
    ...{ [usdc.address]: 'USDC contract', [pool]: 'Pool', [zofia]: 'Zofia' },
    ...{ [bot]: 'another trader', [thief]: 'a stranger' },
  }),

  async scene(lab, world) {
    const { usdc, requests, next, zofia } = world
    const request = requests[next]
    return {
      rows: [
        { label: 'Your ETH', value: ethText((await lab.chain.account(lab.me)).balance), isExact: true },
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'Zofia', value: zofia, isExact: true },
        { label: 'Answered', value: `${next} of ${requests.length}` },
      ],
      requests: request ? { [`request-${next + 1}`]: requestOf(lab, world, request) } : {},
      moves: {},
    }
  },

  async beforeBlock(lab, { usdc, pool, bot, thief, trick }) {
    const { chain, me } = lab
    const mine = chain.pending.filter(({ from }) => from === me)
    if (mine.some(({ to }) => to === trick))
      await lab.send(thief, { to: trick, data: encode('setOn(bool)', 0n), tip: 5_000_000n })
    const open = mine.find(({ to, data }) => to === pool && data.slice(4).every((byte) => byte === 0))
    if (open) await lab.send(bot, { to: pool, value: 150n * ETHER, data: encode('buy(uint256)', 0n), tip: 5_000_000n })
    const [allowed, value] = [await usdc.allowance(me, thief), await usdc.balance(me)]
    if (allowed > 0n && value > 0n) await usdc.transferFrom(thief, me, thief, value)
  },

  async verdict({ chain, me }, { usdc, pool, thief, trick, zofia, debt, least, savings, requests, next }) {
    const mine = chain.blocks.flatMap(({ receipts }) =>
      receipts.filter(({ tx, succeeded }) => succeeded && tx.from === me),
    )
    if ((await usdc.balance(thief)) > 0n) return { state: 'trapped', trap: 'drained' }
    if (mine.some(({ tx }) => tx.to === trick)) return { state: 'trapped', trap: 'switched' }
    const isSwapped = mine.some(({ tx }) => tx.to === pool)
    const gained = (await usdc.balance(me)) - savings
    if (isSwapped && gained < least) return { state: 'trapped', trap: 'sandwiched' }
    if (next < requests.length || (await usdc.allowance(me, thief)) > 0n) return { state: 'open' }
    const isPaid = (await chain.account(zofia)).balance === debt
    return isSwapped && isPaid ? { state: 'solved' } : { state: 'trapped', trap: 'missed' }
  },
}

type World = Awaited<ReturnType<typeof setup>>

function requestOf(lab: Lab, world: World, effect: Effect): Request {
  const { usdc, pool, trick, thief, zofia, amount, debt, least } = world
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
  const swap = (floor: bigint) => lab.send(lab.me, { to: pool, value: amount, data: encode('buy(uint256)', floor) })
  switch (effect) {
    case 'floor':
      return ask('swap.example', `Swap ${ethText(amount)}, for no less than ${usdcText(least)}`, () => swap(least))
    case 'no-floor':
      return ask('best-swap.example', `Swap ${ethText(amount)} at the best price`, () => swap(0n))
    case 'proof':
      return ask('bonus.example', 'Prove that the account is yours: what you send comes back at once', () =>
        lab.send(lab.me, { to: trick, value: (12n * amount) / 10n, data: encode('prove()') }),
      )
    case 'permit':
      return ask('rates.example', 'See your rates', async () => {
        const { permit, signature } = await usdc.signPermit(thief, UNLIMITED)
        await usdc.permit(thief, permit, signature)
        // The stranger spends in the next block, so that the loss is seen.
        await lab.chain.mine(2)
      })
    case 'tip':
      return ask('Zofia', 'Pay me back', () => lab.send(lab.me, { to: zofia, value: debt }))
  }
}

async function setup(lab: Lab) {
  const [bank, bot, thief] = [lab.account('bank'), lab.account('bot'), lab.account('thief')]
  const zofia = lab.account('zofia')
  const amount = BigInt(lab.draw('amount', 8, 25)) * 100n * MILLI
  for (const account of [bank, bot, thief]) await lab.chain.fund(account, 10_000n * ETHER)
  await lab.chain.fund(lab.me, 3n * amount + ETHER)
  const price = BigInt(lab.draw('price', 2200, 3800)) * 10n ** 6n
  const usdc = await Usdc.deploy(lab, bank)
  const pool = await lab.deploy(bank, labPoolBytecode, usdc.address)
  const trick = await lab.deploy(thief, labSwitchBytecode)
  const savings = drawUsdc(lab, 'savings', 200, 900)
  await usdc.mint(bank, pool, 1000n * price)
  await usdc.mint(bank, lab.me, savings)
  await lab.send(bank, { to: pool, value: 1000n * ETHER })
  await lab.chain.mine(2)
  await lab.chain.fund(trick, 5n * ETHER)
  const quote = await lab.chain.view(pool, encode('quote(uint256)', amount))
  return {
    ...{ usdc, pool, trick, bot, thief, zofia, amount, savings, next: 0 },
    least: (quote * FLOOR) / 1000n,
    debt: BigInt(lab.draw('debt', 11, 39)) * MILLI,
    requests: lab.shuffle<Effect>('order', ['floor', 'no-floor', 'proof', 'permit', 'tip']),
  }
}
