import { labShopBytecode } from '@aura/contracts/lab/shop'
import { bytesToHex } from '@ethereumjs/util'
import { encode, type Hex } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { DAY, durationText, usdcText } from '../../words.ts'

const YEAR = 365 * DAY
/** Delay of the wages after the start; the lab ends a month later. */
const PAYDAY = YEAR + 30 * DAY

/** Allow a shop to take its price. A year later its key is stolen, and any remaining allowance is taken. */
export const allowance: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'allowance',
  version: 2,
  rounds: 2,
  setup,

  goal: (_, { price, wages }) =>
    `Buy the print for ${usdcText(price)}. Your wages of ${usdcText(wages)} come after a year and a month: a month later you must still have them, with no door left open.`,
  solved: 'Nobody can spend your USDC any more. An allowance has no end of its own: you close it, or it waits.',
  traps: {
    'drained-again':
      'The allowance was still open when your wages arrived, so they were taken as well. Losing money once does not revoke anything.',
    'nothing-bought': 'You are safe, but you bought nothing. Allow the price and no more.',
    'door-open': 'You still have your wages, but the shop may still take USDC from you. Set its allowance to 0.',
  },
  names: (_, { usdc, shop, keeper }) => ({
    [usdc.address]: 'USDC contract',
    [shop]: 'Print shop',
    [keeper]: 'Shop keeper',
  }),

  async scene(lab, { usdc, shop, keeper, price, start, thefts }) {
    const [balance, allowed] = [await usdc.balance(lab.me), await usdc.allowance(lab.me, shop)]
    const hasBought = (await bought(lab, shop)) > 0n
    return {
      rows: [
        { label: 'Your USDC', value: usdcText(balance), isExact: true },
        { label: 'The shop may still take', value: usdcText(allowed), isExact: true },
        { label: 'Print', value: hasBought ? 'yours' : 'not bought' },
        { label: 'Since the start', value: durationText(lab.chain.time - start) },
      ],
      requests: hasBought
        ? {}
        : allowed >= price
          ? {
              buy: {
                from: 'printshop.example',
                title: 'Buy the print',
                rows: [{ label: 'Price of the print', value: usdcText(price), isExact: true }],
                onApprove: () => lab.send(lab.me, { to: shop, data: encode('buy()') }),
              },
            }
          : {
              allow: {
                from: 'printshop.example',
                title: 'Let the print shop spend your USDC',
                rows: [{ label: 'Price of the print', value: usdcText(price), isExact: true }],
                fields: {
                  cap: {
                    type: 'amount',
                    label: 'Spending cap',
                    unit: 'USDC',
                    decimals: USDC_DECIMALS,
                    preset: SUGGESTED,
                  },
                },
                onApprove: (input) => usdc.approve(lab.me, shop, input.amount('cap')),
              },
            },
      moves: {
        'wait-day': { label: 'Wait a day', seconds: DAY },
        'wait-month': { label: 'Wait a month', seconds: 30 * DAY },
        'wait-year': { label: 'Wait a year', seconds: YEAR },
        'set-allowance': {
          label: 'Change an allowance',
          site: 'allowances.example',
          submit: 'Continue',
          fields: {
            spender: {
              type: 'choice',
              label: 'Spender',
              options: [
                { value: shop, text: 'Print shop', detail: shop },
                { value: keeper, text: 'Its keeper', detail: keeper },
              ],
            },
            amount: { type: 'amount', label: 'May spend', unit: 'USDC', decimals: USDC_DECIMALS },
          },
          run: (input) => usdc.approve(lab.me, input.choice('spender') as Hex, input.amount('amount')),
        },
      },
      messages:
        thefts > 0
          ? [{ from: 'You notice', text: 'USDC left your account. The list of transactions says who took it.' }]
          : [],
    }
  },

  async beforeBlock(lab, world, time) {
    const { usdc, shop, bank, keeper, wages } = world
    const age = time - world.start
    if (age < YEAR) return
    const isOpen = (await usdc.allowance(lab.me, shop)) > 0n && (await usdc.balance(lab.me)) > 0n
    if (isOpen && (world.thefts === 0 || world.isPaid)) {
      await lab.send(keeper, { to: shop, data: encode('collect(address)', lab.me) })
      world.thefts++
    } else if (age >= PAYDAY && !world.isPaid) {
      await usdc.mint(bank, lab.me, wages)
      world.isPaid = true
    }
  },

  async verdict(lab, { usdc, shop, thefts, isPaid, start }) {
    if (thefts > 1) return { state: 'trapped', trap: 'drained-again' }
    if (!isPaid || lab.chain.time < start + PAYDAY + 30 * DAY) return { state: 'open' }
    if ((await bought(lab, shop)) === 0n) return { state: 'trapped', trap: 'nothing-bought' }
    // An allowance used up by the thief is also 0, so after a theft only a revocation by the learner counts.
    const isOpen = (await usdc.allowance(lab.me, shop)) > 0n || (thefts > 0 && !hasRevoked(lab, shop))
    if (isOpen) return { state: 'trapped', trap: 'door-open' }
    return { state: 'solved' }
  },
}

const SUGGESTED = 999_999_999n * 10n ** 6n

const bought = (lab: Lab, shop: Hex) => lab.chain.view(shop, encode('bought(address)', lab.me))

function hasRevoked({ chain, me }: Lab, shop: Hex): boolean {
  const data = bytesToHex(encode('approve(address,uint256)', shop, 0n))
  return chain.blocks.some(({ receipts }) =>
    receipts.some(({ tx, succeeded }) => succeeded && tx.from === me && bytesToHex(tx.data) === data),
  )
}

async function setup(lab: Lab) {
  const [bank, keeper] = [lab.account('bank'), lab.account('keeper')]
  for (const account of [bank, keeper, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const [price, wages] = [drawUsdc(lab, 'price', 12, 48), drawUsdc(lab, 'wages', 300, 900)]
  const usdc = await Usdc.deploy(lab, bank)
  const shop = await lab.deploy(bank, labShopBytecode, usdc.address, keeper, price)
  await usdc.mint(bank, lab.me, price + wages)
  const { time } = await lab.chain.mine(2)
  return { usdc, shop, bank, keeper, price, wages, start: time, thefts: 0, isPaid: false }
}
