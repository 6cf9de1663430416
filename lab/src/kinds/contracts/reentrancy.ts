import { labBankBytecode } from '@aura/contracts/lab/bank'
import { labRobberBytecode } from '@aura/contracts/lab/robber'
import { encode } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { ethText } from '../../words.ts'

const TENTH = 10n ** 17n
const PURSE = 300n * TENTH
const REPAIRS = [
  { value: '1', text: 'Pay at most 1 ETH at a time' },
  { value: '2', text: 'Pay only those who have a balance' },
  { value: '3', text: 'Write the balance to 0 before paying' },
  { value: '4', text: 'Refuse to be called while it pays' },
  { value: '5', text: 'Stop all withdrawals for good' },
]
/** Blocks until the robber acts, and until the depositors withdraw. */
const ROBBERY = 6
const PAYOUT = 8

/** Rob a bank that pays before it writes. Then keep a similar bank from being robbed. */
export const reentrancy: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'reentrancy',
  version: 2,
  rounds: 2,
  setup,

  goal: (_, { vault, stake }) =>
    `The practice bank holds ${ethText(vault)} and pays before it writes down that it paid. Take all but less than ${ethText(stake)} of it with one deposit of ${ethText(stake)}. Then repair your own bank, which has the same fault, before a robber comes in block ${ROBBERY} from now.`,
  solved:
    'You asked again while it was paying, and the balance was still the old one. Your own bank writes first, or refuses to be asked twice, so its depositors were paid once and in full.',
  traps: {
    robbed:
      'The robber asked your bank again while it was paying. A balance that is only written afterwards is still there at the second question, whatever is checked before.',
    frozen: 'Nobody robbed your bank, and nobody gets their money out of it either.',
    unskilled:
      'Your bank is safe, but you never emptied the practice bank. Count: one deposit, and one more payment for each time you ask again.',
  },
  names: (_, { practice, own, tool, theirTool, robber, depositor }) => ({
    ...{ [practice]: 'Practice bank', [own]: 'Your bank', [robber]: 'a robber', [depositor]: 'a depositor' },
    ...{ [tool]: 'Your asking contract', [theirTool]: 'a robber’s contract' },
  }),

  async scene(lab, { practice, own, tool, stake, start }) {
    const { chain } = lab
    const repair = await chain.view(own, encode('repair()'))
    return {
      messages: [
        {
          from: 'withdraw(), line by line',
          text: '1. value = deposited[caller]. 2. Send value to the caller, whose code may run now. 3. deposited[caller] = 0.',
        },
      ],
      rows: [
        { label: 'Practice bank holds', value: ethText((await chain.account(practice)).balance), isExact: true },
        { label: 'Your bank holds', value: ethText((await chain.account(own)).balance), isExact: true },
        { label: 'Its repair', value: REPAIRS.find(({ value }) => value === `${repair}`)?.text ?? 'none' },
        { label: 'Blocks since the start', value: `${chain.height - start}`, isExact: true },
      ],
      moves: {
        rob: {
          label: `Deposit ${ethText(stake)} in the practice bank, withdraw, and ask again while it pays`,
          submit: 'Continue',
          fields: { again: { type: 'amount', label: 'How often to ask again', unit: '', decimals: 0 } },
          run: (input) =>
            lab.send(lab.me, {
              ...{ to: tool, value: stake, gas: 300_000n },
              data: encode('rob(address,uint256)', practice, input.amount('again')),
            }),
        },
        repair: {
          label: 'Repair your own bank',
          submit: 'Continue',
          fields: { repair: { type: 'choice', label: 'Repair', options: lab.shuffle('repairs', REPAIRS) } },
          run: (input) =>
            lab.send(lab.me, { to: own, data: encode('setRepair(uint8)', BigInt(input.choice('repair'))) }),
        },
        wait: { label: 'Wait for the next block' },
      },
    }
  },

  async beforeBlock(lab, { own, theirTool, robber, depositor, start }) {
    const age = lab.chain.height - start + 1
    const data = encode('rob(address,uint256)', own, 3n)
    if (age === ROBBERY) await lab.send(robber, { to: theirTool, value: 10n * TENTH, data, gas: 300_000n })
    if (age === PAYOUT) await lab.send(depositor, { to: own, data: encode('withdraw()') })
  },

  async verdict({ chain }, { practice, own, depositor, stake, theirs, start }) {
    const age = chain.height - start
    const isRobbed = age >= ROBBERY && (await chain.account(own)).balance < theirs
    if (age < PAYOUT) return isRobbed ? { state: 'trapped', trap: 'robbed' } : { state: 'open' }
    const isPaid = (await chain.account(depositor)).balance > PURSE - TENTH
    if (!isPaid) return { state: 'trapped', trap: isRobbed ? 'robbed' : 'frozen' }
    return (await chain.account(practice)).balance < stake
      ? { state: 'solved' }
      : { state: 'trapped', trap: 'unskilled' }
  },
}

async function setup(lab: Lab) {
  const [host, robber, depositor] = [lab.account('host'), lab.account('robber'), lab.account('depositor')]
  const [stake, theirs] = [BigInt(lab.draw('stake', 11, 29)) * TENTH, 40n * TENTH]
  // Pays once more than the learner requests in turn, and leaves a remainder too small for another payment.
  const vault = stake * BigInt(lab.draw('times', 2, 7)) + BigInt(lab.draw('rest', 1, 10)) * TENTH
  for (const account of [host, robber, depositor]) await lab.chain.fund(account, PURSE)
  await lab.chain.fund(lab.me, stake * 2n)
  const practice = await lab.deploy(host, labBankBytecode, host)
  const own = await lab.deploy(host, labBankBytecode, lab.me)
  const tool = await lab.deploy(host, labRobberBytecode)
  const theirTool = await lab.deploy(robber, labRobberBytecode)
  await lab.send(host, { to: practice, value: vault, data: encode('deposit()') })
  await lab.send(depositor, { to: own, value: theirs, data: encode('deposit()') })
  const { number: start } = await lab.chain.mine(2)
  return { practice, own, tool, theirTool, robber, depositor, vault, stake, theirs, start }
}
