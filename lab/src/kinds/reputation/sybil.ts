import { auraVouchBytecode } from '@aura/contracts/lab/aura-vouch'
import { encode, type Hex } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { formatUnits } from '../../units.ts'
import { UNLIMITED, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { usdcText } from '../../words.ts'
import { trustOf } from './trust.ts'

const UNIT = 10n ** BigInt(USDC_DECIMALS)
/** Equal to the values of `api/src/rules/vouching.ts`, which a facts test checks. */
export const AP_PER_USDC = 10n
export const DAILY_AP = 2_000n
const FAKES = ['Neo', 'Pixie', 'Rex', 'Sol'] as const
const EVENING = 14

/**
 * Invent people who vouch for the learner with the learner's own money, and compare the effect on AP and Trust.
 * Parameter `backed`: the USDC that a trusted person has vouched for the learner.
 */
export const sybil: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'sybil',
  version: 2,
  setup,

  goal: (_, { wanted, budget }) =>
    `Play the cheat: pass Ligaya’s ${formatUnits(wanted, 0)} AP today with ${usdcText(budget)} and four people you invent. Then look at what became of your Trust.`,
  solved:
    'You lead, and nobody but you has paid for it: AP count payments, so a circle of one’s own accounts earns them for fees. Your Trust has not grown by it, and all five together have no more than came in from outside. Trust comes only from people whom Aura names and those they stand by, and a circle can’t add to what flows in. A rank by AP says who was active, not who is trusted.',
  traps: {
    'too-late':
      'The day is over and Ligaya leads. One person’s vouches for you stop at 100 USDC, so one invented person isn’t enough, and money that goes round in small steps runs out of time.',
  },
  names: (_, { usdc, vouching, fakes, ligaya, noor }) => ({
    ...{ [usdc.address]: 'USDC contract', [vouching]: 'AuraVouch', [ligaya]: 'Ligaya', [noor]: 'Noor' },
    ...Object.fromEntries(fakes.map(({ name, address }) => [address, `${name} (invented)`])),
  }),

  accounts: (_, { fakes }) => Object.fromEntries(fakes.map(({ name, address }) => [address, name])),

  async scene(lab, { usdc, vouching, fakes, noor, backed, wanted, closesAt }) {
    const people = [{ name: 'You', address: lab.me }, ...fakes]
    const options = people.map(({ name, address }) => ({ value: address, text: name }))
    const trust = trustOf(
      [noor],
      vouches(lab, vouching).map(({ from, to, value }) => ({ from, to, usdc: Number(value / UNIT) })),
    )
    const pointsOf = (all: readonly { address: Hex }[]) =>
      all.reduce((total, { address }) => total + (trust.get(address) ?? 0), 0)
    return {
      messages: [
        {
          from: 'The rules',
          text: 'A vouch sends whole USDC and earns its receiver 10 AP for each. One account may vouch 100 USDC for another, ever, and 2,000 AP a day count. All of them are at the first level and have ETH for fees.',
        },
        {
          from: 'About Trust',
          text: `It flows from people whom Aura names, such as Noor, to those they stand by. Here, who vouches for a person stands by them, too. ${backed > 0n ? `Noor has vouched ${usdcText(backed)} for you, and means it.` : 'Noor stands by none of you.'}`,
        },
      ],
      rows: [
        { label: 'Your AP today', value: `${earned(lab, vouching, lab.me)}`, isExact: true },
        { label: 'Ligaya’s', value: formatUnits(wanted, 0), isExact: true },
        { label: 'Your Trust', value: formatUnits(BigInt(pointsOf([{ address: lab.me }])), 0), isExact: true },
        { label: 'Trust of the four together', value: formatUnits(BigInt(pointsOf(fakes)), 0), isExact: true },
        { label: 'Blocks until the day closes', value: `${Math.max(0, closesAt - lab.chain.height)}`, isExact: true },
        ...(await Promise.all(
          people.map(async ({ name, address }) => ({
            ...{ label: `${name}, USDC`, isExact: true },
            value: usdcText(await usdc.balance(address)),
          })),
        )),
      ],
      moves: {
        move: {
          label: 'Move money',
          submit: 'Continue',
          fields: {
            from: { type: 'choice', label: 'From', options },
            to: { type: 'choice', label: 'To', options },
            how: {
              type: 'choice',
              label: 'How',
              options: [
                { value: 'vouch', text: 'As a vouch' },
                { value: 'send', text: 'Without vouching' },
              ],
            },
            amount: { type: 'amount', label: 'Amount', unit: 'USDC', decimals: USDC_DECIMALS },
          },
          run: (input) => {
            const [from, to, amount] = [input.choice('from') as Hex, input.choice('to') as Hex, input.amount('amount')]
            if (input.choice('how') === 'send') return usdc.transfer(from, to, amount)
            return lab.send(from, { to: vouching, data: encode('vouch(address,uint256)', to, amount) })
          },
        },
        wait: { label: 'Wait for the next block' },
      },
    }
  },

  async verdict(lab, { vouching, wanted, closesAt }) {
    if (earned(lab, vouching, lab.me) > wanted) return { state: 'solved' }
    if (lab.chain.height >= closesAt) return { state: 'trapped', trap: 'too-late' }
    return { state: 'open' }
  },
}

/** Reads the contract's events, the product's only source for amounts. */
function vouches({ chain }: Lab, vouching: Hex): { from: Hex; to: Hex; value: bigint }[] {
  const logs = chain.blocks.flatMap(({ receipts }) => receipts.flatMap((receipt) => receipt.logs))
  return logs
    .filter(({ address }) => address === vouching)
    .map(({ topics, data }) => ({
      from: addressIn(topics[1]),
      to: addressIn(topics[2]),
      value: BigInt(data.slice(0, 66)),
    }))
}

const addressIn = (topic: Hex | undefined): Hex => `0x${topic?.slice(-40)}`

function earned(lab: Lab, vouching: Hex, by: Hex): bigint {
  const received = vouches(lab, vouching).reduce((total, { to, value }) => total + (to === by ? value : 0n), 0n)
  const ap = (received / UNIT) * AP_PER_USDC
  return ap < DAILY_AP ? ap : DAILY_AP
}

async function setup(lab: Lab) {
  const [bank, ligaya, noor] = [lab.account('bank'), lab.account('ligaya'), lab.account('noor')]
  const fakes = FAKES.map((name) => ({ name, address: lab.account(name) }))
  const mine = [lab.me, ...fakes.map(({ address }) => address)]
  for (const account of [bank, noor, ...mine]) await lab.chain.fund(account, 10n ** 17n)
  const budget = BigInt(lab.draw('budget', 40, 60)) * UNIT
  const wanted = BigInt(lab.draw('wanted', 120, 190)) * AP_PER_USDC
  const usdc = await Usdc.deploy(lab, bank)
  const vouching = await lab.deploy(bank, auraVouchBytecode, usdc.address)
  await usdc.mint(bank, lab.me, budget)
  for (const account of mine) await usdc.approve(account, vouching, UNLIMITED)
  const backed = BigInt(lab.parameter('backed', 0)) * UNIT
  if (backed > 0n) {
    await usdc.mint(bank, noor, backed)
    await usdc.approve(noor, vouching, backed)
    await lab.send(noor, { to: vouching, data: encode('vouch(address,uint256)', lab.me, backed) })
  }
  const { number } = await lab.chain.mine(2)
  return { usdc, vouching, fakes, ligaya, noor, backed, budget, wanted, closesAt: number + EVENING }
}
