import { type CallKey, calls } from '@aura/api/calls'
import type { Call } from '@aura/api/contract/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Actor } from '../../tests/server/actors/actors.ts'
import { challenge, creator, gift, runAt, STARTS_AT, step } from '../../tests/server/actors/battles.ts'
import { buy, earn, follow, USDC, withUsdc } from '../../tests/server/chain/chain.ts'
import { type TestApp, testApp } from '../../tests/server/test-app.ts'
import { suspendPerson } from './features/moderation/index.ts'
import { updateIsAdmin } from './features/profile/index.ts'

const ROLES = ['visitor', 'suspended', 'other', 'admin', 'owner', 'blocked'] as const
type Role = (typeof ROLES)[number]

const OWNER_KEY = `0x${'a7'.repeat(32)}` as const

/** Targets of the calls. All but the lesson belong to the owner. A call that takes its target away has one for itself. */
interface World {
  actors: Record<Role, Actor>
  ids: Record<
    | 'owner'
    | 'rival'
    | 'pending'
    | 'withdrawn'
    | 'link'
    | 'withdrawnLink'
    | 'invite'
    | 'withdrawnInvite'
    | 'live'
    | 'notification'
    | 'session'
    | 'lesson'
    | 'bystander'
    | 'hold'
    | 'receipt'
    | 'words'
    | 'reportedWords'
    | 'removedWords',
    string
  >
}

let test: TestApp
let world: World

function ownWorld(): void {
  beforeAll(async () => {
    test = await testApp()
    world = await makeWorld()
  })
  afterAll(() => test.close())
}

async function makeWorld(): Promise<World> {
  const owner = new Actor(test, OWNER_KEY)
  await owner.signIn()
  const { id: ownerId } = await owner.me()
  const [rival, other] = [await creator(test), await creator(test)]
  const [admin, suspended, blocked] = [await creator(test), await creator(test), await creator(test)]
  await updateIsAdmin(test.ctx.db, admin.id, true)
  const { id: live } = await challenge(owner, rival.id, { stakeAmount: 10 })
  await step(rival, live, 'accept')
  await runAt(test, STARTS_AT)
  const later = { stakeAmount: 10, battleDate: '2026-03-03T16:00:00.000Z' }
  const [pending, withdrawn] = [await challenge(owner, rival.id, later), await challenge(owner, rival.id, later)]
  const invite = () => owner.call('POST /api/invites')
  const link = () => owner.call('POST /api/challenge-links', { body: { stakeAmount: 10, duration: 4 } })
  const [invited, withdrawnInvite] = [await invite(), await invite()]
  const [linked, withdrawnLink] = [await link(), await link()]
  // Redeeming stops while the ledger has Steeze the contract never sold.
  const fan = await withUsdc(test, 10)
  buy(test, fan, 1)
  await follow(test)
  await gift(fan, live, ownerId, 5)
  test.ctx.chain.mint(owner.wallet.address, USDC)
  buy(test, owner, 1)
  await earn(test, owner, 100)
  test.ctx.chain.mine(3)
  await follow(test)
  const { holdId } = await owner.call('POST /api/steeze/redeem', { body: { amount: 40 } })
  const { receipts } = await owner.call('GET /api/receipts', { query: { kind: 'purchase' } })
  const [told] = await owner.call('GET /api/notifications')
  await new Actor(test, OWNER_KEY).signIn()
  const [, session] = await owner.call('GET /api/user/sessions')
  const [lesson] = await other.call('GET /api/lessons/daily')
  // Battles take hours, and admins need a fresh sign-in to change anything.
  await admin.signIn()
  await suspendPerson(test.ctx, { userId: suspended.id, reason: 'For the table.', adminId: admin.id })
  // To the bystander, `other` is blocked, the admin a stranger and the owner a follower.
  const bystander = await creator(test)
  await owner.call('PUT /api/follows/:id', { params: { id: bystander.id } })
  const wordsFor = async ({ id, wallet }: typeof rival) => {
    test.ctx.chain.mint(owner.wallet.address, USDC)
    const transactionHash = test.ctx.chain.vouch(owner.wallet.address, wallet.address, USDC)
    await owner.call('POST /api/vouch/create', {
      body: { vouchedUserId: id, usdcAmount: 1, transactionHash, words: 'For the table' },
    })
    const [vouched] = await owner.call('GET /api/users/:id/vouches', { params: { id } })
    return vouched?.words?.id ?? ''
  }
  const [words, reportedWords, removedWords] = [
    await wordsFor(bystander),
    await wordsFor(rival),
    await wordsFor(await creator(test)),
  ]
  await admin.call('PUT /api/texts/:kind/:id/report', {
    params: { kind: 'words', id: reportedWords },
    body: { reason: 'spam' },
  })
  await bystander.call('PUT /api/blocks/:id', { params: { id: other.id } })
  await owner.call('PUT /api/blocks/:id', { params: { id: blocked.id } })
  await bystander.call('PUT /api/follows/settings', { body: { hidesFollowers: true } })
  return {
    actors: { visitor: new Actor(test), suspended, other, admin, owner, blocked },
    ids: {
      owner: ownerId,
      rival: rival.id,
      pending: pending.id,
      withdrawn: withdrawn.id,
      link: linked.id,
      withdrawnLink: withdrawnLink.id,
      invite: invited.id,
      withdrawnInvite: withdrawnInvite.id,
      live,
      notification: told?.id ?? '',
      session: session?.id ?? '',
      lesson: lesson?.id ?? '',
      bystander: bystander.id,
      hold: holdId,
      receipt: receipts[0]?.id ?? '',
      words,
      reportedWords,
      removedWords,
    },
  }
}

