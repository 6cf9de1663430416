import { labPoolBytecode } from '@aura/contracts/lab/pool'
import { encode, type Hex } from '../../bytes.ts'
import { NOBODY } from '../../chain.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { UNLIMITED, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { ethText, usdcText } from '../../words.ts'

const ETHER = 10n ** 18n
const UNIT = 10n ** BigInt(USDC_DECIMALS)
/** Accepted share of the best result, in thousandths. */
const GOOD = 995n

/**
 * Two pools with the same price and different depth. A large swap moves its own price; a limit protects it from others.
 * Parameter `calm`: 1 for a form without other traders, and so without limits.
 */
export const poolSwap: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'pool-swap',
  version: 2,
  setup,

  goal: (_, { amount, target }) => `Sell your ${ethText(amount)} in the two pools for at least ${usdcText(target)}.`,
  solved:
    'You let each pool take what it is deep enough for: the more of your ETH one of them takes at once, the worse it pays for the next. Where others trade as well, a limit refuses the block in which they have moved the price.',
  traps: {
    'price-impact':
      'You put more into one pool than it is deep enough for: each part of your ETH lowered the price for the next. Both pools together would have paid more.',
    'no-limit':
      'Somebody sold a lot in the same block, just before you. Your swap accepted whatever was left, because its limit did.',
  },
  names: (_, { usdc, pools, whales }) => ({
    ...{ [usdc.address]: 'USDC contract', [pools.deep]: 'Deep pool', [pools.shallow]: 'Shallow pool' },
    ...Object.fromEntries(whales.map((whale) => [whale, 'another trader'])),
  }),

  async scene(lab, { usdc, pools, amount, isCalm }) {
    const { balance } = await lab.chain.account(lab.me)
    const rows = await Promise.all(
      [pools.deep, pools.shallow].map(async (pool, at) => [
        ...[1n, 4n, 8n].map(async (tenths) => ({
          ...{ label: `${at ? 'Shallow' : 'Deep'} pool, for ${ethText((amount * tenths) / 10n)}`, isExact: true },
          value: usdcText(await quoteOf(lab, pool, (amount * tenths) / 10n)),
        })),
      ]),
    )
    return {
      messages: [
        {
          from: 'How the pools pay',
          text: 'A pool keeps the product of its two amounts. Those who add ETH get the USDC that keeps it: the more at once, the worse each ETH is paid.',
        },
      ],
      rows: [
        { label: 'Your ETH', value: ethText(balance), isExact: true },
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        ...(await Promise.all(rows.flat())),
      ],
      moves: {
        swap: {
          label: 'Swap',
          site: 'swap.example',
          submit: 'Continue',
          fields: {
            pool: {
              type: 'choice',
              label: 'Pool',
              options: [
                { value: pools.deep, text: 'Deep pool' },
                { value: pools.shallow, text: 'Shallow pool' },
              ],
            },
            amount: { type: 'amount', label: 'Sell', unit: 'ETH', decimals: 18 },
            ...(!isCalm && {
              least: { type: 'amount', label: 'Accept at least', unit: 'USDC', decimals: USDC_DECIMALS, preset: 0n },
            }),
          },
          run: (input) =>
            lab.send(lab.me, {
              ...{ to: input.choice('pool') as Hex, value: input.amount('amount') },
              data: encode('buy(uint256)', isCalm ? 0n : input.amount('least')),
            }),
        },
        wait: { label: 'Wait for the next block' },
      },
    }
  },

  async beforeBlock(lab, { usdc, pools, whales, start, offset, isCalm }) {
    if (isCalm) return
    const age = lab.chain.height - start
    for (const [place, pool] of [pools.deep, pools.shallow].entries()) {
      const whale = whales[place] ?? NOBODY
      // A large sale in one block, bought back in the next, as arbitrage does.
      const held = await usdc.balance(whale)
      if (held > 0n) await lab.send(whale, { to: pool, data: encode('sell(uint256)', held), tip: 5_000_000n })
      const value = (await lab.chain.account(pool)).balance / 10n
      if (isBusy(age, offset))
        await lab.send(whale, { to: pool, data: encode('buy(uint256)', 0n), value, tip: 5_000_000n })
    }
  },

  async verdict(lab, { usdc, target, amount, start, offset, isCalm }) {
    if ((await usdc.balance(lab.me)) >= target) return { state: 'solved' }
    const swaps = lab.chain.blocks.flatMap(({ number, receipts }) =>
      receipts.filter(({ tx, succeeded }) => succeeded && tx.from === lab.me).map(({ tx }) => ({ number, tx })),
    )
    if (swaps.reduce((total, { tx }) => total + tx.value, 0n) < amount) return { state: 'open' }
    const wasBusy = !isCalm && swaps.some(({ number }) => isBusy(number - 1 - start, offset))
    return { state: 'trapped', trap: wasBusy ? 'no-limit' : 'price-impact' }
  },
}

const isBusy = (age: number, offset: number): boolean => (age + offset) % 3 === 0
const quoteOf = ({ chain }: Lab, pool: Hex, wei: bigint) => chain.view(pool, encode('quote(uint256)', wei))

async function setup(lab: Lab) {
  const [bank, whales] = [lab.account('bank'), [lab.account('whale 1'), lab.account('whale 2')]]
  const amount = BigInt(lab.draw('amount', 100, 160)) * (ETHER / 10n)
  for (const account of [bank, ...whales]) await lab.chain.fund(account, 10_000n * ETHER)
  await lab.chain.fund(lab.me, amount + ETHER / 10n)
  const usdc = await Usdc.deploy(lab, bank)
  const pools = {
    deep: await lab.deploy(bank, labPoolBytecode, usdc.address),
    shallow: await lab.deploy(bank, labPoolBytecode, usdc.address),
  }
  const price = BigInt(lab.draw('price', 2200, 3800)) * UNIT
  const depths = [BigInt(lab.draw('deep', 90, 110)), BigInt(lab.draw('shallow', 25, 50))] as const
  for (const [place, pool] of [pools.deep, pools.shallow].entries()) {
    await usdc.mint(bank, pool, (depths[place] ?? 0n) * price)
    await lab.send(bank, { to: pool, value: (depths[place] ?? 0n) * ETHER })
    await usdc.approve(whales[place] ?? NOBODY, pool, UNLIMITED)
  }
  const { number: start } = await lab.chain.mine(2)
  // At equal prices, the best split is proportional to depth.
  const toDeep = (amount * depths[0]) / (depths[0] + depths[1])
  const best = (await quoteOf(lab, pools.deep, toDeep)) + (await quoteOf(lab, pools.shallow, amount - toDeep))
  const isCalm = lab.parameter('calm', 0) === 1
  const target = (best * GOOD) / 1000n
  return { usdc, pools, whales, amount, toDeep, start, offset: lab.draw('busy', 0, 2), target, isCalm }
}
