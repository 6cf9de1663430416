import type { Hex } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { ethText } from '../../words.ts'

const GWEI = 10n ** 9n
const CALM = 4n * GWEI

/** A payment is pending because its fee is too low. Replace it, and don't pay twice. */
export const stuckNonce: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'stuck-nonce',
  version: 2,
  setup,

  goal: (_, { deposit, owed, deadline }) =>
    `Your deposit of ${ethText(deposit)} must reach the studio by block ${deadline}, once and not twice, and Chidi must get the ${ethText(owed)} you owe him before the evening.`,
  solved:
    'You replaced the waiting transaction by one with its nonce and a higher fee. Only one of the two can ever be mined.',
  traps: {
    late: 'The studio was not paid in time. A transaction whose fee is below the base fee waits, and so does every later one of your account.',
    twice:
      'The studio was paid twice. A second transaction with another nonce is a second payment; the first was only waiting for the fees to fall.',
    owing: 'Chidi was not paid.',
  },
  names: (_, { studio, friend }) => ({ [studio]: 'Studio', [friend]: 'Chidi' }),

  async scene(lab, { studio, friend, deposit, owed, deadline, evening }) {
    const { balance, nonce } = await lab.chain.account(lab.me)
    const waiting = lab.chain.pending.filter(({ from }) => from === lab.me)
    return {
      rows: [
        { label: 'Your ETH', value: ethText(balance), isExact: true },
        {
          label: 'Block',
          value: `${lab.chain.height}; the studio closes at ${deadline}, the day at ${evening}`,
          isExact: true,
        },
        { label: 'Base fee now', value: gweiText(lab.chain.baseFee), isExact: true },
        { label: 'Your next nonce', value: `${nonce}`, isExact: true },
        ...waiting.map((tx) => ({
          label: `Waiting, nonce ${tx.nonce}`,
          value: `${ethText(tx.value)} to ${tx.to === studio ? 'the studio' : tx.to === friend ? 'Chidi' : 'yourself'}, fee at most ${gweiText(tx.maxFee)}, tip ${gweiText(tx.tip)}`,
          isExact: true,
        })),
      ],
      moves: {
        wait: { label: 'Wait for the next block' },
        send: {
          label: 'Send ETH',
          submit: 'Continue',
          fields: {
            to: {
              type: 'choice',
              label: 'To',
              options: [
                { value: studio, text: `Studio, ${ethText(deposit)}` },
                { value: friend, text: `Chidi, ${ethText(owed)}` },
                { value: lab.me, text: 'Yourself, nothing' },
              ],
            },
            nonce: { type: 'amount', label: 'Nonce', unit: '', decimals: 0, preset: nonce + BigInt(waiting.length) },
            fee: { type: 'amount', label: 'Fee, at most', unit: 'gwei', decimals: 9, preset: CALM * 2n },
            tip: { type: 'amount', label: 'Tip in it', unit: 'gwei', decimals: 9, preset: GWEI },
          },
          run: (input) => {
            const to = input.choice('to') as Hex
            const value = to === studio ? deposit : to === friend ? owed : 0n
            return lab.send(lab.me, {
              ...{ to, value, gas: 21_000n, nonce: input.amount('nonce') },
              ...{ maxFee: input.amount('fee'), tip: input.amount('tip') },
            })
          },
        },
      },
    }
  },

  async beforeBlock(lab, { calmAt, rush }) {
    lab.chain.baseFee = lab.chain.height + 1 >= calmAt ? CALM : rush
  },

  async verdict(lab, { studio, friend, deadline, evening }) {
    const paid = (to: Hex) =>
      lab.chain.blocks.flatMap(({ number, receipts }) =>
        receipts.filter(({ tx, succeeded }) => succeeded && tx.to === to && tx.value > 0n).map(() => number),
      )
    const toStudio = paid(studio)
    if (toStudio.length > 1) return { state: 'trapped', trap: 'twice' }
    if (lab.chain.height >= deadline && !(toStudio[0] !== undefined && toStudio[0] <= deadline))
      return { state: 'trapped', trap: 'late' }
    const isWaiting = lab.chain.pending.some(({ from }) => from === lab.me)
    if (toStudio.length > 0 && paid(friend).length > 0 && !isWaiting) return { state: 'solved' }
    return lab.chain.height < evening ? { state: 'open' } : { state: 'trapped', trap: 'owing' }
  },
}

const gweiText = (wei: bigint): string => `${Number(wei) / 1e9} gwei`

async function setup(lab: Lab) {
  const [studio, friend] = [lab.account('studio'), lab.account('friend')]
  await lab.chain.fund(lab.me, 10n ** 18n)
  const [deposit, owed] = [
    BigInt(lab.draw('deposit', 40, 90)) * 10n ** 15n,
    BigInt(lab.draw('owed', 5, 20)) * 10n ** 15n,
  ]
  const rush = BigInt(lab.draw('rush', 25, 60)) * GWEI
  lab.chain.baseFee = rush
  const waiting = { to: studio, value: deposit, gas: 21_000n, maxFee: CALM * 2n, tip: GWEI }
  await lab.send(lab.me, waiting)
  const { number } = await lab.chain.mine(2)
  const deadline = number + lab.draw('deadline', 4, 6)
  const calmAt = deadline + lab.draw('calm', 2, 3)
  return { studio, friend, deposit, owed, rush, deadline, calmAt, evening: calmAt + 2 }
}
