import type { Hex } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { DAY, shortAddress, usdcText } from '../../words.ts'

/** Pay the rent again. The newest address in the history only resembles the landlord's. */
export const lookalike: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'lookalike',
  version: 2,
  rounds: 3,
  setup,

  goal: (_, { rent }) => `Pay this month’s rent of ${usdcText(rent)} to Dona Célia, as you did last month.`,
  solved: 'You compared the whole address, or took it from someone you trust, not from a list anyone can write into.',
  traps: {
    poisoned:
      'That address shares only its first and last characters with Dona Célia’s. Someone put it into your history with a transfer of 0 USDC, which anyone may make in your name.',
    unpaid: 'The month is over and the rent is not paid.',
  },
  historyFrom: ({ firstBlock }) => firstBlock,
  names: (_, { usdc }) => ({ [usdc.address]: 'USDC contract' }),

  async scene(lab, { usdc, landlord, poison, start, rent }) {
    const days = Math.floor((lab.chain.time - start) / DAY)
    return {
      messages: [
        {
          from: 'Dona Célia',
          text: `The rent is due, ${usdcText(rent)} as always. You have my address on the lease: ${landlord}.`,
        },
        {
          from: 'Your history',
          text: `${shortAddress(poison)}, 0 USDC, a day ago. ${shortAddress(landlord)}, ${usdcText(rent)}, a month ago.`,
        },
      ],
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'Day', value: `${days} of 3` },
      ],
      moves: {
        pay: {
          label: 'Send USDC',
          submit: 'Continue',
          fields: {
            to: {
              type: 'choice',
              label: 'To, from your history',
              options: lab.shuffle('history', [poison, landlord]).map((address) => ({
                value: address,
                text: shortAddress(address),
                detail: address,
              })),
            },
            amount: { type: 'amount', label: 'Amount', unit: 'USDC', decimals: USDC_DECIMALS },
          },
          run: (input) => usdc.transfer(lab.me, input.choice('to') as Hex, input.amount('amount')),
        },
        wait: { label: 'Wait a day', seconds: DAY },
      },
    }
  },

  async verdict(lab, { usdc, landlord, poison, rent, start }) {
    if ((await usdc.balance(poison)) > 0n) return { state: 'trapped', trap: 'poisoned' }
    if ((await usdc.balance(landlord)) >= 2n * rent) return { state: 'solved' }
    return lab.chain.time - start >= 3 * DAY ? { state: 'trapped', trap: 'unpaid' } : { state: 'open' }
  },
}

async function setup(lab: Lab) {
  const [bank, thief, landlord] = [lab.account('bank'), lab.account('thief'), lab.account('landlord')]
  for (const account of [bank, thief, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const rent = drawUsdc(lab, 'rent', 180, 420)
  const usdc = await Usdc.deploy(lab, bank)
  await usdc.mint(bank, lab.me, 2n * rent + drawUsdc(lab, 'spare', 20, 60))
  // Equal at both ends, as address generators make them.
  const poison = lab.lookalike('poison', landlord, 4)
  const firstBlock = (await lab.chain.mine(2)).number + 1
  await usdc.transfer(lab.me, landlord, rent)
  await lab.chain.mine(29 * DAY)
  await usdc.transferFrom(thief, lab.me, poison, 0n)
  const { time } = await lab.chain.mine(DAY)
  return { firstBlock, usdc, landlord, poison, rent, start: time }
}
