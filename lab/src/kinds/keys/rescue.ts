import { labSweeperBytecode } from '@aura/contracts/lab/sweeper'
import { labTicketsBytecode } from '@aura/contracts/lab/tickets'
import { encode, type Hex } from '../../bytes.ts'
import { NOBODY } from '../../chain.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, UNLIMITED, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { ethText, usdcText } from '../../words.ts'

const MILLI = 10n ** 15n
const GAS_MONEY = 2n * MILLI
/** Allowance of the thief from the safe account. */
const DOOR = 10n ** 10n

/** A thief has the key, code sits on the account, and the safe account has an open allowance: order matters. */
export const rescue: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'rescue',
  version: 1,
  setup,

  goal: (_, { savings }) =>
    `A thief has your old account’s key. Bring its ${usdcText(savings)} and its ticket to your safe account, and keep them there until the thief gives up.`,
  solved:
    'You closed the door on the safe account and took the code off the old one, moved the money, and sent gas only in the block that used it.',
  traps: {
    'open-door':
      'Your safe account still let the same thief spend its USDC, from the same bad evening. The money went through that door as soon as it arrived.',
    'usdc-taken': 'The thief took the USDC, which the old account had let them spend. What is worth most goes first.',
    'ticket-taken':
      'The thief took the ticket. Whatever gas you sent to the old account was gone first: its code forwards it, and the thief’s program takes the rest in the next block.',
  },
  names: (_, { usdc, tickets, sweeper, old, thief, drainer }) => ({
    ...{ [usdc.address]: 'USDC contract', [tickets]: 'Tickets', [sweeper]: 'the thief’s code' },
    ...{ [old]: 'Your old account', [thief]: 'the thief', [drainer]: 'the thief’s page' },
  }),

  accounts: (lab, { old }) => ({ [lab.me]: 'Safe account', [old]: 'Old account' }),

  async scene(lab, { usdc, tickets, old, drainer, savings }) {
    const { chain, me } = lab
    const isDelegated = (await chain.code(old)).length > 0
    const fund = () => lab.send(me, { to: old, value: GAS_MONEY, tip: 3_000_000n })
    return {
      messages: [
        {
          from: 'You know',
          text: 'Somebody else signs with the old key, and a program takes any ETH that lies there for a block. Signatures of the old key work for you, too, and your safe account can hand them in. But USDC asks an account that runs code whether a permit is good, and this code never says yes.',
        },
      ],
      rows: [
        { label: 'Old account, USDC', value: usdcText(await usdc.balance(old)), isExact: true },
        { label: 'Old account, ETH', value: ethText((await chain.account(old)).balance), isExact: true },
        { label: 'Old account runs', value: isDelegated ? 'code that forwards ETH' : 'no code' },
        { label: 'Safe account, USDC', value: usdcText(await usdc.balance(me)), isExact: true },
        { label: 'Safe account, ETH', value: ethText((await chain.account(me)).balance), isExact: true },
        {
          label: 'The thief may take from the safe account',
          value: usdcText(await usdc.allowance(me, drainer)),
          isExact: true,
        },
        { label: 'The ticket is', value: await ownerText(lab, tickets, old) },
      ],
      moves: {
        permit: {
          label: 'Old key: sign a permit, and let the safe account take the USDC',
          submit: 'Continue',
          fields: { value: { type: 'amount', label: 'Value', unit: 'USDC', decimals: USDC_DECIMALS, preset: savings } },
          run: async (input) => {
            const value = input.amount('value')
            const { permit: signed, signature } = await usdc.signPermit(me, value, old)
            await usdc.permit(me, signed, signature)
            await usdc.transferFrom(me, old, me, value)
          },
        },
        fund: { label: `Safe account: send ${ethText(GAS_MONEY)} for gas to the old one`, run: fund },
        ticket: {
          label: 'Old account: send the ticket to the safe one',
          run: () => lab.send(old, { to: tickets, data: ticketTo(me), gas: 100_000n }),
        },
        together: {
          label: `Send ${ethText(GAS_MONEY)} for gas and the ticket in one block`,
          run: async () => {
            await fund()
            // A node would refuse it while the old account has no ETH.
            const { nonce } = await chain.account(old)
            const fee = { maxFee: chain.baseFee * 2n, tip: 1_000_000n, gas: 100_000n }
            lab.bundle({ from: old, to: tickets, data: ticketTo(me), value: 0n, nonce, ...fee })
          },
        },
        revoke: { label: 'Safe account: revoke the thief’s allowance', run: () => usdc.approve(me, drainer, 0n) },
        undelegate: {
          label: 'Old key: end the delegation, handed in by the safe account',
          run: async () =>
            lab.send(me, { to: me, authorizations: [lab.authorize(NOBODY, (await chain.account(old)).nonce, old)] }),
        },
        wait: { label: 'Wait for the next block' },
      },
    }
  },

  async beforeBlock(lab, { usdc, tickets, old, thief, drainer, start, takesUsdc, takesTicket }) {
    const { chain, me } = lab
    const age = chain.height - start
    const door = await usdc.allowance(me, drainer)
    const safe = await usdc.balance(me)
    if (door > 0n && safe > 0n) {
      const data = encode('transferFrom(address,address,uint256)', me, drainer, safe < door ? safe : door)
      await lab.send(drainer, { to: usdc.address, data, tip: 5_000_000n })
    }
    const { balance, nonce } = await chain.account(old)
    const fee = { gas: 21_000n, maxFee: chain.baseFee * 4n, tip: 5_000_000n }
    const value = balance - fee.gas * fee.maxFee
    // Same nonce and a higher fee, to replace the owner's transaction.
    if (value > 0n) await lab.send(old, { to: thief, value, nonce, ...fee })
    const left = await usdc.balance(old)
    if (age === takesUsdc && left > 0n) await usdc.transferFrom(thief, old, thief, left)
    if (age === takesTicket && (await ownerOf(lab, tickets)) === BigInt(old))
      await lab.send(thief, { to: tickets, data: encode('transferFrom(address,address,uint256)', old, thief, 1n) })
  },

  async verdict(lab, { usdc, tickets, thief, drainer, savings, start, takesTicket }) {
    const owner = await ownerOf(lab, tickets)
    if ((await usdc.balance(drainer)) > 0n) return { state: 'trapped', trap: 'open-door' }
    if ((await usdc.balance(thief)) > 0n) return { state: 'trapped', trap: 'usdc-taken' }
    if (owner === BigInt(thief)) return { state: 'trapped', trap: 'ticket-taken' }
    const isOver = lab.chain.height > start + takesTicket
    return isOver && (await usdc.balance(lab.me)) >= savings ? { state: 'solved' } : { state: 'open' }
  },
}

