import { TransactionRejected } from '../../chain.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { DAY, usdcText } from '../../words.ts'

const UNIT = 10n ** BigInt(USDC_DECIMALS)
const MONTH = 30 * DAY
const MONTHS = 5
/** Percentages of the learner's total. */
const MIN_SHARE = 10n
const MAX_SHARE = 20n

/** Five months with a volatile coin and a rule set on a calm day: start with 10 to 20 percent, and never hold more. */
export const swings: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'swings',
  version: 1,
  setup,

  goal: (_, { savings }) =>
    `You have ${usdcText(savings)} and a rule you wrote on a calm day: start with ${MIN_SHARE} to ${MAX_SHARE} % of it in the coin, and begin no month with more than ${MAX_SHARE} % of what you have in it. Keep the rule for ${MONTHS} months.`,
  solved:
    'You kept the size you had decided. Nobody asked you to guess what the price would do, and no fall could take more than a fifth.',
  traps: {
    'too-much':
      'You began with more in the coin than your rule allows. A fall would have taken more than you can lose.',
    grown:
      'The coin rose, and became more than a fifth of what you have. You never decided that. After a rise, look at the share again and sell what is above it.',
  },
  names: (_, { usdc, coin, dealer }) => ({
    ...{ [usdc.address]: 'USDC contract', [coin.address]: 'Coin contract', [dealer]: 'An exchange' },
  }),
  tokens: ({ coin }) => ({ [coin.address]: 'coins' }),

  async scene(lab, world) {
    const { usdc, coin, dealer, start } = world
    const price = priceOf(lab, world)
    const [dollars, coins] = [await usdc.balance(lab.me), await coin.balance(lab.me)]
    const monthsDone = Math.floor((lab.chain.time - start) / MONTH)
    const hasBegun = monthsDone > 0 || (await shareOf(lab, world)) >= MIN_SHARE * 100n
    const value = { type: 'amount', label: 'For', unit: 'USDC', decimals: USDC_DECIMALS } as const
    return {
      rows: [
        { label: 'Your USDC', value: usdcText(dollars), isExact: true },
        { label: 'Your coins', value: usdcText(coins).replace('USDC', 'coins'), isExact: true },
        { label: 'Price of a coin', value: usdcText(price), isExact: true },
        { label: 'Your coins are worth', value: usdcText((coins * price) / UNIT), isExact: true },
        { label: 'Months', value: `${monthsDone} of ${MONTHS}` },
      ],
      moves: {
        buy: {
          label: 'Buy coins',
          submit: 'Continue',
          fields: { value },
          run: async (input) => {
            const paid = input.amount('value')
            if (paid > dollars) throw new TransactionRejected('you have less')
            await usdc.transfer(lab.me, dealer, paid)
            await coin.transfer(dealer, lab.me, (paid * UNIT) / price)
          },
        },
        sell: {
          label: 'Sell coins',
          submit: 'Continue',
          fields: { value },
          run: async (input) => {
            const sold = (input.amount('value') * UNIT) / price
            if (sold > coins) throw new TransactionRejected('you have fewer')
            await coin.transfer(lab.me, dealer, sold)
            await usdc.transfer(dealer, lab.me, input.amount('value'))
          },
        },
        ...(hasBegun && { wait: { label: 'Let a month pass', seconds: MONTH } }),
      },
    }
  },

  async beforeBlock(lab, world, time) {
    if (time - lab.chain.time < MONTH) return
    if ((await shareOf(lab, world)) <= MAX_SHARE * 100n) return
    world.broken ??= lab.chain.time - world.start < MONTH ? 'too-much' : 'grown'
  },

  async verdict(lab, { start, broken }) {
    if (broken) return { state: 'trapped', trap: broken }
    return { state: lab.chain.time - start >= MONTHS * MONTH ? 'solved' : 'open' }
  },
}

type World = Awaited<ReturnType<typeof setup>>

const priceOf = ({ chain }: Lab, { prices, start }: World): bigint =>
  prices[Math.min(Math.floor((chain.time - start) / MONTH), MONTHS)] ?? UNIT

/** Returns the coins' share of the learner's total, in hundredths of a percent. */
async function shareOf(lab: Lab, world: World): Promise<bigint> {
  const worth = ((await world.coin.balance(lab.me)) * priceOf(lab, world)) / UNIT
  const all = worth + (await world.usdc.balance(lab.me))
  return all > 0n ? (worth * 10_000n) / all : 0n
}

async function setup(lab: Lab) {
  const [bank, dealer] = [lab.account('bank'), lab.account('dealer')]
  for (const account of [bank, dealer, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const savings = drawUsdc(lab, 'savings', 400, 9000)
  // Percent of the previous price. It rises first, so that a rule is needed before the first fall.
  const months = [lab.draw('rise', 190, 320), ...lab.shuffle('months', [20, 250, 55, 140])]
  const prices = [drawUsdc(lab, 'price', 5, 80)]
  for (const percent of months) prices.push(((prices.at(-1) ?? UNIT) * BigInt(percent)) / 100n)
  const [usdc, coin] = [await Usdc.deploy(lab, bank), await Usdc.deploy(lab, bank)]
  await usdc.mint(bank, lab.me, savings)
  for (const token of [usdc, coin]) await token.mint(bank, dealer, 10_000_000n * UNIT)
  const { time: start } = await lab.chain.mine(2)
  return { usdc, coin, dealer, savings, prices, start, broken: undefined as 'too-much' | 'grown' | undefined }
}
