import { labCreatorCoinBytecode } from '@aura/contracts/lab/creator-coin'
import { encode, type Hex, wordHex } from '../../bytes.ts'
import { TransactionRejected } from '../../chain.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { UNLIMITED, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { DAY, usdcText } from '../../words.ts'

const UNIT = 10n ** BigInt(USDC_DECIMALS)
const DAYS = 5
const FANS = 3
/** What a coin and its fee may cost. */
const SPARE = 5n * UNIT

/** Bring a creator an amount, and hold one of her coins, while a sniper who bought first waits to sell. */
export const creatorCoin: Kind<World> = {
  id: 'creator-coin',
  version: 1,
  setup,

  goal: (_, { budget, support, keep }) =>
    `You have ${usdcText(budget)} for Meera. ${DAYS} days from now she has at least ${usdcText(support)} from you, you hold at least one of her coins, and ${usdcText(keep)} or more are still yours.`,
  solved:
    'Most of your money reached her, because you sent it to her. The coin is a badge: its price was made by those who bought before and after you, and half a per cent of it was hers.',
  traps: {
    fees: 'You traded in her coin, and she got half a per cent of it. What you pay for a coin goes into the curve, for whoever sells next.',
    dumped:
      'You bought for more than you could lose. The sniper of the first second sold into your money, and what your coins bring now is far below what you paid.',
    'all-given': 'She has more from you than you had planned, and less is left than you meant to keep.',
    coinless: 'She has your money, but you have no coin of hers. One would have been enough.',
  },
  names: (_, { usdc, coin, meera, sniper, fans }) => ({
    ...{ [usdc.address]: 'USDC contract', [coin]: 'Meera’s coin', [meera]: 'Meera', [sniper]: 'a sniper' },
    ...Object.fromEntries(fans.map((fan, at) => [fan, `Fan ${at + 1}`])),
  }),
  tokens: ({ coin }) => ({ [coin]: 'coins' }),

  async scene(lab, world) {
    const { usdc, meera, coin, start } = world
    const held = await lab.chain.view(coin, encode('coins(address)', lab.me))
    const [price, worth] = [
      await lab.chain.view(coin, encode('priceOf(uint256)', 1n)),
      held > 0n ? await lab.chain.view(coin, encode('worthOf(uint256)', held)) : 0n,
    ]
    const count = { type: 'amount', label: 'How many', unit: 'coins', decimals: 0 } as const
    return {
      messages: [
        { from: 'The app', text: 'Meera’s coin is live! It only goes up: buy for all you have and back her.' },
        { from: 'Meera', text: `Tips go to ${meera}.` },
      ],
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'Your coins', value: `${held}`, isExact: true },
        { label: 'They bring now', value: usdcText(worth), isExact: true },
        { label: 'The next coin costs', value: usdcText(price), isExact: true },
        { label: 'Meera has from you', value: usdcText(await fromMe(lab, world)), isExact: true },
        { label: 'Day', value: `${Math.floor((lab.chain.time - start) / DAY)} of ${DAYS}` },
      ],
      moves: {
        tip: {
          label: 'Tip Meera',
          submit: 'Continue',
          fields: { value: { type: 'amount', label: 'Amount', unit: 'USDC', decimals: USDC_DECIMALS } },
          run: (input) => usdc.transfer(lab.me, meera, input.amount('value')),
        },
        buy: {
          label: 'Buy coins',
          submit: 'Continue',
          site: 'coins.example',
          fields: { count },
          run: async (input) => {
            const wanted = await lab.chain.view(coin, encode('priceOf(uint256)', bounded(input.amount('count'))))
            if (wanted + wanted / 100n > (await usdc.balance(lab.me))) throw new TransactionRejected('you have less')
            await lab.send(lab.me, { to: coin, data: encode('buy(uint256)', input.amount('count')) })
          },
        },
        sell: {
          label: 'Sell coins',
          submit: 'Continue',
          site: 'coins.example',
          fields: { count },
          run: async (input) => {
            if (input.amount('count') > held) throw new TransactionRejected('you have fewer')
            await lab.send(lab.me, { to: coin, data: encode('sell(uint256)', input.amount('count')) })
          },
        },
        wait: { label: 'Wait a day', seconds: DAY },
      },
    }
  },

  async beforeBlock(lab, world, time) {
    const { coin, sniper, fans, start, dumpDay } = world
    const day = Math.floor((time - start) / DAY)
    const fan = fans[world.bought]
    if (time - lab.chain.time >= DAY && fan) {
      world.bought++
      await lab.send(fan, { to: coin, data: encode('buy(uint256)', 4n) })
    }
    if (day < dumpDay || world.isDumped) return
    world.isDumped = true
    const held = await lab.chain.view(coin, encode('coins(address)', sniper))
    await lab.send(sniper, { to: coin, data: encode('sell(uint256)', held) })
  },

  async verdict(lab, world) {
    const { usdc, coin, support, keep, start } = world
    if (lab.chain.time < start + DAYS * DAY) return { state: 'open' }
    if ((await usdc.balance(lab.me)) < keep) {
      const reached = await fromMe(lab, world)
      const trap = reached < support ? 'fees' : reached > support + SPARE ? 'all-given' : 'dumped'
      return { state: 'trapped', trap }
    }
    if ((await fromMe(lab, world)) < support) return { state: 'trapped', trap: 'fees' }
    return (await lab.chain.view(coin, encode('coins(address)', lab.me))) > 0n
      ? { state: 'solved' }
      : { state: 'trapped', trap: 'coinless' }
  },
}

