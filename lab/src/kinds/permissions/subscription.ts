import { labSpendPermissionsBytecode } from '@aura/contracts/lab/spend-permissions'
import { bytesToHex } from '@ethereumjs/util'
import { encode, type Hex, keccak, keccakText, type Signature, word } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { typedDigest } from '../../permit.ts'
import { drawUsdc, UNLIMITED, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { DAY, durationText, usdcText } from '../../words.ts'

const MONTH = 30 * DAY
const MONTHS = 3
const END = 5 * MONTH
const TYPE =
  'Permission(address account,address spender,address token,uint256 allowance,uint256 period,uint256 start,uint256 end)'
const CALL = '(address,address,address,uint256,uint256,uint256,uint256)'
const PERIODS = { day: DAY, month: MONTH, year: 365 * DAY } as const
const ENDS = { never: 0, quarter: MONTHS * MONTH, decade: 3650 * DAY } as const

/** A podcast charges by a spend permission: the cap, the period and the end decide what it can take once it is sold. */
export const subscription: Kind<World> = {
  id: 'subscription',
  version: 1,
  rounds: 2,
  setup,

  goal: (_, { price, limit }) =>
    `Hear a podcast for ${MONTHS} months at ${usdcText(price)} a month. After ${END / MONTH} months it must have taken no more than ${usdcText(limit)} in all.`,
  solved:
    'The contract kept the numbers you signed or ended. It asked neither what the page said nor who owns the podcast now.',
  traps: {
    'charged-on':
      'It took more than you wanted to spend. A permission without an end goes on, whoever owns the podcast by then, and a cap above the price is charged in full one day. Cancelling on a page is a promise; only revoking ends it.',
    unheard: `You didn’t hear all ${MONTHS} months: the permission didn’t cover the price in each of them.`,
  },
  names: (_, { usdc, manager, podcast }) => ({
    ...{ [usdc.address]: 'USDC contract', [manager]: 'Spend permissions', [podcast]: 'Podcast' },
  }),

  async scene(lab, world) {
    const { usdc, podcast, price, start, signed, charges } = world
    const taken = await usdc.balance(podcast)
    return {
      messages: [
        ...(signed
          ? [{ from: 'podcast.example', text: 'Thanks! You can cancel on this page whenever you like.' }]
          : []),
        ...(world.hasCancelled ? [{ from: 'podcast.example', text: 'Sorry to see you go. We have noted it.' }] : []),
        ...(world.isSold ? [{ from: 'podcast.example', text: 'We have a new owner! Nothing changes for you.' }] : []),
      ],
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'The podcast has taken', value: usdcText(taken), isExact: true },
        { label: 'Months heard', value: `${Math.min(charges, MONTHS)} of ${MONTHS}` },
        { label: 'Since the start', value: durationText(lab.chain.time - start) },
      ],
      requests: world.hasAnswered
        ? {}
        : {
            subscribe: {
              from: 'podcast.example',
              title: 'Subscribe',
              rows: [{ label: 'Price of a month', value: usdcText(price), isExact: true }],
              fields: {
                cap: {
                  ...{ type: 'amount', label: 'Spending cap in a period', unit: 'USDC', decimals: USDC_DECIMALS },
                  preset: price * 10n,
                },
                period: {
                  type: 'choice',
                  label: 'Period',
                  options: lab.shuffle('periods', [
                    { value: 'day', text: 'A day' },
                    { value: 'month', text: '30 days' },
                    { value: 'year', text: '365 days' },
                  ]),
                },
                end: {
                  type: 'choice',
                  label: 'End',
                  options: lab.shuffle('ends', [
                    { value: 'never', text: 'None' },
                    { value: 'quarter', text: `After ${(MONTHS * MONTH) / DAY} days` },
                    { value: 'decade', text: 'After ten years' },
                  ]),
                },
              },
              onApprove: async (input) => {
                world.hasAnswered = true
                world.signed = await sign(lab, world, {
                  cap: input.amount('cap'),
                  period: PERIODS[input.choice('period') as keyof typeof PERIODS],
                  end: ENDS[input.choice('end') as keyof typeof ENDS],
                })
              },
              onReject: async () => {
                world.hasAnswered = true
              },
            },
          },
      moves: {
        ...(signed && {
          cancel: {
            label: 'Cancel on the podcast’s page',
            run: async () => {
              world.hasCancelled = true
            },
          },
          revoke: {
            label: 'Revoke the permission from your account',
            site: 'permissions.example',
            run: () => lab.send(lab.me, { to: world.manager, data: encode(`revoke(${CALL})`, ...signed.args) }),
          },
        }),
        'wait-day': { label: 'Wait a day', seconds: DAY },
        'wait-week': { label: 'Wait ten days', seconds: 10 * DAY },
      },
    }
  },

  async beforeBlock(lab, world, time) {
    const { soldAt, signed } = world
    if (!signed) return
    world.isSold ||= time >= signed.start + soldAt
    const month = Math.floor((time - signed.start) / MONTH)
    const left = await leftAt(lab, world, signed, time)
    const wanted = world.isSold ? left : month < MONTHS && month >= world.charges ? world.price : 0n
    if (wanted === 0n || wanted > left) return
    world.charges++
    const { args, signature } = signed
    const rest = [wanted, 27n + signature.yParity, signature.r, signature.s]
    const data = encode(`spend(${CALL},uint256,uint8,bytes32,bytes32)`, ...args, ...rest)
    await lab.send(world.podcast, { to: world.manager, data, gas: 200_000n })
  },

  async verdict(lab, { usdc, podcast, limit, charges, start }) {
    if ((await usdc.balance(podcast)) > limit) return { state: 'trapped', trap: 'charged-on' }
    if (lab.chain.time < start + END) return { state: 'open' }
    return charges < MONTHS ? { state: 'trapped', trap: 'unheard' } : { state: 'solved' }
  },
}

