import { TransactionRejected } from '../../chain.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { DAY, ethText, usdcText } from '../../words.ts'
import { ETHER, Loan, THRESHOLD } from './loan.ts'

const UNIT = 10n ** BigInt(USDC_DECIMALS)
const DAYS = 5

/** Borrow against ETH before a week in which the price falls. Too little and too much collateral both cost. */
export const borrow: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'borrow',
  version: 1,
  setup,

  goal: (_, { need, fall, keep }) =>
    `Borrow ${usdcText(need)} for a camera, and keep the loan for ${DAYS} days. The price of ETH may fall by ${fall} % in them. At the end, nobody may have closed a part of your loan, and at least ${ethText(keep)} must still be in your wallet.`,
  solved:
    'You asked how far the price may fall before you borrowed, and locked up what that takes. The loan is still there, with interest in real life, and so is the risk.',
  traps: {
    liquidated:
      'The price fell, your health went below 1, and a bot repaid half of your loan for ETH worth a twentieth more. You had locked up too little for what you borrowed.',
    locked: 'The loan was safe, but you locked up more than it needed, and too little ETH is left in your wallet.',
    short: 'The days are over, and you don’t have the money for the camera.',
  },
  names: (_, { usdc, loan }) => ({
    ...{ [usdc.address]: 'USDC contract', [loan.address]: 'Lender', [loan.oracle]: 'Price feed', [loan.bot]: 'a bot' },
  }),

  async scene(lab, { usdc, loan, start }) {
    const { balance } = await lab.chain.account(lab.me)
    const days = Math.floor((lab.chain.time - start) / DAY)
    return {
      messages: [
        {
          from: 'The lender',
          text: `I count ${THRESHOLD} % of what your ETH is worth. Divided by your debt, that is your health. Below 1, anyone may close half of the loan.`,
        },
      ],
      rows: [
        { label: 'Your ETH', value: ethText(balance), isExact: true },
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'Price of 1 ETH', value: usdcText(await loan.price()), isExact: true },
        { label: 'Locked up', value: ethText(await loan.collateral()), isExact: true },
        { label: 'Debt', value: usdcText(await loan.debt()), isExact: true },
        { label: 'Health', value: await loan.healthText(), isExact: true },
        { label: 'Day', value: `${days} of ${DAYS}` },
      ],
      moves: {
        deposit: {
          label: 'Lock up ETH',
          site: 'lender.example',
          submit: 'Continue',
          fields: { value: { type: 'amount', label: 'Lock up', unit: 'ETH', decimals: 18 } },
          run: (input) => loan.deposit(input.amount('value')),
        },
        borrow: {
          label: 'Borrow',
          site: 'lender.example',
          submit: 'Continue',
          fields: { value: { type: 'amount', label: 'Borrow', unit: 'USDC', decimals: USDC_DECIMALS } },
          run: async (input) => {
            const [worth, owed] = [(await loan.collateral()) * (await loan.price()), await loan.debt()]
            if ((owed + input.amount('value')) * 100n * ETHER > worth * THRESHOLD)
              throw new TransactionRejected('your ETH does not cover that')
            await loan.borrow(input.amount('value'))
          },
        },
        wait: { label: 'Wait a day', seconds: DAY },
      },
    }
  },

  async beforeBlock(lab, { loan, prices, start }, time) {
    if (time - lab.chain.time < DAY) return
    const price = prices[Math.floor((time - start) / DAY) - 1]
    if (price) await loan.writePrice(price)
  },

  async verdict(lab, { usdc, loan, need, keep, start }) {
    if (loan.wasLiquidated()) return { state: 'trapped', trap: 'liquidated' }
    if (lab.chain.time - start < DAYS * DAY) return { state: 'open' }
    if ((await usdc.balance(lab.me)) < need) return { state: 'trapped', trap: 'short' }
    const { balance } = await lab.chain.account(lab.me)
    return balance < keep ? { state: 'trapped', trap: 'locked' } : { state: 'solved' }
  },
}

async function setup(lab: Lab) {
  const bank = lab.account('bank')
  await lab.chain.fund(bank, ETHER)
  const price = BigInt(lab.draw('price', 2200, 3800))
  const need = BigInt(lab.draw('need', 10, 40)) * 100n * UNIT
  const fall = BigInt(lab.draw('fall', 20, 45))
  const lowest = (price * (100n - fall)) / 100n
  // The collateral that keeps the health at 1 at the lowest price. A twelfth more is accepted.
  const least = (need * 100n * ETHER) / (THRESHOLD * lowest * UNIT) + 1n
  const owned = least * 2n
  const keep = ((owned - (least * 13n) / 12n) / 10n ** 14n) * 10n ** 14n
  await lab.chain.fund(lab.me, owned + ETHER / 100n)
  const usdc = await Usdc.deploy(lab, bank)
  const loan = await Loan.deploy(lab, usdc, price)
  const half = (price * (200n - fall)) / 200n
  const prices = [(price * 101n) / 100n, half, lowest, (lowest * 104n) / 100n, half]
  const { time: start } = await lab.chain.mine(2)
  return { usdc, loan, need, fall, keep, least, prices, start }
}
