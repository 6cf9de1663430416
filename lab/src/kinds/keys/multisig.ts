import { labTeamWalletBytecode } from '@aura/contracts/lab/team-wallet'
import { bytesToHex } from '@ethereumjs/util'
import { encode, type Hex, keccakText } from '../../bytes.ts'
import type { Kind, Row } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, UNLIMITED, Usdc } from '../../usdc.ts'
import { shortAddress, usdcText } from '../../words.ts'

/** A team's wallet needs two of three signatures, one of which a thief has: the second is the learner's. */
export const multisig: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'multisig',
  version: 2,
  rounds: 2,
  setup,

  goal: (_, { studio, printer }) =>
    `Your team’s wallet pays the studio ${usdcText(studio.value)} and the printer ${usdcText(printer.value)} today. Confirm what does that, reject the rest, and keep the wallet the team’s.`,
  solved:
    'You compared the call with what was agreed, not the title with what sounded right. Two of three protects from one stolen key only while the other two read.',
  traps: {
    drained:
      'That call let a stranger spend the team’s USDC, and they did. Its title said something else: titles are typed by those who propose the call.',
    'wrong-payee': 'The amount was right and the address wasn’t. The money is with someone who supplies nobody.',
    'owner-replaced':
      'That call replaced Amara as an owner. The thief, who has Bruno’s key, now holds two of three and needs none of you.',
    unpaid: 'The team’s money is safe, but a supplier wasn’t paid. A wallet nobody signs for is as good as lost.',
  },
  names: (_, { usdc, wallet, amara, bruno, thief, studio, printer }) => ({
    ...{ [usdc.address]: 'USDC contract', [wallet]: 'Team wallet', [amara]: 'Amara', [bruno]: 'Bruno' },
    ...{ [thief]: 'a stranger', [studio.address]: 'Studio', [printer.address]: 'Printer' },
  }),

  async scene(lab, world) {
    const { usdc, wallet, amara, studio, printer, proposals, next } = world
    const proposal = proposals[next]
    const rows: Row[] = [
      { label: 'The team’s USDC', value: usdcText(await usdc.balance(wallet)), isExact: true },
      { label: 'Studio', value: studio.address, isExact: true },
      { label: 'Printer', value: printer.address, isExact: true },
      { label: 'Amara', value: amara, isExact: true },
      { label: 'Answered', value: `${next} of ${proposals.length}` },
    ]
    if (!proposal) return { rows, moves: {} }
    const { by, title, to, call, id } = proposal
    return {
      rows,
      requests: {
        [`proposal-${next + 1}`]: {
          from: 'Team wallet',
          title: 'Confirm a call',
          rows: [
            { label: 'Proposed and confirmed by', value: by },
            { label: 'Title, as they typed it', value: title },
            {
              label: 'To',
              value: to === usdc.address ? 'USDC contract' : `${shortAddress(to)}, the team wallet itself`,
            },
            { label: 'Calls', value: call, isExact: true },
            { label: 'Confirmations', value: '1 of 2; yours makes the call' },
          ],
          onApprove: async () => {
            await lab.send(lab.me, { to: wallet, data: encode('confirm(uint256)', id), gas: 200_000n })
            world.next++
          },
          onReject: async () => {
            world.next++
          },
        },
      },
      moves: {},
    }
  },

  async beforeBlock(_lab, { usdc, wallet, thief }) {
    const [allowed, value] = [await usdc.allowance(wallet, thief), await usdc.balance(wallet)]
    if (allowed > 0n && value > 0n) await usdc.transferFrom(thief, wallet, thief, value)
  },

  async verdict({ chain }, { usdc, wallet, thief, twin, amara, studio, printer, proposals, next }) {
    if ((await usdc.allowance(wallet, thief)) > 0n) return { state: 'trapped', trap: 'drained' }
    if ((await usdc.balance(twin)) > 0n) return { state: 'trapped', trap: 'wrong-payee' }
    const isOwner = await chain.view(wallet, encode('isOwner(address)', amara))
    if (!isOwner) return { state: 'trapped', trap: 'owner-replaced' }
    if (next < proposals.length) return { state: 'open' }
    for (const { address, value } of [studio, printer])
      if ((await usdc.balance(address)) < value) return { state: 'trapped', trap: 'unpaid' }
    return { state: 'solved' }
  },
}

interface Proposal {
  effect: 'studio' | 'printer' | 'drained' | 'wrong-payee' | 'owner-replaced'
  by: string
  title: string
  to: Hex
  call: string
  id: bigint
}

const selectorOf = (signature: string): bigint => BigInt(bytesToHex(keccakText(signature).slice(0, 4)).padEnd(66, '0'))

async function setup(lab: Lab) {
  const [bank, amara] = [lab.account('bank'), lab.account('amara')]
  const [bruno, thief] = [lab.account('bruno'), lab.account('thief')]
  for (const account of [bank, amara, bruno, thief, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const studio = { address: lab.account('studio'), value: drawUsdc(lab, 'studio', 200, 600) }
  const printer = { address: lab.account('printer'), value: drawUsdc(lab, 'printer', 50, 190) }
  const twin: Hex = `0x${printer.address.slice(2, 7)}${thief.slice(7, 37)}${printer.address.slice(37)}`
  const usdc = await Usdc.deploy(lab, bank)
  const wallet = await lab.deploy(bank, labTeamWalletBytecode, lab.me, amara, bruno)
  await usdc.mint(bank, wallet, drawUsdc(lab, 'team', 2000, 5000))
  const propose = async (by: Hex, to: Hex, signature: string, account: Hex, value: bigint) => {
    const data = encode(
      'propose(address,bytes4,address,uint256)',
      to,
      `0x${selectorOf(signature).toString(16)}`,
      account,
      value,
    )
    await lab.send(by, { to: wallet, data, gas: 300_000n })
  }
  const planned = lab.shuffle('order', ['studio', 'printer', 'drained', 'wrong-payee', 'owner-replaced'] as const)
  const proposals: Proposal[] = []
  for (const [place, effect] of planned.entries()) {
    const isHonest = effect === 'studio' || effect === 'printer'
    const by =
      isHonest && lab.draw(`by ${effect}`, 0, 1) ? { name: 'Amara', address: amara } : { name: 'Bruno', address: bruno }
    const pay = (payee: Hex, value: bigint) => ({
      ...{ to: usdc.address, signature: 'transfer(address,uint256)', account: payee, value },
      call: `transfer(${payee}, ${usdcText(value)})`,
    })
    const [title, one] = {
      studio: ['Studio, this month', pay(studio.address, studio.value)] as const,
      printer: ['Printer, posters', pay(printer.address, printer.value)] as const,
      'wrong-payee': ['Printer, posters', pay(twin, printer.value)] as const,
      drained: [
        'Studio, next month (standing order)',
        {
          ...{ to: usdc.address, signature: 'approve(address,uint256)', account: thief, value: UNLIMITED },
          call: `approve(${thief}, ${usdcText(UNLIMITED)})`,
        },
      ] as const,
      'owner-replaced': [
        'Wallet maintenance',
        {
          ...{ to: wallet, signature: 'replaceOwner(address,uint256)', account: amara, value: BigInt(thief) },
          call: `replaceOwner(${amara}, ${thief})`,
        },
      ] as const,
    }[effect]
    await propose(by.address, one.to, one.signature, one.account, one.value)
    proposals.push({ effect, by: by.name, title, to: one.to, call: one.call, id: BigInt(place) })
    await lab.chain.mine(2)
  }
  return { usdc, wallet, amara, bruno, thief, twin, studio, printer, proposals, next: 0 }
}