const ticketTo = (to: Hex): Uint8Array => encode('transfer(address,uint256)', to, 1n)
const ownerOf = ({ chain }: Lab, tickets: Hex): Promise<bigint> => chain.view(tickets, encode('ownerOf(uint256)', 1n))

async function ownerText(lab: Lab, tickets: Hex, old: Hex): Promise<string> {
  const owner = await ownerOf(lab, tickets)
  return owner === BigInt(lab.me) ? 'in the safe account' : owner === BigInt(old) ? 'in the old account' : 'gone'
}

async function setup(lab: Lab) {
  const [bank, old] = [lab.account('bank'), lab.account('old')]
  const [thief, drainer] = [lab.account('thief'), lab.account('drainer')]
  for (const account of [bank, old, thief, drainer, lab.me]) await lab.chain.fund(account, 100n * MILLI)
  const usdc = await Usdc.deploy(lab, bank)
  const tickets = await lab.deploy(bank, labTicketsBytecode, old, 1n)
  const sweeper = await lab.deploy(thief, labSweeperBytecode, thief)
  const savings = drawUsdc(lab, 'savings', 400, 2500)
  await usdc.mint(bank, old, savings)
  // The past attack: allowances from both accounts, the old one's ETH taken, and code left behind.
  await usdc.approve(lab.me, drainer, DOOR)
  await usdc.approve(old, thief, UNLIMITED)
  await lab.send(old, { to: tickets, data: encode('setApprovalForAll(address,bool)', thief, 1n) })
  await lab.chain.mine(2)
  const { balance, nonce } = await lab.chain.account(old)
  await lab.chain.fund(old, -balance)
  await lab.send(thief, { to: thief, authorizations: [lab.authorize(sweeper, nonce, old)] })
  const { number: start } = await lab.chain.mine(2)
  const [takesUsdc, takesTicket] = [lab.draw('usdc', 3, 4), lab.draw('ticket', 6, 8)]
  return { usdc, tickets, sweeper, old, thief, drainer, savings, start, takesUsdc, takesTicket }
}
