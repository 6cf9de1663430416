import { labReceiptsBytecode } from '@aura/contracts/lab/receipts'
import { bytesToHex, utf8ToBytes } from '@ethereumjs/util'
import { sha256 } from '@noble/hashes/sha2.js'
import { encode, type Hex } from '../../bytes.ts'
import type { Kind, Row } from '../../kind.ts'
import type { Lab } from '../../lab.ts'

const GIVERS = ['Amara', 'Bruno', 'Chidi', 'Dao', 'Esi', 'Farid', 'Ligaya', 'Zofia'] as const
const SIDES = ['challenger', 'opponent'] as const
const LINES = 8

/** Every gift of a battle is hashed with the previous hash. Find the line that was changed afterwards. */
export const battleReceipt: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'battle-receipt',
  version: 2,
  rounds: 3,
  setup,

  goal: () =>
    'Somebody changed one amount in this receipt after the battle. Recompute the hashes, and name the changed line on chain.',
  solved: 'You trusted no one: a changed line gives another hash than the one it shows.',
  traps: {
    wrong: 'That line gives exactly the hash that the receipt shows. Recompute each line before you accuse one.',
    genuine: 'The receipt is not genuine: one of its lines does not give the hash it shows.',
  },

  async scene(lab, { contract, lines, checked }) {
    const rows: Row[] = lines.map(({ text, hash }, place) => ({
      label: `${place + 1}. ${text}`,
      value: `shows ${short(hash)}${checked.has(place) ? `, gives ${short(computed(lines, place))}` : ''}`,
      isExact: true,
    }))
    const numbers = lines.map((_line, place) => ({ value: `${place + 1}`, text: `Line ${place + 1}` }))
    return {
      messages: [
        {
          from: 'How to check',
          text: 'The hash of a line is SHA-256 of the hash shown in the line before, and of the line itself. Each line is computed for you when you ask.',
        },
      ],
      rows,
      moves: {
        check: {
          label: 'Recompute a line',
          submit: 'Compute its hash',
          seconds: 0,
          fields: { line: { type: 'choice', label: 'Line', options: numbers } },
          run: async (input) => {
            checked.add(Number(input.choice('line')) - 1)
          },
        },
        judge: {
          label: 'Give your verdict',
          site: 'receipts.example',
          submit: 'Continue',
          fields: {
            line: {
              type: 'choice',
              label: 'Changed line',
              options: [...numbers, { value: '0', text: 'None, the receipt is genuine' }],
            },
          },
          run: (input) =>
            lab.send(lab.me, {
              to: contract,
              data: encode('judge(uint256,uint256)', 1n, BigInt(input.choice('line'))),
            }),
        },
      },
    }
  },

  async verdict(lab, { contract, changed }) {
    const called = await lab.chain.view(contract, encode('called(address,uint256)', lab.me, 1n))
    if (called === 0n) return { state: 'open' }
    if (called === BigInt(changed + 2)) return { state: 'solved' }
    return { state: 'trapped', trap: called === 1n ? 'genuine' : 'wrong' }
  },
}

interface Line {
  /** The gift's fields in the order the receipt's rule hashes them. */
  fields: readonly (string | number)[]
  text: string
  hash: string
}

const START = 'aura-battle-gifts/1'
const sha256Text = (text: string): string => bytesToHex(sha256(utf8ToBytes(text))).slice(2)
const short = (hash: string): string => `${hash.slice(0, 6)}…${hash.slice(-4)}`

/** The rule of Aura's battle receipts: docs/battle-receipts.md. */
const chained = (before: string, fields: Line['fields']): string => sha256Text([before, ...fields].join('\n'))

function computed(lines: readonly Line[], place: number): string {
  const line = lines[place]
  return line ? chained(lines[place - 1]?.hash ?? sha256Text(`${START}\nlab`), line.fields) : ''
}

async function setup(lab: Lab) {
  const host = lab.account('host')
  for (const account of [host, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const contract: Hex = await lab.deploy(host, labReceiptsBytecode)
  const changed = lab.draw('changed', 0, LINES - 1)
  const lines: Line[] = []
  let hash = sha256Text(`${START}\nlab`)
  for (let place = 0; place < LINES; place++) {
    const giver = GIVERS[lab.draw(`giver ${place}`, 0, GIVERS.length - 1)] ?? GIVERS[0]
    const side = SIDES[lab.draw(`side ${place}`, 0, 1)] ?? SIDES[0]
    const amount = lab.draw(`amount ${place}`, 1, 60)
    const shown = place === changed ? amount * 10 : amount
    const at = new Date((lab.chain.time + place * 7) * 1000).toISOString()
    const fieldsOf = (value: number) => [place + 1, at, giver, side, value, value, 0]
    hash = chained(hash, fieldsOf(amount))
    lines.push({ fields: fieldsOf(shown), text: `${giver} gave the ${side} ${shown} Steeze`, hash })
  }
  await lab.send(host, { to: contract, data: encode('post(uint256,bytes32)', 1n, `0x${hash}`) })
  await lab.chain.mine(2)
  return { contract, lines, changed, checked: new Set<number>() }
}
