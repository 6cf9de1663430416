import { labSweeperBytecode } from '@aura/contracts/lab/sweeper'
import { encode, type Hex } from '../../bytes.ts'
import { NOBODY } from '../../chain.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, Usdc } from '../../usdc.ts'
import { ethText, shortAddress, usdcText } from '../../words.ts'

const MILLI = 10n ** 15n
const GIFT = 50n * MILLI
const GIFTS = 6

/** A "sign-in" delegates the account to code that forwards all incoming ETH. Escaping needs another account's gas. */
export const sweeper: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'sweeper',
  version: 2,
  rounds: 3,
  setup,

  goal: (_, { owed }) =>
    `Your friend Zofia lent you money. Pay her exactly ${ethText(owed)} from this account, and end with an account that is yours alone.`,
  solved: 'The account runs no foreign code and pays its own debts again.',
  traps: {
    'still-delegated':
      'Your account still runs the thief’s code, so everything Zofia sent was forwarded in the same block. Only another authorization ends that, and somebody else has to pay for it.',
    'too-late': 'Your account is yours again, but Zofia has nothing left to send, so you can’t pay her.',
  },
  names: (_, { usdc, sweeper: code, thief, friend, sponsor }) => ({
    [usdc.address]: 'USDC contract',
    [code]: 'Unknown code',
    [thief]: 'an unknown account',
    [friend]: 'Zofia',
    [sponsor]: 'Sponsor',
  }),

  async scene(lab, { usdc, sweeper: code, friend, sponsor, gifts }) {
    const { balance, nonce } = await lab.chain.account(lab.me)
    const delegation = await delegationOf(lab)
    return {
      messages: [
        {
          from: 'Zofia',
          text: `You still owe me. If you are short, I send you ${ethText(GIFT)} now and then: ${gifts} of ${GIFTS} sent.`,
        },
        { from: 'Sponsor', text: 'I pay the fee for your authorization if you have no ETH of your own.' },
      ],
      rows: [
        { label: 'Your ETH', value: ethText(balance), isExact: true },
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'Your account runs', value: delegation ? `code of ${shortAddress(delegation)}` : 'no code' },
        { label: 'Your nonce', value: `${nonce}`, isExact: true },
      ],
      requests:
        nonce === 0n
          ? {
              'sign-in': {
                from: 'airdrop-hub.example',
                title: 'Sign in to claim',
                rows: [],
                onApprove: async () => {
                  const authorizations = [lab.authorize(code, 0n)]
                  const data = encode('sweep(address)', usdc.address)
                  await lab.send(lab.account('thief'), { to: lab.me, data, authorizations, gas: 250_000n })
                },
              },
            }
          : {},
      moves: {
        wait: { label: 'Wait for the next block' },
        pay: {
          label: 'Pay Zofia',
          submit: 'Continue',
          fields: { amount: { type: 'amount', label: 'Amount', unit: 'ETH', decimals: 18 } },
          run: (input) => lab.send(lab.me, { to: friend, value: input.amount('amount'), gas: 21_000n }),
        },
        authorize: {
          label: 'Sign an authorization, paid by the sponsor',
          submit: 'Sign',
          fields: {
            to: {
              type: 'choice',
              label: 'Delegate to',
              options: lab.shuffle('delegates', [
                { value: NOBODY, text: 'Address zero', detail: 'Ends any delegation.' },
                { value: code, text: shortAddress(code), detail: code },
              ]),
            },
            nonce: { type: 'amount', label: 'Nonce', unit: '', decimals: 0 },
          },
          run: (input) =>
            lab.send(sponsor, {
              to: sponsor,
              authorizations: [lab.authorize(input.choice('to') as Hex, input.amount('nonce'))],
            }),
        },
      },
    }
  },

  async beforeBlock(lab, world) {
    if (lab.chain.height % world.every !== 0 || world.gifts === GIFTS) return
    world.gifts++
    await lab.send(world.friend, { to: lab.me, value: GIFT })
  },

  async verdict(lab, { friend, owed, gifts }) {
    const isDelegated = (await lab.chain.code(lab.me)).length > 0
    const hasPaid = lab.chain.blocks.some(({ receipts }) =>
      receipts.some(({ tx, succeeded }) => succeeded && tx.from === lab.me && tx.to === friend && tx.value === owed),
    )
    if (!isDelegated && hasPaid) return { state: 'solved' }
    const { balance } = await lab.chain.account(lab.me)
    if (gifts < GIFTS || (!isDelegated && balance > owed)) return { state: 'open' }
    return { state: 'trapped', trap: isDelegated ? 'still-delegated' : 'too-late' }
  },
}

async function delegationOf({ chain, me }: Lab): Promise<Hex | undefined> {
  const code = await chain.code(me)
  return code.length > 0
    ? (`0x${Array.from(code.slice(3), (byte) => byte.toString(16).padStart(2, '0')).join('')}` as Hex)
    : undefined
}

async function setup(lab: Lab) {
  const [thief, friend, sponsor] = [lab.account('thief'), lab.account('friend'), lab.account('sponsor')]
  for (const account of [thief, friend, sponsor]) await lab.chain.fund(account, 1000n * MILLI)
  // Too little to pay with, so the learner has to decide about the request first.
  await lab.chain.fund(lab.me, BigInt(lab.draw('savings', 1, 5)) * MILLI)
  const usdc = await Usdc.deploy(lab, thief)
  const code = await lab.deploy(thief, labSweeperBytecode, thief)
  await usdc.mint(friend, lab.me, drawUsdc(lab, 'usdc', 100, 400))
  await lab.chain.mine(2)
  const [owed, every] = [BigInt(lab.draw('owed', 1100, 3900)) * 10n ** 13n, lab.draw('every', 2, 4)]
  return { usdc, sweeper: code, thief, friend, sponsor, owed, every, gifts: 0 }
}
