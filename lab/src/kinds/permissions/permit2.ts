import { labPermit2Bytecode } from '@aura/contracts/lab/permit2'
import { encode, type Hex, type Signature, word } from '../../bytes.ts'
import type { Kind, Request } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { typedDigest } from '../../permit.ts'
import { drawUsdc, UNLIMITED, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { DAY, durationText, shortAddress, usdcText } from '../../words.ts'

/** Largest amount that Permit2 knows. */
const LARGEST = (1n << 160n) - 1n
const PAYDAY = 10 * DAY
/** Theft of the shop's key; the lab ends later. */
const THEFT = 25 * DAY
const END = 40 * DAY
const SINGLE = 'address token,uint256 amount,uint256 expiration,uint256 nonce,address spender,uint256 sigDeadline'
const ONCE = 'address token,uint256 amount,address spender,uint256 nonce,uint256 deadline'

/** A signature for Permit2 is out, and payday comes. Void it before the wages, and pay a shop without leaving another. */
export const permit2: Kind<World> = {
  id: 'permit2',
  version: 1,
  rounds: 3,
  setup,

  goal: (_, { price, wages }) =>
    `Your USDC are approved to Permit2, and yesterday you signed something on a page you don’t know. In ten days you are paid ${usdcText(wages)}. Buy the print for ${usdcText(price)} from them, and still have the rest ${END / DAY} days from now.`,
  solved:
    'You voided the signature that was out before there was anything to take, and signed a payment instead of a permission.',
  traps: {
    drained:
      'The page’s owner waited for your wages and then handed in what you had signed. Permit2 moves all that is approved to it for anyone with a valid signature of yours.',
    'shop-robbed': 'You let the shop take what it likes for a year. Its key was stolen, and the thief took it instead.',
    'nothing-bought': 'Your wages are safe, but you bought nothing.',
  },
  names: (_, { usdc, permit2: contract, shop, thief }) => ({
    ...{ [usdc.address]: 'USDC contract', [contract]: 'Permit2' },
    ...{ [shop]: 'Print shop', [thief]: 'an unknown account' },
  }),

  async scene(lab, world) {
    const { usdc, permit2: contract, shop, thief, price, start } = world
    const approved = await usdc.allowance(lab.me, contract)
    const hasBought = (await usdc.balance(shop)) >= price
    const spender = {
      type: 'choice',
      label: 'Signatures for',
      options: lab.shuffle('spenders', [
        { value: thief, text: shortAddress(thief), detail: thief },
        { value: shop, text: shortAddress(shop), detail: shop },
      ]),
    } as const
    return {
      messages: [
        {
          from: 'Your notes',
          text: `Signed yesterday on usdc-verify.example: PermitSingle of USDC, no limit, spender ${thief}. It cost no fee, and nobody has handed it in. The print shop’s address is ${shop}.`,
        },
      ],
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'Approved to Permit2', value: usdcText(approved), isExact: true },
        { label: 'Print', value: hasBought ? 'yours' : 'not bought' },
        { label: 'Since the start', value: durationText(lab.chain.time - start) },
      ],
      requests: hasBought || lab.chain.time < start + PAYDAY ? {} : shopRequests(lab, world, approved),
      moves: {
        void: {
          label: 'Void signatures in Permit2',
          submit: 'Continue',
          site: 'permit2.example',
          fields: { spender },
          run: async (input) => {
            const chosen = input.choice('spender') as Hex
            const data = encode('invalidateNonces(address,address,uint256)', usdc.address, chosen, world.voided + 1n)
            await lab.send(lab.me, { to: contract, data })
            world.voided++
          },
        },
        close: {
          label: 'Approve zero for Permit2',
          site: 'allowances.example',
          run: () => usdc.approve(lab.me, contract, 0n),
        },
        'wait-day': { label: 'Wait a day', seconds: DAY },
        'wait-week': { label: 'Wait ten days', seconds: 10 * DAY },
      },
    }
  },

  async beforeBlock(lab, world, time) {
    const { usdc, bank, permit2: contract, shop, thief, wages, start, stolen } = world
    if (time >= start + PAYDAY && !world.isPaid) {
      world.isPaid = true
      await usdc.mint(bank, lab.me, wages)
      return
    }
    const [balance, approved] = [await usdc.balance(lab.me), await usdc.allowance(lab.me, contract)]
    const value = balance < approved ? balance : approved
    if (value === 0n) return
    const take = (by: Hex) =>
      lab.send(by, {
        ...{ to: contract, tip: 4_000_000n },
        data: encode('transferFrom(address,address,uint256,address)', lab.me, thief, value, usdc.address),
      })
    // The page's owner waits for wages, and hands the signature in before anything else of the block.
    if (world.isPaid && !world.isHandedIn && !(await isVoid(lab, world, thief))) {
      world.isHandedIn = true
      await lab.send(thief, { to: contract, tip: 5_000_000n, data: singleData(lab.me, stolen) })
      await take(thief)
    } else if (time >= start + THEFT && (await allowed(lab, world, shop)) > 0n) await take(shop)
  },

  async verdict(lab, { usdc, shop, thief, price, start, isHandedIn }) {
    if ((await usdc.balance(thief)) > 0n) return { state: 'trapped', trap: isHandedIn ? 'drained' : 'shop-robbed' }
    if (lab.chain.time < start + END) return { state: 'open' }
    return (await usdc.balance(shop)) < price ? { state: 'trapped', trap: 'nothing-bought' } : { state: 'solved' }
  },
}

