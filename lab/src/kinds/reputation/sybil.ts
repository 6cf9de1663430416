import { auraVouchBytecode } from '@aura/contracts/bytecode'
import { encode, type Hex, wordHex } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { formatUnits } from '../../units.ts'
import { UNLIMITED, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { usdcText } from '../../words.ts'

const UNIT = 10n ** BigInt(USDC_DECIMALS)
/** Aura's rules for vouches, of `api/src/rules/vouching.ts`: a facts test compares them. */
export const AP_PER_USDC = 10n
export const DAILY_AP = 2_000n
const FAKES = ['Neo', 'Pixie', 'Rex', 'Sol'] as const
/** Blocks until the day's ranking closes. */
const EVENING = 14

/** Invent people who vouch for you with your own money, and see what the ranking pays for them. */
export const sybil: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'sybil',
  version: 1,
  setup,

  goal: (_, { wanted, budget }) =>
    `Play the cheat: pass Ligaya’s ${formatUnits(wanted, 0)} AP today with ${usdcText(budget)} and four people you invent. Then look at the line that counts only what others gave.`,
  solved:
    'You lead, and nobody but you has paid you: AP count payments, so a circle of one’s own accounts earns them for fees. What came into the circle from outside is still 0. A rank by AP says who was active, not who is trusted.',
  traps: {
    'too-late':
      'The day is over and Ligaya leads. One person’s vouches for you stop at 100 USDC, so one invented person isn’t enough, and money that goes round in small steps runs out of time.',
  },
  names: (_, { usdc, vouching, fakes, ligaya }) => ({
    ...{ [usdc.address]: 'USDC contract', [vouching]: 'AuraVouch', [ligaya]: 'Ligaya' },
    ...Object.fromEntries(fakes.map(({ name, address }) => [address, `${name} (invented)`])),
  }),

  async scene(lab, { usdc, vouching, fakes, wanted, closesAt }) {
    const people = [{ name: 'You', address: lab.me }, ...fakes]
    const options = people.map(({ name, address }) => ({ value: address, text: name }))
    const outside = vouchesFor(lab, vouching, lab.me).filter(({ by }) => !people.some(({ address }) => address === by))
    return {
      messages: [
        {
          from: 'The rules',
          text: 'A vouch sends whole USDC and earns its receiver 10 AP for each. One account may vouch 100 USDC for another, ever, and 2,000 AP a day count. All of them are at the first level and have ETH for fees.',
        },
      ],
      rows: [
        { label: 'Your AP today', value: `${earned(lab, vouching, lab.me)}`, isExact: true },
        { label: 'Ligaya’s', value: formatUnits(wanted, 0), isExact: true },
        { label: 'Vouched for you by people you didn’t invent', value: usdcText(sum(outside)), isExact: true },
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
          submit: 'Sign and send',
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

const sum = (vouches: readonly { value: bigint }[]): bigint => vouches.reduce((total, { value }) => total + value, 0n)

/** The contract's events for this receiver: the product, too, reads amounts from nothing else. */
function vouchesFor({ chain }: Lab, vouching: Hex, of: Hex): { by: Hex; value: bigint }[] {
  const logs = chain.blocks.flatMap(({ receipts }) => receipts.flatMap((receipt) => receipt.logs))
  return logs
    .filter(({ address, topics }) => address === vouching && topics[2] === wordHex(of))
    .map(({ topics, data }) => ({ by: `0x${topics[1]?.slice(-40)}`, value: BigInt(data.slice(0, 66)) }))
}

function earned(lab: Lab, vouching: Hex, by: Hex): bigint {
  const ap = (sum(vouchesFor(lab, vouching, by)) / UNIT) * AP_PER_USDC
  return ap < DAILY_AP ? ap : DAILY_AP
}

async function setup(lab: Lab) {
  const [bank, ligaya] = [lab.account('bank'), lab.account('ligaya')]
  const fakes = FAKES.map((name) => ({ name, address: lab.account(name) }))
  const mine = [lab.me, ...fakes.map(({ address }) => address)]
  for (const account of [bank, ...mine]) await lab.chain.fund(account, 10n ** 17n)
  const budget = BigInt(lab.draw('budget', 40, 60)) * UNIT
  const wanted = BigInt(lab.draw('wanted', 120, 190)) * AP_PER_USDC
  const usdc = await Usdc.deploy(lab, bank)
  const vouching = await lab.deploy(bank, auraVouchBytecode, usdc.address)
  await usdc.mint(bank, lab.me, budget)
  for (const account of mine) await usdc.approve(account, vouching, UNLIMITED)
  const { number } = await lab.chain.mine(2)
  return { usdc, vouching, fakes, ligaya, budget, wanted, closesAt: number + EVENING }
}
