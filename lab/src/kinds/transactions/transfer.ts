import type { Hex } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { DAY, ethText, shortAddress, usdcText } from '../../words.ts'

/** Pay a debt, a little first. What is too much comes back; money sent to the token's own contract is lost. */
export const transfer: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'transfer',
  version: 3,
  rounds: 2,
  setup,

  goal: (_, { debt }) =>
    `Amara paid ${usdcText(debt)} for your half of the market stall. Pay her back: a little first, to see that it comes, then the rest.`,
  solved:
    'You tried the address with a little, paid the fees in ETH, and sent the rest. Every transfer works like this.',
  traps: {
    lost: 'That was the address of the USDC contract itself. Nobody holds its key, so what is sent there stays there.',
    stranger: 'That was someone else. A transfer can’t be called back; only its receiver can return it.',
    'all-at-once':
      'It came this time. Had the address been wrong, all of it would be gone: a little first finds that out while it is cheap.',
  },
  names: (_, { usdc, amara, stranger }) => ({
    [usdc.address]: 'USDC contract',
    [amara]: 'Amara',
    [stranger]: 'a stranger',
  }),

  async scene(lab, { usdc, amara, stranger, debt }) {
    const { balance } = await lab.chain.account(lab.me)
    const received = await usdc.balance(amara)
    return {
      messages: [
        { from: 'Amara', text: `My address is ${amara}. I told you the same on the phone.` },
        ...(received > 0n && received < debt ? [{ from: 'Amara', text: `${usdcText(received)} came. Go ahead.` }] : []),
      ],
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'Your ETH, for fees', value: ethText(balance), isExact: true },
      ],
      moves: {
        send: {
          label: 'Send USDC',
          submit: 'Continue',
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
    const { usdc, amara, debt } = world
    const extra = (await usdc.balance(amara)) - debt
    if (extra <= 0n) return
    world.overpaidAt ||= lab.chain.time
    if (time >= world.overpaidAt + DAY) await usdc.transfer(amara, lab.me, extra)
  },

  async verdict(lab, { usdc, amara, stranger, debt, firstBlock }) {
    if ((await usdc.balance(usdc.address)) > 0n) return { state: 'trapped', trap: 'lost' }
    if ((await usdc.balance(stranger)) > 0n) return { state: 'trapped', trap: 'stranger' }
    if ((await usdc.balance(amara)) !== debt) return { state: 'open' }
    const payments = lab.chain.blocks.slice(firstBlock).flatMap(({ receipts }) => receipts)
    const isTried = payments.filter(({ tx, succeeded }) => tx.from === lab.me && succeeded).length > 1
    return isTried ? { state: 'solved' } : { state: 'trapped', trap: 'all-at-once' }
  },
}

async function setup(lab: Lab) {
  const [bank, amara] = [lab.account('bank'), lab.account('amara')]
  for (const account of [bank, amara, lab.me]) await lab.chain.fund(account, 10n ** 16n)
  const stranger = lab.lookalike('stranger', amara)
  const debt = drawUsdc(lab, 'debt', 20, 80)
  const usdc = await Usdc.deploy(lab, bank)
  await usdc.mint(bank, lab.me, debt + drawUsdc(lab, 'spare', 5, 50))
  const { number: firstBlock } = await lab.chain.mine(2)
  return { usdc, amara, stranger, debt, firstBlock, overpaidAt: 0 }
}