interface Permission {
  args: readonly (bigint | Hex)[]
  id: Uint8Array
  signature: Signature
  start: number
  end: bigint
  period: bigint
  cap: bigint
}

interface World {
  usdc: Usdc
  manager: Hex
  podcast: Hex
  price: bigint
  limit: bigint
  start: number
  /** Seconds from the start of the permission to the sale of the podcast. */
  soldAt: number
  isSold: boolean
  hasAnswered: boolean
  hasCancelled: boolean
  charges: number
  signed?: Permission
}

async function sign(
  lab: Lab,
  { usdc, manager, podcast }: World,
  { cap, period, end }: { cap: bigint; period: number; end: number },
): Promise<Permission> {
  const start = lab.chain.time
  const until = end === 0 ? (1n << 48n) - 1n : BigInt(start + end)
  const args = [lab.me, podcast, usdc.address, cap, BigInt(period), BigInt(start), until]
  const domain = await lab.chain.view(manager, encode('DOMAIN_SEPARATOR()'))
  const grants = [{ token: usdc.address, spender: podcast, value: cap, until }]
  const rows = [{ label: 'The cap counts again', value: `every ${durationText(period)}` }]
  const values = args.map(word)
  const signature = lab.signTyped(
    { name: 'SpendPermission', contract: manager, grants, rows },
    typedDigest(domain, TYPE, values),
  )
  const id = keccak(keccakText(TYPE), ...values)
  return { args, id, signature, start, end: until, period: BigInt(period), cap }
}

/** Returns what the permission still allows to take in the period of a time. */
async function leftAt(lab: Lab, { usdc, manager }: World, one: Permission, time: number): Promise<bigint> {
  const { id, start, end, period, cap } = one
  const hash = bytesToHex(id)
  const isRevoked = await lab.chain.view(manager, encode('isRevoked(bytes32)', hash))
  if (isRevoked || BigInt(time) >= end) return 0n
  const at = BigInt(time - start) / period
  const left = cap - (await lab.chain.view(manager, encode('spent(bytes32,uint256)', hash, at)))
  const balance = await usdc.balance(lab.me)
  return left < balance ? left : balance
}

async function setup(lab: Lab): Promise<World> {
  const [bank, podcast] = [lab.account('bank'), lab.account('podcast')]
  for (const account of [bank, podcast, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const price = drawUsdc(lab, 'price', 4, 12)
  const usdc = await Usdc.deploy(lab, bank)
  const manager = await lab.deploy(bank, labSpendPermissionsBytecode)
  await usdc.mint(bank, lab.me, drawUsdc(lab, 'savings', 200, 400))
  await usdc.approve(lab.me, manager, UNLIMITED)
  const { time: start } = await lab.chain.mine(2)
  return {
    ...{ usdc, manager, podcast, price, start, soldAt: lab.draw('sold', 61, 69) * DAY },
    ...{ limit: price * BigInt(MONTHS) + price / 4n, charges: 0 },
    ...{ isSold: false, hasAnswered: false, hasCancelled: false },
  }
}