/**
 * Expected result for each of ROLES: `yes`, or the code. Where a row has no value for people whom the owner blocked,
 * they get the same as others.
 */
type Answers = readonly string[]
type Row = readonly [answers: Answers, path?: string | undefined, body?: unknown]

const everybody = (code: string): Answers => ROLES.map(() => code)
const signedIn = (code: string): Answers => ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', code, code, code]
const ALL = everybody('yes')

const NOBODYS = `0x${'1'.repeat(40)}`
const KEYLESS = { id: 'AA', rawId: 'AA', type: 'public-key' }

/**
 * Calls that are open without a session, and those that don't treat everybody alike whom they admit. Risky calls are
 * sent in a form that is refused after the access check.
 */
const TABLE: Readonly<Partial<Record<CallKey, Row>>> = {
  'GET /api/config': [ALL],
  'GET /api/auth/nonce': [ALL, `/api/auth/nonce?walletAddress=${NOBODYS}`],
  'POST /api/auth/wallet': [everybody('SIGNATURE_REQUIRED'), undefined, { walletAddress: NOBODYS }],
  'GET /api/auth/passkey/creation': [ALL, '/api/auth/passkey/creation?purpose=join'],
  'GET /api/auth/passkey/challenge': [ALL],
  'POST /api/auth/passkey/join': [
    everybody('NONCE_INVALID'),
    undefined,
    { passkey: { ...KEYLESS, response: { clientDataJSON: 'AA', attestationObject: 'AA' } } },
  ],
  'POST /api/auth/passkey/sign-in': [
    everybody('NONCE_INVALID'),
    undefined,
    { passkey: { ...KEYLESS, response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' } } },
  ],
  'POST /api/auth/logout': [ALL],
  'GET /api/check-username': [ALL, '/api/check-username?username=nobody_yet'],
  'POST /api/user/sessions/:id/end': [
    ['UNAUTHORIZED', 'SESSION_NOT_FOUND', 'SESSION_NOT_FOUND', 'SESSION_NOT_FOUND', 'yes'],
    '/api/user/sessions/{session}/end',
  ],
  'GET /api/privacy': [ALL],
  'GET /api/lessons/catalogue': [ALL],
  'GET /api/lessons/catalogue/:id': [ALL, '/api/lessons/catalogue/{lesson}'],
  'GET /api/glossary': [ALL],
  'GET /api/lessons/trial': [ALL],
  'POST /api/lessons/trial/quiz': [everybody('INVALID_REQUEST'), undefined, { answer: 9 }],
  'GET /api/aura-levels': [ALL],
  'GET /api/battles': [ALL],
  'GET /api/battles/counts': [ALL],
  'GET /api/spotlight': [ALL],
  'GET /api/battles/:id': [ALL, '/api/battles/{live}'],
  'GET /api/battles/:id/rating': [everybody('BATTLE_NOT_ROUNDS'), '/api/battles/{live}/rating'],
  'GET /api/battles/:id/rounds': [everybody('BATTLE_NOT_ROUNDS'), '/api/battles/{live}/rounds'],
  'GET /api/battles/:id/votes': [ALL, '/api/battles/{live}/votes'],
  'GET /api/battles/:id/receipt': [everybody('BATTLE_NOT_OVER'), '/api/battles/{live}/receipt'],
  'PUT /api/battles/:id/reminder': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'yes', 'yes', 'BATTLE_REMINDER_OWN'],
    '/api/battles/{pending}/reminder',
  ],
  'POST /api/battles/gift': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'GIFT_STEEZE_TOO_LOW', 'GIFT_STEEZE_TOO_LOW', 'GIFT_BY_PARTICIPANT'],
    undefined,
    { battleId: '{live}', participantId: '{rival}', amount: 1 },
  ],
  'POST /api/battles/vote': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'GIFT_STEEZE_TOO_LOW', 'GIFT_STEEZE_TOO_LOW', 'GIFT_BY_PARTICIPANT'],
    undefined,
    { battleId: '{live}', participantId: '{rival}' },
  ],
  'POST /api/battles/:id/accept': [signedIn('BATTLE_OPPONENT_ONLY'), '/api/battles/{pending}/accept'],
  'POST /api/battles/:id/reject': [signedIn('BATTLE_OPPONENT_ONLY'), '/api/battles/{pending}/reject'],
  'POST /api/battles/:id/withdraw': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'BATTLE_CHALLENGER_ONLY', 'BATTLE_CHALLENGER_ONLY', 'yes'],
    '/api/battles/{withdrawn}/withdraw',
  ],
  'POST /api/battles/:id/request-cancellation': [
    [
      'UNAUTHORIZED',
      'ACCOUNT_SUSPENDED',
      'BATTLE_PARTICIPANTS_ONLY',
      'BATTLE_PARTICIPANTS_ONLY',
      'BATTLE_NOT_ACCEPTED',
    ],
    '/api/battles/{pending}/request-cancellation',
  ],
  'POST /api/battles/:id/take-back-cancellation': [
    [
      'UNAUTHORIZED',
      'ACCOUNT_SUSPENDED',
      'BATTLE_PARTICIPANTS_ONLY',
      'BATTLE_PARTICIPANTS_ONLY',
      'BATTLE_NO_CANCELLATION_REQUEST',
    ],
    '/api/battles/{pending}/take-back-cancellation',
  ],
  'POST /api/battles/:id/approve-cancellation': [
    [
      'UNAUTHORIZED',
      'ACCOUNT_SUSPENDED',
      'BATTLE_PARTICIPANTS_ONLY',
      'BATTLE_PARTICIPANTS_ONLY',
      'BATTLE_NO_CANCELLATION_REQUEST',
    ],
    '/api/battles/{pending}/approve-cancellation',
  ],
  'GET /api/users/:id': [ALL, '/api/users/{owner}'],
  'GET /api/users/:id/aura': [ALL, '/api/users/{owner}/aura'],
  'GET /api/users/:id/battles': [ALL, '/api/users/{owner}/battles'],
  'GET /api/users/:id/units': [ALL, '/api/users/{owner}/units'],
  'GET /api/stats': [ALL],
  'GET /api/leaderboard': [ALL],
  'GET /api/trust': [ALL],
  'GET /api/trust/ranking': [ALL],
  'GET /api/rating/ranking': [ALL],
  'GET /api/reputation/ranking': [ALL, '/api/reputation/ranking?part=won'],
  'POST /api/notifications/:id/read': [
    ['UNAUTHORIZED', 'NOTIFICATION_NOT_FOUND', 'NOTIFICATION_NOT_FOUND', 'NOTIFICATION_NOT_FOUND', 'yes'],
    '/api/notifications/{notification}/read',
  ],
  'POST /api/battles/:id/rematch': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'BATTLE_PARTICIPANTS_ONLY', 'BATTLE_PARTICIPANTS_ONLY', 'BATTLE_NO_REMATCH'],
    '/api/battles/{pending}/rematch',
  ],
  'GET /api/challenge-links/:id': [ALL, '/api/challenge-links/{link}'],
  'POST /api/challenge-links/:id/accept': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'yes', 'BATTLE_NOT_PENDING', 'CHALLENGE_LINK_OWN', 'BATTLE_NOT_PENDING'],
    '/api/challenge-links/{link}/accept',
  ],
  'POST /api/challenge-links/:id/withdraw': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'BATTLE_CHALLENGER_ONLY', 'BATTLE_CHALLENGER_ONLY', 'yes'],
    '/api/challenge-links/{withdrawnLink}/withdraw',
  ],
  'GET /api/battles/:id/comments': [ALL, '/api/battles/{live}/comments'],
  'POST /api/battles/:id/comments': [
    [...signedIn('yes'), 'COMMENTS_UNAVAILABLE'],
    '/api/battles/{live}/comments',
    { text: 'For the table' },
  ],
  'GET /api/battles/:id/cheers': [ALL, '/api/battles/{live}/cheers'],
  'PUT /api/battles/:id/mutes/:userId': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'MUTE_NOT_ALLOWED', 'yes', 'yes'],
    '/api/battles/{live}/mutes/{bystander}',
  ],
  'DELETE /api/battles/:id/mutes/:userId': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'MUTE_NOT_ALLOWED', 'yes', 'yes'],
    '/api/battles/{live}/mutes/{bystander}',
  ],
  'PUT /api/follows/:id': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'PERSON_UNAVAILABLE', 'yes', 'yes', 'yes'],
    '/api/follows/{bystander}',
  ],
  'GET /api/users/:id/followers': [everybody('FOLLOWERS_HIDDEN'), '/api/users/{bystander}/followers'],
  'GET /api/users/:id/following': [ALL, '/api/users/{bystander}/following'],
  'PUT /api/places/:id': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'PERSON_UNAVAILABLE', 'yes', 'yes', 'yes'],
    '/api/places/{bystander}',
    {},
  ],
  'GET /api/users/:id/places': [ALL, '/api/users/{bystander}/places'],
  'PUT /api/friend-streaks/:id': [
    [
      'UNAUTHORIZED',
      'ACCOUNT_SUSPENDED',
      'PERSON_UNAVAILABLE',
      'FRIEND_STREAK_NEEDS_FOLLOWS',
      'FRIEND_STREAK_NEEDS_FOLLOWS',
      'FRIEND_STREAK_NEEDS_FOLLOWS',
    ],
    '/api/friend-streaks/{bystander}',
  ],
  'GET /api/receipts/:id': [
    ['UNAUTHORIZED', 'RECEIPT_NOT_FOUND', 'RECEIPT_NOT_FOUND', 'RECEIPT_NOT_FOUND', 'yes'],
    '/api/receipts/{receipt}',
  ],
  'POST /api/steeze/redeem': [
    ['UNAUTHORIZED', 'REDEEM_AMOUNT_INVALID', 'REDEEM_AMOUNT_INVALID', 'REDEEM_AMOUNT_INVALID', 'REDEMPTION_OPEN'],
    undefined,
    { amount: 1_000 },
  ],
  'POST /api/steeze/redeem/sign': [
    ['UNAUTHORIZED', 'REDEMPTION_NOT_FOUND', 'REDEMPTION_NOT_FOUND', 'REDEMPTION_NOT_FOUND', 'yes'],
    undefined,
    { holdId: '{hold}' },
  ],
  'GET /api/relay': [ALL],
  'POST /api/relay': [
    ['UNAUTHORIZED', 'RELAY_UNAVAILABLE', 'RELAY_UNAVAILABLE', 'RELAY_UNAVAILABLE', 'RELAY_UNAVAILABLE'],
    undefined,
    { purpose: 'withdraw', limit: 1, deadline: 1, signature: '0x00' },
  ],
  'GET /api/relay/:id': [
    ['UNAUTHORIZED', 'RELAY_NOT_FOUND', 'RELAY_NOT_FOUND', 'RELAY_NOT_FOUND', 'RELAY_NOT_FOUND'],
    '/api/relay/{hold}',
  ],
  'GET /api/reserves': [ALL],
  'GET /api/status': [ALL],
  'GET /api/web3/balance/:address': [ALL, `/api/web3/balance/${NOBODYS}`],
  'PUT /api/texts/:kind/:id/report': [
    // For `other`, whom the target blocked, and for people the writer blocked, these words don't exist.
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'TEXT_NOT_FOUND', 'yes', 'TEXT_OWN', 'TEXT_NOT_FOUND'],
    '/api/texts/words/{words}/report',
    { reason: 'spam' },
  ],
  // The admin is one of the reporters.
  'POST /api/admin/texts/:kind/:id/keep': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'FORBIDDEN', 'ADMIN_OWN_CASE', 'FORBIDDEN'],
    '/api/admin/texts/words/{reportedWords}/keep',
  ],
  // The owner removes them before the last request.
  'DELETE /api/vouch/words/:id': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'VOUCH_WORDS_OTHERS', 'VOUCH_WORDS_OTHERS', 'yes', 'VOUCH_WORDS_NOT_FOUND'],
    '/api/vouch/words/{removedWords}',
  ],
  'GET /api/beta-access/:walletAddress': [ALL, `/api/beta-access/${NOBODYS}`],
  'GET /api/invites/:id': [ALL, '/api/invites/{invite}'],
  'POST /api/invites/:id/withdraw': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'INVITE_OTHERS', 'INVITE_OTHERS', 'yes'],
    '/api/invites/{withdrawnInvite}/withdraw',
  ],
}

