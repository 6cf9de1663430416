import { labReceiptsBytecode } from '@aura/contracts/lab/receipts'
import { encode, type Hex } from '../../bytes.ts'
import { TransactionRejected } from '../../chain.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'

const STEPS = 64
const QUESTIONS = 6

/** Two sides agree about the start of 64 steps but not about the end. Six questions find the disputed step. */
export const dispute: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'dispute',
  version: 1,
  setup,

  goal: () =>
    `The proposer’s result after ${STEPS} steps is not yours. You may ask for ${QUESTIONS} states in between. Name the step that was run wrongly: Ethereum runs that one only.`,
  solved:
    'Each question halved what was left, from 64 steps to one. A million steps would have taken twenty questions, and Ethereum still runs only the last.',
  traps: {
    'right-step':
      'Ethereum ran that step and got what the proposer said. You lose your deposit, and the false result stands unless somebody else challenges it.',
    'last-step':
      'The last step was run rightly, on a state that was wrong already. The error shows at the end, but was made earlier.',
  },
  names: (_, { contract }) => ({ [contract]: 'Dispute contract' }),

  async scene(lab, { contract, asked, mine, claimed }) {
    const step = { type: 'amount', label: 'Step', unit: '', decimals: 0 } as const
    const shown = [0, ...asked, STEPS].sort((a, b) => a - b)
    const left = QUESTIONS - asked.size
    return {
      messages: [
        {
          from: 'The rules',
          text: 'Every step makes a new state from the one before, so a wrong step makes all later states wrong. Your node has run all of them and compares.',
        },
      ],
      rows: [
        { label: 'Questions left', value: `${left}`, isExact: true },
        ...shown.map((at) => ({
          label: at === 0 ? 'At the start' : `After step ${at}`,
          value: `proposer ${claimed[at]}, you ${mine[at]}: ${claimed[at] === mine[at] ? 'same' : 'different'}`,
          isExact: true,
        })),
      ],
      moves: {
        ...(left > 0 && {
          ask: {
            label: 'Ask for a state',
            submit: 'Ask the proposer',
            seconds: 3600,
            fields: { step },
            run: async (input) => {
              asked.add(stepOf(input.amount('step')))
            },
          },
        }),
        name: {
          label: 'Name the wrong step',
          site: 'disputes.example',
          submit: 'Continue',
          fields: { step },
          run: (input) => {
            const at = BigInt(stepOf(input.amount('step')))
            return lab.send(lab.me, { to: contract, data: encode('judge(uint256,uint256)', 1n, at) })
          },
        },
      },
    }
  },

  async verdict(lab, { contract, wrong }) {
    const called = Number(await lab.chain.view(contract, encode('called(address,uint256)', lab.me, 1n))) - 1
    if (called < 0) return { state: 'open' }
    if (called === wrong) return { state: 'solved' }
    return { state: 'trapped', trap: called === STEPS ? 'last-step' : 'right-step' }
  },
}

function stepOf(value: bigint): number {
  if (value < 1n || value > BigInt(STEPS)) throw new TransactionRejected(`there are steps 1 to ${STEPS}`)
  return Number(value)
}

async function setup(lab: Lab) {
  const host = lab.account('host')
  for (const account of [host, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const contract: Hex = await lab.deploy(host, labReceiptsBytecode)
  const wrong = lab.draw('wrong', 3, STEPS - 2)
  const mine = [lab.draw('start', 100, 999)]
  const claimed = [...mine]
  for (let at = 1; at <= STEPS; at++) {
    const paid = lab.draw(`step ${at}`, 1, 90)
    mine.push((mine[at - 1] ?? 0) + paid)
    // The proposer pays itself once and computes all other steps honestly.
    claimed.push((claimed[at - 1] ?? 0) + paid + (at === wrong ? lab.draw('stolen', 100, 900) : 0))
  }
  await lab.chain.mine(2)
  return { contract, wrong, mine, claimed, asked: new Set<number>() }
}
