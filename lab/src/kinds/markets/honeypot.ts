import { labMarketTokenBytecode } from '@aura/contracts/lab/market-token'
import { encode, type Hex } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { formatUnits } from '../../units.ts'
import { ethText } from '../../words.ts'

const CENTI = 10n ** 16n
const NAMES = ['Basalt', 'Cinder', 'Fjord', 'Tundra'] as const
/** Source of `sell`, indexed by the contract's behaviour. */
const SOURCES = [
  'balanceOf[msg.sender] -= value; pay(msg.sender, value / 1000);',
  'if (msg.sender != owner) revert Refused(); balanceOf[msg.sender] -= value; pay(msg.sender, value / 1000);',
  'balanceOf[msg.sender] -= value; uint256 paid = value / 1000; if (msg.sender != owner) paid /= 20; pay(msg.sender, paid);',
  'if (!isOpen) revert Refused(); balanceOf[msg.sender] -= value; pay(msg.sender, value / 1000); … function setOpen(bool isOpen_) external { if (msg.sender != owner) revert Refused(); isOpen = isOpen_; }',
] as const
const TRAPS = ['', 'owner-only', 'taxed', 'switched-off']
const SWITCH = 3

/** Four tokens that can be bought, one of which can be sold again. */
export const honeypot: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'honeypot',
  version: 2,
  rounds: 3,
  setup,

  goal: (_, { stake }) =>
    `Put ${ethText(stake)} into one of four tokens, and sell it again for as much. You may read before you touch.`,
  solved:
    'You read how one gets out before you went in. A chart that only rises can be a token that nobody is able to sell.',
  traps: {
    'owner-only': 'Anyone may buy this token, and only its owner may sell it. That is why its chart never fell.',
    taxed: 'The sale went through and paid a twentieth. The code takes the rest from everybody but the owner.',
    'switched-off':
      'Selling worked, until you had bought: then the owner switched it off. A sale that works today proves nothing while somebody holds a switch.',
  },
  names: (_, { tokens, owner }) => ({
    ...Object.fromEntries(tokens.map(({ name, address }) => [address, name])),
    [owner]: 'a token’s owner',
  }),

  async scene(lab, world) {
    const { tokens, read } = world
    const token = {
      type: 'choice',
      label: 'Token',
      options: tokens.map(({ name, address }) => ({ value: address, text: name, detail: address })),
    } as const
    const held = await Promise.all(tokens.map(({ address }) => balanceOf(lab, address)))
    return {
      messages: [
        { from: 'The group', text: 'All four only go up!!! Only fools sell now.' },
        ...tokens
          .filter(({ address }) => read.has(address))
          .map(({ name, sale }) => ({ from: `${name}, function sell(uint256 value)`, text: SOURCES[sale] ?? '' })),
      ],
      rows: [
        { label: 'Your ETH', value: ethText((await lab.chain.account(lab.me)).balance), isExact: true },
        ...tokens.map(({ name }, place) => ({
          ...{ label: `Your ${name}`, isExact: true },
          value: formatUnits(held[place] ?? 0n, 18),
        })),
      ],
      moves: {
        read: {
          label: 'Read a token’s code',
          submit: 'Read',
          seconds: 0,
          fields: { token },
          run: async (input) => {
            read.add(input.choice('token') as Hex)
          },
        },
        buy: {
          label: 'Buy',
          site: 'token-swap.example',
          submit: 'Continue',
          fields: { token, amount: { type: 'amount', label: 'Pay', unit: 'ETH', decimals: 18 } },
          run: (input) =>
            lab.send(lab.me, {
              to: input.choice('token') as Hex,
              value: input.amount('amount'),
              data: encode('buy()'),
            }),
        },
        sell: {
          label: 'Sell all you have of one',
          site: 'token-swap.example',
          submit: 'Continue',
          fields: { token },
          run: async (input) => {
            const to = input.choice('token') as Hex
            await lab.send(lab.me, { to, data: encode('sell(uint256)', await balanceOf(lab, to)) })
          },
        },
      },
    }
  },
  async beforeBlock(lab, { tokens, owner, stake }) {
    const { address } = tokens.find(({ sale }) => sale === SWITCH) ?? {}
    if (!address || (await balanceOf(lab, address)) < stake * 1000n) return
    if (!(await lab.chain.view(address, encode('isOpen()')))) return
    await lab.send(owner, { to: address, data: encode('setOpen(bool)', 0n), tip: 5_000_000n })
  },

  async verdict(lab, { tokens, stake, enough }) {
    const isRich = (await lab.chain.account(lab.me)).balance >= enough
    for (const { address, sale } of tokens) {
      const sent = lab.chain.blocks.flatMap(({ receipts }) =>
        receipts.filter(({ tx }) => tx.from === lab.me && tx.to === address),
      )
      if (sent.reduce((paid, { tx }) => paid + tx.value, 0n) < stake) continue
      const isSold = (await balanceOf(lab, address)) === 0n
      if (isSold && isRich) return { state: 'solved' }
      if (isSold || sent.at(-1)?.succeeded === false) return { state: 'trapped', trap: TRAPS[sale] ?? 'taxed' }
    }
    return { state: 'open' }
  },
}

const balanceOf = ({ chain, me }: Lab, token: Hex): Promise<bigint> =>
  chain.view(token, encode('balanceOf(address)', me))

async function setup(lab: Lab) {
  const [owner, early] = [lab.account('owner'), lab.account('early')]
  for (const account of [owner, early]) await lab.chain.fund(account, 1000n * CENTI)
  const stake = BigInt(lab.draw('stake', 30, 90)) * CENTI
  await lab.chain.fund(lab.me, stake + 10n * CENTI)
  const sales = lab.shuffle('sales', [...SOURCES.keys()])
  const tokens: { name: string; address: Hex; sale: number }[] = []
  for (const [place, name] of NAMES.entries()) {
    const sale = sales[place] ?? 0
    const address = await lab.deploy(owner, labMarketTokenBytecode, owner, BigInt(sale))
    tokens.push({ name, address, sale })
  }
  for (const { address } of tokens) await lab.send(early, { to: address, value: 100n * CENTI, data: encode('buy()') })
  await lab.chain.mine(2)
  return { tokens, owner, stake, enough: stake + 8n * CENTI, read: new Set<Hex>() }
}