const OPEN_ADDRESSES: readonly string[] = [
  // '/*', pages of the web app: web-app.db.test.ts.
  '*',
  '/api/auth/twitter',
  '/api/auth/twitter/callback',
  '/api/auth/with/:id',
  '/api/auth/with/:id/callback',
  '/api/docs',
  '/api/live',
  '/api/login',
  '/auth',
  '/badge/:file',
  '/battles.atom',
  '/battles.ics',
  '/battles/:id/battle.ics',
  // Only a token opens one: calendar.db.test.ts.
  '/calendar.ics',
  '/healthz',
  '/images/:file',
  '/connection',
  '/lessons.atom',
  '/metrics',
  // Takes what it plays from its address: streams.db.test.ts.
  '/player/:kind',
  '/rescue.html',
  '/.well-known/webauthn',
  '/readyz',
  '/robots.txt',
  '/share/battles/:file',
  '/share/home.jpg',
  '/share/oembed',
  '/share/profiles/:file',
  // Only its owner may read it: recap.db.test.ts.
  '/share/recaps/:file',
  '/sitemap.xml',
  '/user/:id/battles.ics',
]

/** Any other call: the contract says whom it admits. What it answers them depends on the request, which is empty. */
const REST = (Object.entries(calls) as [string, Call][]).filter(([key]) => !(key in TABLE))
const REFUSALS = ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'FORBIDDEN']

