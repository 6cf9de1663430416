import { labPoolBytecode } from '@aura/contracts/lab/pool'
import { bytesToBigInt } from '@ethereumjs/util'
import { encode, type Hex } from '../../bytes.ts'
import type { Tx } from '../../chain.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { ethText, usdcText } from '../../words.ts'

const ETHER = 10n ** 18n
/** Share of the quote that a fair swap keeps, in thousandths. The bot's smallest trade takes 0.4 %. */
const FAIR = 997
const SIZES = [40n, 30n, 20n, 10n, 5n, 2n]

/** Swap beside a bot that sees every pending transaction and exploits the slippage. */
export const sandwich: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'sandwich',
  version: 3,
  rounds: 2,
  setup,

  goal: (_, { amount, fair }) => `Swap your ${ethText(amount)} for at least ${usdcText(fair)}.`,
  solved: 'Your limit left less room than the bot’s smallest trade needs, so it let your swap pass.',
  traps: {
    sandwiched:
      'The bot sold ETH before you, you sold yours at the price it had lowered, and it bought its ETH back right after: look at the three transactions of your block. It could because your limit allowed it.',
  },
  names: (_, { usdc, pool, bot, trader }) => ({
    [usdc.address]: 'USDC contract',
    [pool]: 'Pool',
    [bot]: 'a bot',
    [trader]: 'another trader',
  }),

  async scene(lab, { usdc, pool, amount }) {
    const quote = await lab.chain.view(pool, encode('quote(uint256)', amount))
    return {
      rows: [
        { label: 'Your ETH', value: ethText((await lab.chain.account(lab.me)).balance), isExact: true },
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: `The pool’s quote for ${ethText(amount)}`, value: usdcText(quote), isExact: true },
      ],
      moves: {
        wait: { label: 'Wait for the next block' },
        swap: {
          label: `Swap ${ethText(amount)}`,
          site: 'swap.example',
          submit: 'Continue',
          fields: {
            least: {
              type: 'amount',
              label: 'Accept at least',
              unit: 'USDC',
              decimals: USDC_DECIMALS,
              // A wallet's preset for impatient people: 10 %.
              preset: ((quote * 9n) / 10n / 10_000n) * 10_000n,
            },
          },
          run: (input) =>
            lab.send(lab.me, { ...{ to: pool, data: encode('buy(uint256)', input.amount('least')), value: amount } }),
        },
      },
    }
  },

  async beforeBlock(lab, world) {
    const { usdc, pool, bot, trader } = world
    // Prices move while the learner thinks, so a limit without slippage sometimes fails.
    const small = BigInt(lab.draw(`noise ${lab.chain.height}`, 1, 3)) * (ETHER / 100n)
    await lab.send(trader, { to: pool, data: encode('buy(uint256)', 0n), value: small, tip: 3_000_000n })
    const victim = lab.chain.pending.find(({ from, to }) => from === lab.me && to === pool)
    if (!victim) return
    const reserves = { ether: (await lab.chain.account(pool)).balance, usdc: await usdc.balance(pool) }
    const size = attackSize(reserves, small, victim)
    if (!size) return
    const afterNoise = swapped(reserves, small)
    const { got } = swapped(afterNoise, size)
    await lab.send(bot, { to: pool, data: encode('buy(uint256)', 0n), value: size, tip: 2_000_000n })
    await lab.send(bot, { to: pool, data: encode('sell(uint256)', got), tip: 0n })
  },

  async verdict(lab, { usdc, pool, fair }) {
    const hasSwapped = lab.chain.blocks.some(({ receipts }) =>
      receipts.some(({ tx, succeeded }) => succeeded && tx.from === lab.me && tx.to === pool),
    )
    if (!hasSwapped) return { state: 'open' }
    return (await usdc.balance(lab.me)) >= fair ? { state: 'solved' } : { state: 'trapped', trap: 'sandwiched' }
  },
}

interface Reserves {
  ether: bigint
  usdc: bigint
}

/** Computes a swap with the pool's formula and its fee of 0.3 %. */
function swapped({ ether, usdc }: Reserves, paid: bigint): Reserves & { got: bigint } {
  const afterFee = paid * 997n
  const got = (afterFee * usdc) / (ether * 1000n + afterFee)
  return { ether: ether + paid, usdc: usdc - got, got }
}

/** Returns the largest purchase after which the victim's swap still meets its limit. */
function attackSize(reserves: Reserves, noise: bigint, { data, value }: Tx): bigint | undefined {
  const least = bytesToBigInt(data.slice(4, 36))
  return SIZES.map((ether) => ether * ETHER).find(
    (size) => swapped(swapped(swapped(reserves, noise), size), value).got >= least,
  )
}

async function setup(lab: Lab) {
  const [bank, bot, trader] = [lab.account('bank'), lab.account('bot'), lab.account('trader')]
  const amount = BigInt(lab.draw('amount', 30, 70)) * (ETHER / 10n)
  for (const account of [bank, bot, trader]) await lab.chain.fund(account, 100_000n * ETHER)
  await lab.chain.fund(lab.me, amount + ETHER / 10n)
  const usdc = await Usdc.deploy(lab, bank)
  const pool = await lab.deploy(bank, labPoolBytecode, usdc.address)
  const price = BigInt(lab.draw('price', 2200, 3800))
  await usdc.mint(bank, pool, 1000n * price * 10n ** BigInt(USDC_DECIMALS))
  await lab.send(bank, { to: pool, value: 1000n * ETHER })
  await usdc.approve(bot, pool, (1n << 256n) - 1n)
  await lab.chain.mine(2)
  const quote = await lab.chain.view(pool as Hex, encode('quote(uint256)', amount))
  return { usdc, pool, bot, trader, amount, fair: (quote * BigInt(lab.parameter('fair', FAIR))) / 1000n }
}
