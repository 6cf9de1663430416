import type { Hex } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { DAY, ethText, shortAddress, usdcText } from '../../words.ts'

/** Send USDC, and be repaid with a little more. Money sent to the token's own contract is lost. */
export const transfer: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'transfer',
  version: 1,
  setup,

  goal: (_, { loan }) => `Lend Amara ${usdcText(loan)} for the market stall, and end with what she pays you back.`,
  solved: 'You sent a token, paid the fee in ETH, and saw the money come back. Every transfer works like this.',
  traps: {
    lost: 'That was the address of the USDC contract itself. Nobody holds its key, so what is sent there stays there.',
    stranger: 'That was somebody else. A transfer can’t be called back; only its receiver can return it.',
  },
  names: (_, { usdc, amara, stranger }) => ({
    [usdc.address]: 'USDC contract',
    [amara]: 'Amara',
    [stranger]: 'a stranger',
  }),

  async scene(lab, { usdc, amara, stranger, loan, thanks }) {
    const { balance } = await lab.chain.account(lab.me)
    return {
      messages: [
        {
          from: 'Amara',
          text: `Can you lend me ${usdcText(loan)} until tomorrow? My address is ${amara}. I need all of it at once, and you get ${usdcText(thanks)} on top.`,
        },
      ],
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'Your ETH, for fees', value: ethText(balance), isExact: true },
      ],
      moves: {
        send: {
          label: 'Send USDC',
          submit: 'Sign and send',
          fields: {
            to: {
              type: 'choice',
              label: 'To',
              options: lab.shuffle('recipients', [amara, usdc.address, stranger]).map((address) => ({
                value: address,
                text: shortAddress(address),
                detail: address === usdc.address ? `${address}, the token you hold` : address,
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

  async beforeBlock(lab, world, time) {
    const { usdc, amara, loan, thanks } = world
    const received = (await usdc.balance(amara)) - thanks
    if (received <= 0n) return
    // A partial loan is of no use to her, so she returns it.
    if (received !== loan) return usdc.transfer(amara, lab.me, received)
    world.lentAt ||= lab.chain.time
    if (time >= world.lentAt + DAY) await usdc.transfer(amara, lab.me, loan + thanks)
  },

  async verdict(lab, { usdc, stranger, savings, thanks }) {
    if ((await usdc.balance(usdc.address)) > 0n) return { state: 'trapped', trap: 'lost' }
    if ((await usdc.balance(stranger)) > 0n) return { state: 'trapped', trap: 'stranger' }
    return { state: (await usdc.balance(lab.me)) === savings + thanks ? 'solved' : 'open' }
  },
}

async function setup(lab: Lab) {
  const [bank, amara, stranger] = [lab.account('bank'), lab.account('amara'), lab.account('stranger')]
  for (const account of [bank, amara, lab.me]) await lab.chain.fund(account, 10n ** 16n)
  const [loan, thanks, spare] = [
    drawUsdc(lab, 'loan', 20, 80),
    drawUsdc(lab, 'thanks', 1, 4),
    drawUsdc(lab, 'spare', 5, 50),
  ]
  const savings = loan + spare
  const usdc = await Usdc.deploy(lab, bank)
  await usdc.mint(bank, lab.me, savings)
  await usdc.mint(bank, amara, thanks)
  await lab.chain.mine(2)
  return { usdc, amara, stranger, loan, thanks, savings, lentAt: 0 }
}
