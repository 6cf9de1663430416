import { TransactionRejected } from '../../chain.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { usdcText } from '../../words.ts'

const UNIT = 10n ** BigInt(USDC_DECIMALS)
const MAX_ACCOUNTS = 8
/** Accepted share of the best match, in thousandths. */
const GOOD = 990n

/** Game a quadratic round in which each account costs an identity check. Find the number of accounts that pays best. */
export const quadraticSplit: Kind<World> = {
  id: 'quadratic-split',
  version: 1,
  setup,

  goal: (_, { budget, price, target }) =>
    `Play the cheat, to see what a round can be robbed of. You have ${usdcText(budget)} for your own project, and a checked account costs ${usdcText(price)}. Choose how many accounts give, and how much each, for a match on paper of at least ${usdcText(target)}.`,
  solved:
    'A check did not stop you, it set a price: more accounts count more, until paying for them eats the gifts. The dearer it is to be a person twice, the less a round can be robbed of.',
  traps: {
    alone: 'One gift of one account gets no match at all: its root squared is the gift itself.',
    few: 'More accounts would have got more. Split into equal parts, a gift counts as many times as it has parts.',
    many: 'You paid for so many accounts that too little was left to give. Fewer would have got more.',
    idle: 'That was the best number of accounts, but they gave less than you had.',
  },
  names: (_, { usdc, project, registry, fakes }) => ({
    ...{ [usdc.address]: 'USDC contract', [project]: 'Your project', [registry]: 'The check of papers' },
    ...Object.fromEntries(fakes.map((fake, place) => [fake, `Account ${place + 1}`])),
  }),

  async scene(lab, world) {
    const { usdc, price, project, target } = world
    const match = await matchOf(world)
    return {
      messages: [
        {
          from: 'The round',
          text: 'The match on paper: take the root of every gift, add the roots, square the sum, and take off what was given. Only checked accounts count.',
        },
      ],
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'One checked account', value: usdcText(price), isExact: true },
        { label: 'Given to your project', value: usdcText(await usdc.balance(project)), isExact: true },
        { label: 'Match on paper', value: `${usdcText(match)} of ${usdcText(target)}`, isExact: true },
      ],
      moves: {
        give: {
          label: 'Give through accounts',
          submit: 'Continue',
          fields: {
            accounts: {
              type: 'choice',
              label: 'Accounts',
              options: Array.from({ length: MAX_ACCOUNTS }, (_one, place) => ({
                value: `${place + 1}`,
                text: `${place + 1}`,
              })),
            },
            each: { type: 'amount', label: 'Each gives', unit: 'USDC', decimals: USDC_DECIMALS },
          },
          run: (input) =>
            giveThrough(lab, world, { count: Number(input.choice('accounts')), each: input.amount('each') }),
        },
      },
    }
  },

  async verdict(_, world) {
    const { usdc, project, registry, price, best, target } = world
    if ((await usdc.balance(project)) === 0n) return { state: 'open' }
    const accounts = (await usdc.balance(registry)) / price
    if ((await matchOf(world)) >= target) return { state: 'solved' }
    if (accounts === 1n) return { state: 'trapped', trap: 'alone' }
    if (accounts === best) return { state: 'trapped', trap: 'idle' }
    return { state: 'trapped', trap: accounts < best ? 'few' : 'many' }
  },
}

type World = Awaited<ReturnType<typeof setup>>

/** The square of the sum of n equal gifts' roots is the gift times n squared. */
const matchOfEqual = (each: bigint, count: bigint): bigint => each * count * count - each * count

async function matchOf({ usdc, project, registry, price }: World): Promise<bigint> {
  const accounts = (await usdc.balance(registry)) / price
  return accounts > 0n ? matchOfEqual((await usdc.balance(project)) / accounts, accounts) : 0n
}

async function giveThrough(
  lab: Lab,
  { usdc, price, project, registry, fakes }: World,
  { count, each }: { count: number; each: bigint },
): Promise<void> {
  const cost = BigInt(count) * (each + price)
  if (each === 0n) throw new TransactionRejected('a gift of nothing does not count')
  if (cost > (await usdc.balance(lab.me))) throw new TransactionRejected(`that takes ${usdcText(cost)}`)
  await usdc.transfer(lab.me, registry, BigInt(count) * price)
  for (const fake of fakes.slice(0, count)) {
    await usdc.transfer(lab.me, fake, each)
    await usdc.transfer(fake, project, each)
  }
}

async function setup(lab: Lab) {
  const [bank, project] = [lab.account('bank'), lab.account('project')]
  const registry = lab.account('registry')
  const fakes = Array.from({ length: MAX_ACCOUNTS }, (_one, place) => lab.account(`fake ${place}`))
  for (const account of [bank, lab.me, ...fakes]) await lab.chain.fund(account, 10n ** 17n)
  // With a budget of 2n - 1 checks, the match has its only maximum at n accounts.
  const best = BigInt(lab.draw('best', 3, 6))
  const price = BigInt(lab.draw('price', 6, 14)) * UNIT
  const budget = price * (2n * best - 1n)
  const target = (matchOfEqual(budget / best - price, best) * GOOD) / 1000n
  const usdc = await Usdc.deploy(lab, bank)
  await usdc.mint(bank, lab.me, budget)
  await lab.chain.mine(2)
  return { usdc, project, registry, fakes, best, price, budget, target: (target / UNIT) * UNIT }
}