interface Single {
  args: readonly (bigint | Hex)[]
  signature: Signature
}

interface World {
  usdc: Usdc
  bank: Hex
  permit2: Hex
  shop: Hex
  thief: Hex
  price: bigint
  wages: bigint
  start: number
  stolen: Single
  voided: bigint
  isPaid: boolean
  isHandedIn: boolean
}

const allowed = ({ chain, me }: Lab, { permit2: contract, usdc }: World, spender: Hex): Promise<bigint> =>
  chain.view(contract, encode('allowance(address,address,address)', me, usdc.address, spender))

/** Returns whether the first signature for a spender can't be handed in any more. */
async function isVoid({ chain, me }: Lab, { permit2: contract, usdc }: World, spender: Hex): Promise<boolean> {
  return chain.blocks.some(({ receipts }) =>
    receipts.some(({ tx, succeeded }) => {
      const data = encode('invalidateNonces(address,address,uint256)', usdc.address, spender).slice(0, 68)
      return succeeded && tx.from === me && tx.to === contract && data.every((byte, at) => tx.data[at] === byte)
    }),
  )
}

const SINGLE_CALL = 'permit(address,(address,uint256,uint256,uint256,address,uint256),uint8,bytes32,bytes32)'
const singleData = (owner: Hex, { args, signature: { yParity, r, s } }: Single): Uint8Array =>
  encode(SINGLE_CALL, owner, ...args, 27n + yParity, r, s)

async function signSingle(lab: Lab, { usdc, contract, spender }: { usdc: Usdc; contract: Hex; spender: Hex }) {
  const [until, soon] = [BigInt(lab.chain.time + 365 * DAY), BigInt(lab.chain.time + 90 * DAY)]
  const args = [usdc.address, LARGEST, until, 0n, spender, soon]
  const grants = [{ token: usdc.address, spender, value: LARGEST, until }]
  const rows = [{ label: 'Can be handed in', value: 'for 90 days' }]
  const digest = typedDigest(await domainOf(lab, contract), `Single(${SINGLE})`, args.map(word))
  return { args, signature: lab.signTyped({ name: 'PermitSingle', contract, grants, rows }, digest) }
}

const domainOf = ({ chain }: Lab, contract: Hex): Promise<bigint> => chain.view(contract, encode('DOMAIN_SEPARATOR()'))

function shopRequests(lab: Lab, world: World, approved: bigint): Record<string, Request> {
  const { usdc, permit2: contract, shop, price } = world
  const cost = { label: 'Price of the print', value: usdcText(price), isExact: true }
  if (approved < price) {
    const cap = { type: 'amount', label: 'Spending cap', unit: 'USDC', decimals: USDC_DECIMALS } as const
    const enable: Request = {
      ...{ from: 'printshop.example', title: 'Let Permit2 move your USDC', rows: [cost] },
      fields: { cap: { ...cap, preset: 999_999_999n * 10n ** 6n } },
      onApprove: (input) => usdc.approve(lab.me, contract, input.amount('cap')),
    }
    return { enable }
  }
  const charge = (tx: { data: Uint8Array }) => lab.send(shop, { to: contract, gas: 200_000n, ...tx })
  const once: Request = {
    ...{ from: 'printshop.example', title: 'Pay once', rows: [cost] },
    onApprove: async () => {
      const until = BigInt(lab.chain.time + 3600)
      const args = [usdc.address, price, shop, BigInt(lab.chain.height), until]
      const digest = typedDigest(await domainOf(lab, contract), `Once(${ONCE})`, args.map(word))
      const grants = [{ token: usdc.address, spender: shop, value: price, until }]
      const rows = [{ label: 'Works', value: 'once' }]
      const { yParity, r, s } = lab.signTyped({ name: 'PermitTransferFrom', contract, grants, rows }, digest)
      const call = 'permitTransferFrom(address,(address,uint256,address,uint256,uint256),address,uint8,bytes32,bytes32)'
      await charge({ data: encode(call, lab.me, ...args, shop, 27n + yParity, r, s) })
    },
  }
  const always: Request = {
    ...{ from: 'printshop.example', title: 'Pay, and faster next time', rows: [cost] },
    onApprove: async () => {
      await charge({ data: singleData(lab.me, await signSingle(lab, { usdc, contract, spender: shop })) })
      const call = 'transferFrom(address,address,uint256,address)'
      await charge({ data: encode(call, lab.me, shop, price, usdc.address) })
    },
  }
  const isFirst = lab.draw('offer', 0, 1) === 0
  return isFirst ? { once, always } : { always, once }
}

async function setup(lab: Lab): Promise<World> {
  const [bank, shop, thief] = [lab.account('bank'), lab.account('shop'), lab.account('thief')]
  for (const account of [bank, shop, thief, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const [price, wages] = [drawUsdc(lab, 'price', 12, 48), drawUsdc(lab, 'wages', 400, 1200)]
  const usdc = await Usdc.deploy(lab, bank)
  const contract = await lab.deploy(bank, labPermit2Bytecode)
  await usdc.approve(lab.me, contract, UNLIMITED)
  const stolen = await signSingle(lab, { usdc, contract, spender: thief })
  const { time: start } = await lab.chain.mine(DAY)
  return {
    ...{ usdc, bank, permit2: contract, shop, thief, price, wages, start, stolen },
    ...{ voided: 0n, isPaid: false, isHandedIn: false },
  }
}
