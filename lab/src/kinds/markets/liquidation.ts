import { TransactionRejected } from '../../chain.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { DAY, ethText, usdcText } from '../../words.ts'
import { ETHER, Loan, THRESHOLD } from './loan.ts'

const UNIT = 10n ** BigInt(USDC_DECIMALS)
const DAYS = 6
/** Largest fall of the price from one day to the next, in percent. */
const DAILY = 12n

/** A loan is open and the price falls day by day. Repay in time, although the rent comes from the same money. */
export const liquidation: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'liquidation',
  version: 2,
  rounds: 2,
  setup,

  goal: (_, { rent }) =>
    `ETH falls for ${DAYS} days, by at most ${DAILY} % from one day to the next. Keep your loan from being closed, and end with the ${usdcText(rent)} for the rent. Nobody asks you at night, so repay before you wait.`,
  solved:
    'Each evening you asked what the worst night would do, and repaid that much. The bot woke up every night and found nothing.',
  traps: {
    liquidated:
      'At night your health fell below 1, and the bot repaid half of your loan for ETH worth a twentieth more. The price did not wait until you woke up.',
    rent: 'The loan is safe, and the rent is gone with it. You repaid more than the nights could ask of you.',
  },
  names: (_, { usdc, loan }) => ({
    ...{ [usdc.address]: 'USDC contract', [loan.address]: 'Lender', [loan.oracle]: 'Price feed', [loan.bot]: 'a bot' },
  }),

  async scene(lab, { usdc, loan, start }) {
    const left = await usdc.balance(lab.me)
    const days = Math.floor((lab.chain.time - start) / DAY)
    return {
      messages: [
        {
          from: 'The lender',
          text: `I count ${THRESHOLD} % of what your ETH is worth. Divided by your debt, that is your health. Below 1, anyone may close half of the loan.`,
        },
      ],
      rows: [
        { label: 'Your USDC', value: usdcText(left), isExact: true },
        { label: 'Locked up', value: ethText(await loan.collateral()), isExact: true },
        { label: 'Price of 1 ETH', value: usdcText(await loan.price()), isExact: true },
        { label: 'Debt', value: usdcText(await loan.debt()), isExact: true },
        { label: 'Health', value: await loan.healthText(), isExact: true },
        { label: 'Day', value: `${days} of ${DAYS}` },
      ],
      moves: {
        repay: {
          label: 'Repay',
          site: 'lender.example',
          submit: 'Continue',
          fields: { value: { type: 'amount', label: 'Repay', unit: 'USDC', decimals: USDC_DECIMALS } },
          run: async (input) => {
            if (input.amount('value') > left) throw new TransactionRejected('you have less')
            await loan.repay(input.amount('value'))
          },
        },
        wait: { label: 'Wait until tomorrow', seconds: DAY },
      },
    }
  },

  async beforeBlock(lab, { loan, prices, start }, time) {
    if (time - lab.chain.time < DAY) return
    const price = prices[Math.floor((time - start) / DAY) - 1]
    if (price) await loan.writePrice(price)
  },

  async verdict(lab, { usdc, loan, rent, start }) {
    if (loan.wasLiquidated()) return { state: 'trapped', trap: 'liquidated' }
    if ((await usdc.balance(lab.me)) < rent) return { state: 'trapped', trap: 'rent' }
    return { state: lab.chain.time - start >= DAYS * DAY ? 'solved' : 'open' }
  },
}

async function setup(lab: Lab) {
  const bank = lab.account('bank')
  await lab.chain.fund(bank, ETHER)
  const price = BigInt(lab.draw('price', 2200, 3800))
  const ether = BigInt(lab.draw('ether', 20, 90)) * (ETHER / 10n)
  const counted = (at: bigint) => (ether * at * UNIT * THRESHOLD) / 100n / ETHER
  const debt = ((counted(price) * 100n) / BigInt(lab.draw('health', 118, 130)) / UNIT) * UNIT
  const falls = [...lab.shuffle('falls', [11n, 4n, 9n, 6n]), 8n]
  const prices: bigint[] = []
  for (const fall of falls) prices.push(((prices.at(-1) ?? price) * (100n - fall)) / 100n)
  prices.push(prices.at(-1) ?? price)
  // The repayment of a learner who expects the largest fall every night, and a fortieth of the debt for rounding up.
  const lowest = prices.at(-1) ?? price
  const needed = debt - (counted(lowest) * (100n - DAILY)) / 100n + debt / 40n
  const rent = BigInt(lab.draw('rent', 30, 80)) * 10n * UNIT
  await lab.chain.fund(lab.me, ether + ETHER / 10n)
  const usdc = await Usdc.deploy(lab, bank)
  const loan = await Loan.deploy(lab, usdc, price)
  await loan.deposit(ether)
  await loan.borrow(debt)
  await lab.chain.mine(2)
  // The borrowed money was spent; the learner pays from wages.
  await usdc.transfer(lab.me, bank, debt)
  await usdc.mint(bank, lab.me, needed + rent)
  const { time: start } = await lab.chain.mine(2)
  return { usdc, loan, rent, prices, start }
}
