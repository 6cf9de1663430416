import { checksumAddress, type Signature, signerOf } from '../../bytes.ts'
import type { Kind, Request } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, UNLIMITED, Usdc } from '../../usdc.ts'
import { usdcText } from '../../words.ts'

const SITES = [
  'aura.example',
  'galerie.example',
  'ticketbooth.example',
  'radio-lagos.example',
  'manilaprints.example',
] as const
const LOOKALIKES: Record<(typeof SITES)[number], string> = {
  'aura.example': 'aura-rewards.example',
  'galerie.example': 'galer1e.example',
  'ticketbooth.example': 'ticketb00th.example',
  'radio-lagos.example': 'radio-lag0s.example',
  'manilaprints.example': 'manila-prints.example',
}

/** Effect of approving a request. Two kinds of six are harmless. */
type Effect = 'sign-in' | 'other-domain' | 'permit' | 'approve' | 'transfer'

interface Login {
  site: string
  signature: Signature
  digest: Uint8Array
}

/** Six requests that claim to be a sign-in; two are. */
export const signInTriage: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'sign-in-triage',
  version: 3,
  rounds: 2,
  setup,

  goal: () => 'Six sites ask you to sign in. Two requests do only that: approve them, and reject the other four.',
  solved: 'A sign-in names the site you are on, costs nothing and moves nothing. You approved those two and no other.',
  traps: {
    'other-domain':
      'The site you were on was not the site the message was for. The people who run it can now sign in elsewhere as you.',
    permit:
      'That was no sign-in but a permit: a signature that lets a stranger spend your USDC. They have just used it, without a transaction of yours.',
    approve: 'That was a transaction: it let a stranger spend your USDC, and they did.',
    transfer: 'That was a transaction that sent your ETH away. A sign-in is a message and never costs a fee.',
    missed:
      'You rejected a real sign-in. Nothing is lost, but you are not in: read which site asks, and which site the message names.',
  },
  names: (_, { usdc, thief }) => ({ [usdc.address]: 'USDC contract', [thief]: 'a stranger' }),

  async scene(lab, world) {
    const { usdc, requests, next } = world
    const request = requests[next]
    return {
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'Answered', value: `${next} of ${requests.length}` },
      ],
      requests: request ? { [`request-${next + 1}`]: requestOf(lab, world, request) } : {},
      moves: {},
    }
  },

  async verdict(lab, { usdc, thief, savings, ether, logins, requests, next }) {
    const foreign = logins.find(({ site }) => !requests.some((one) => one.effect === 'sign-in' && one.site === site))
    if (foreign) return { state: 'trapped', trap: 'other-domain' }
    if ((await usdc.balance(lab.me)) < savings || (await usdc.allowance(lab.me, thief)) > 0n) {
      const signed = (await usdc.nonce(lab.me)) > 0n
      return { state: 'trapped', trap: signed ? 'permit' : 'approve' }
    }
    if ((await lab.chain.account(thief)).balance > ether) return { state: 'trapped', trap: 'transfer' }
    if (next < requests.length) return { state: 'open' }
    const valid = logins.filter(({ digest, signature }) => signerOf(digest, signature) === lab.me)
    return valid.length === 2 ? { state: 'solved' } : { state: 'trapped', trap: 'missed' }
  },

  async beforeBlock(lab, { usdc, thief }) {
    const allowed = await usdc.allowance(lab.me, thief)
    const balance = await usdc.balance(lab.me)
    if (allowed > 0n && balance > 0n) await usdc.transferFrom(thief, lab.me, thief, balance)
  },
}

interface Planned {
  effect: Effect
  site: string
  page: string
  code: string
}

const momentText = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '')

type World = Awaited<ReturnType<typeof setup>>

function requestOf(lab: Lab, world: World, planned: Planned): Request {
  const { usdc, thief } = world
  const { effect, site, page, code } = planned
  const done = (run: () => Promise<void>): Request => ({
    from: page,
    title: 'Sign in',
    rows: [],
    async onApprove() {
      await run()
      world.next++
    },
    async onReject() {
      world.next++
    },
  })
  if (effect === 'sign-in' || effect === 'other-domain') {
    const message = [
      `${site} wants you to sign in with your Ethereum account:`,
      `${checksumAddress(lab.me)}\n`,
      ...[`URI: https://${site}/login`, 'Version: 1', 'Chain ID: 8453', `Nonce: ${code}`],
      `Issued At: ${momentText(lab.chain.time)}`,
      `Expiration Time: ${momentText(lab.chain.time + 600)}`,
    ]
    return done(async () => {
      world.logins.push({ site: page, ...lab.signText(message.join('\n')) })
    })
  }
  if (effect === 'permit') {
    return done(async () => {
      const { permit, signature } = await usdc.signPermit(thief, UNLIMITED)
      await usdc.permit(thief, permit, signature)
    })
  }
  if (effect === 'approve') {
    return done(async () => {
      await usdc.approve(lab.me, thief, UNLIMITED)
      // The stranger answers in the next block, so that the loss is seen.
      await lab.chain.mine(2)
    })
  }
  return done(() => lab.send(lab.me, { to: thief, value: 5n * 10n ** 15n }))
}

async function setup(lab: Lab) {
  const [bank, thief] = [lab.account('bank'), lab.account('thief')]
  for (const account of [bank, thief, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const savings = drawUsdc(lab, 'savings', 200, 900)
  const usdc = await Usdc.deploy(lab, bank)
  await usdc.mint(bank, lab.me, savings)
  await lab.chain.mine(2)
  const sites = lab.shuffle('sites', SITES)
  const effects: Effect[] = ['sign-in', 'sign-in', 'other-domain', 'permit', 'approve', 'transfer']
  const requests = lab.shuffle('order', effects).map((effect, place): Planned => {
    const site = sites[place % sites.length] ?? SITES[0]
    const page = effect === 'other-domain' ? LOOKALIKES[site] : site
    return { effect, site, page, code: lab.draw(`code ${place}`, 100_000, 999_999).toString() }
  })
  const { balance: ether } = await lab.chain.account(thief)
  const logins: Login[] = []
  return { usdc, thief, savings, ether, requests, logins, next: 0 }
}
