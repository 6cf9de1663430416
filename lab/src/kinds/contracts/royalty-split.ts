import { labSplitBytecode } from '@aura/contracts/lab/split'
import { encode, type Hex } from '../../bytes.ts'
import { NOBODY } from '../../chain.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { usdcText } from '../../words.ts'

const CENT = 10_000n
const PEOPLE = ['Amara', 'Bruno', 'Chidi'] as const
/** Allowed error after all royalties: a tenth of a cent each. */
const TOLERANCE = CENT / 10n
const ROYALTIES = 4

/** Write an agreement in sevenths into a contract that stores whole numbers. */
export const royaltySplit: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'royalty-split',
  version: 1,
  setup,

  goal: (_, { parts, total }) =>
    `Of each royalty Amara gets ${parts[0]} of ${total}, Bruno ${parts[1]} of ${total} and Chidi ${parts[2]} of ${total}. Set it up once: after ${ROYALTIES} royalties each must have their share to a tenth of a cent, and nothing may stay behind.`,
  solved:
    'You wrote the agreement itself, not a rounded copy of it, and said who gets the crumbs. Both have to be decided, because a contract rounds down each time.',
  traps: {
    unfair:
      'Somebody is short by more than a tenth of a cent. Percentages of such shares are rounded already, and every royalty repeats the error.',
    crumbs:
      'The shares are right, but each split rounded down, and the rest stayed in the contract where no one gets it.',
  },
  names: (_, { usdc, split, people, label }) => ({
    ...{ [usdc.address]: 'USDC contract', [split]: 'Split', [label]: 'The label' },
    ...Object.fromEntries(people.map((person, place) => [person, PEOPLE[place] ?? ''])),
  }),

  async scene(lab, { usdc, split, people, parts, total, paid, start }) {
    const count = lab.chain.height - start
    const isSet = (await lab.chain.view(split, encode('parts(uint256)', 0n))) > 0n
    const part = (name: string) => ({ type: 'amount', label: `Parts for ${name}`, unit: '', decimals: 0 }) as const
    const rows = []
    for (const [place, person] of people.entries()) {
      const owed = (paid.total * (parts[place] ?? 0n)) / total
      const value = `${usdcText(await usdc.balance(person))} of ${usdcText(owed)}`
      rows.push({ label: PEOPLE[place] ?? '', value, isExact: true })
    }
    return {
      messages: [
        {
          from: 'The contract',
          text: 'Each person is paid value × parts / all parts, rounded down to a millionth of a USDC. Parts can be set once. Then the label pays, block by block.',
        },
      ],
      rows: [
        ...rows,
        { label: 'Left in the contract', value: usdcText(await usdc.balance(split)), isExact: true },
        { label: 'Royalties paid', value: isSet ? `${paid.count} of ${ROYALTIES}` : 'none before the parts are set' },
        { label: 'Block', value: `${count}`, isExact: true },
      ],
      moves: isSet
        ? { wait: { label: 'Wait for the next royalty' } }
        : {
            set: {
              label: 'Set the parts',
              site: 'splits.example',
              submit: 'Continue',
              fields: {
                amara: part('Amara'),
                bruno: part('Bruno'),
                chidi: part('Chidi'),
                rest: {
                  type: 'choice',
                  label: 'What rounding leaves',
                  options: [
                    { value: NOBODY, text: 'Stays in the contract' },
                    ...people.map((person, place) => ({ value: person, text: `Goes to ${PEOPLE[place]}` })),
                  ],
                },
              },
              run: (input) => {
                const set = ['amara', 'bruno', 'chidi'].map((name) => input.amount(name))
                const data = encode('setParts(uint256,uint256,uint256,address)', ...set, input.choice('rest') as Hex)
                return lab.send(lab.me, { to: split, data, gas: 200_000n })
              },
            },
          },
    }
  },

  async beforeBlock(lab, { usdc, split, label, paid, total }) {
    const isSet = (await lab.chain.view(split, encode('parts(uint256)', 0n))) > 0n
    if (!isSet || paid.count === ROYALTIES) return
    let value = BigInt(lab.draw(`royalty ${paid.count}`, 50_000_001, 900_000_001))
    if (((await usdc.balance(split)) + value) % total === 0n) value++
    paid.count++
    paid.total += value
    await usdc.transfer(label, split, value)
    await lab.send(label, { to: split, data: encode('split()'), gas: 200_000n })
  },

  async verdict(_, { usdc, split, people, parts, total, paid }) {
    if (paid.count < ROYALTIES) return { state: 'open' }
    for (const [place, person] of people.entries()) {
      const owed = (paid.total * (parts[place] ?? 0n)) / total
      const got = await usdc.balance(person)
      if (got + TOLERANCE < owed) return { state: 'trapped', trap: 'unfair' }
    }
    return (await usdc.balance(split)) > 0n ? { state: 'trapped', trap: 'crumbs' } : { state: 'solved' }
  },
}

async function setup(lab: Lab) {
  const label = lab.account('label')
  const people = PEOPLE.map((name) => lab.account(name))
  for (const account of [label, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  // No agreement can be written in whole percentages.
  const total = BigInt(lab.shuffle('total', [7, 13, 17])[0] ?? 7)
  const first = BigInt(lab.draw('first', 1, 2))
  const second = first + BigInt(lab.draw('second', 1, 2))
  const parts = lab.shuffle('parts', [first, second, total - first - second])
  const usdc = await Usdc.deploy(lab, label)
  const [a = NOBODY, b = NOBODY, c = NOBODY] = people
  const split = await lab.deploy(label, labSplitBytecode, usdc.address, lab.me, a, b, c)
  await usdc.mint(label, label, 10_000n * 10n ** BigInt(USDC_DECIMALS))
  const { number: start } = await lab.chain.mine(2)
  return { usdc, split, label, people, parts, total, start, paid: { count: 0, total: 0n } }
}