const expectedOf = ({ access, whileRestricted }: Call): Answers => {
  const others = access === 'admin' ? 'FORBIDDEN' : 'admitted'
  return ['UNAUTHORIZED', whileRestricted ? 'admitted' : 'ACCOUNT_SUSPENDED', others, 'admitted', others, others]
}

const filled = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replace(/\{(\w+)\}/g, (text, name: keyof World['ids']) => world.ids[name] ?? text))

async function answersTo(key: string, path?: string, body: unknown = {}): Promise<string[]> {
  const [method = '', template = ''] = key.split(' ')
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const answers: string[] = []
  for (const role of ROLES) {
    const actor = world.actors[role]
    const reply = await actor.send(method, filled(path ?? template), hasBody ? filled(body) : undefined)
    expect(reply.status).not.toBe(500)
    answers.push(reply.status < 300 ? 'yes' : reply.body.code)
    if (key === 'POST /api/auth/logout' && role !== 'visitor') await actor.signIn()
  }
  return answers
}

function addresses(): string[] {
  const found: string[] = []
  const above: string[] = []
  for (const line of test.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part] = /^([│ ]*)[├└]── (.*?)(?: \([A-Z, ]+\))?$/.exec(line) ?? []
    if (part === undefined) continue
    const depth = indent.length / 4
    above.length = depth
    above.push(part)
    found.push(above.join(''))
  }
  return found
}

describe('the access matrix', () => {
  ownWorld()

  it('has a row for every call that is open without a session, and knows every address', () => {
    const open = REST.filter(([, { access }]) => access === 'public' || access === 'viewer')
    expect(open.map(([key]) => key)).toEqual([])
    const known = new Set([...Object.keys(calls).map((key) => key.split(' ')[1]), ...OPEN_ADDRESSES])
    const unknown = addresses().filter((address) => !known.has(address) && !address.startsWith('/api/docs/'))
    expect(unknown).toEqual([])
  })

  it.each(Object.entries(TABLE))('%s', async (key, [answers, path, body]) => {
    const expected = ROLES.map((_, index) => answers[index] ?? answers[ROLES.indexOf('other')])
    expect(await answersTo(key, path, body)).toEqual(expected)
  })
})

describe('any other call', () => {
  ownWorld()

  it.each(REST)('%s [access.admin-403]', async (key, call) => {
    const answers = await answersTo(key, key.split(' ')[1]?.replace(/:\w+/g, '{bystander}'))
    expect(answers.map((each) => (REFUSALS.includes(each) ? each : 'admitted'))).toEqual(expectedOf(call))
  })
})