interface World {
  usdc: Usdc
  coin: Hex
  meera: Hex
  sniper: Hex
  fans: readonly Hex[]
  budget: bigint
  support: bigint
  keep: bigint
  start: number
  dumpDay: number
  isDumped: boolean
  /** How many fans have bought. */
  bought: number
}

/** Returns what Meera got by the learner's transactions, fees of the coin included. */
async function fromMe({ chain, me }: Lab, { usdc, meera }: World): Promise<bigint> {
  const receipts = chain.blocks.flatMap((block) => block.receipts.filter(({ tx }) => tx.from === me))
  return receipts
    .flatMap(({ logs }) => logs)
    .filter(({ address, topics }) => address === usdc.address && topics[2] === wordHex(meera))
    .reduce((sum, { data }) => sum + BigInt(data), 0n)
}

function bounded(count: bigint): bigint {
  if (count < 1n || count > 1000n) throw new TransactionRejected('between 1 and 1,000 coins are sold at once')
  return count
}

async function setup(lab: Lab): Promise<World> {
  const [bank, meera, sniper] = [lab.account('bank'), lab.account('meera'), lab.account('sniper')]
  const fans = Array.from({ length: FANS }, (_, at) => lab.account(`fan ${at}`))
  for (const account of [bank, sniper, lab.me, ...fans]) await lab.chain.fund(account, 10n ** 17n)
  const budget = BigInt(lab.draw('budget', 90, 140)) * UNIT
  const support = (budget * BigInt(lab.draw('support', 40, 60))) / 100n
  const usdc = await Usdc.deploy(lab, bank)
  const coin = await lab.deploy(bank, labCreatorCoinBytecode, usdc.address, meera, UNIT / 10n)
  for (const account of [sniper, ...fans]) await usdc.mint(bank, account, 100n * UNIT)
  for (const account of [sniper, lab.me, ...fans]) await usdc.approve(account, coin, UNLIMITED)
  await lab.send(sniper, { to: coin, data: encode('buy(uint256)', 20n) })
  await usdc.mint(bank, lab.me, budget)
  const { time: start } = await lab.chain.mine(2)
  return {
    ...{ usdc, coin, meera, sniper, fans, budget, support, keep: budget - support - SPARE, start },
    ...{ dumpDay: lab.draw('dump', 2, 4), isDumped: false, bought: 0 },
  }
}
