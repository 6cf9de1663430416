import { calls } from '@aura/api/calls'
import { beforeAll, describe, expect, it } from 'vitest'
import { Actor } from '../../tests/server/actors/actors.ts'
import { challenge, creator, doDue, gift, STARTS_AT, step } from '../../tests/server/actors/battles.ts'
import { buy, earn, follow, USDC, withUsdc } from '../../tests/server/chain/chain.ts'
import { openForAll } from '../../tests/server/open-for.ts'
import { testApp } from '../../tests/server/test-app.ts'
import { suspendPerson } from './features/moderation/index.ts'
import { updateIsAdmin } from './features/profile/index.ts'

const ROLES = ['visitor', 'suspended', 'other', 'admin', 'owner', 'blocked'] as const
type Role = (typeof ROLES)[number]

const OWNER_KEY = `0x${'a7'.repeat(32)}` as const

/** Targets of the calls. All but the lesson belong to the owner. */
interface World {
  actors: Record<Role, Actor>
  ids: Record<
    | 'owner'
    | 'rival'
    | 'other'
    | 'pending'
    | 'link'
    | 'invite'
    | 'live'
    | 'notification'
    | 'session'
    | 'lesson'
    | 'bystander'
    | 'hold'
    | 'receipt'
    | 'words',
    string
  >
}

const test = openForAll(testApp)
let world: World
beforeAll(async () => {
  const owner = new Actor(test, OWNER_KEY)
  await owner.signIn()
  const { id: ownerId } = await owner.me()
  const [rival, other] = [await creator(test), await creator(test)]
  const [admin, suspended, blocked] = [await creator(test), await creator(test), await creator(test)]
  await updateIsAdmin(test.ctx.db, admin.id, true)
  const { id: live } = await challenge(owner, rival.id, { stakeAmount: 10 })
  await step(rival, live, 'accept')
  test.ctx.clock.set(STARTS_AT)
  await doDue(test.ctx)
  const { id: pending } = await challenge(owner, rival.id, {
    stakeAmount: 10,
    battleDate: '2026-03-03T16:00:00.000Z',
  })
  const link = { stakeAmount: 10, duration: 4 } as const
  const { id: inviteId } = await owner.call('POST /api/invites')
  const { id: linkId } = await owner.call('POST /api/challenge-links', { body: link })
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
  test.ctx.chain.mint(owner.wallet.address, USDC)
  const transactionHash = test.ctx.chain.vouch(owner.wallet.address, bystander.wallet.address, USDC)
  await owner.call('POST /api/vouch/create', {
    body: { vouchedUserId: bystander.id, usdcAmount: 1, transactionHash, words: 'For the table' },
  })
  const [vouched] = await owner.call('GET /api/users/:id/vouches', { params: { id: bystander.id } })
  await bystander.call('PUT /api/blocks/:id', { params: { id: other.id } })
  await owner.call('PUT /api/blocks/:id', { params: { id: blocked.id } })
  await bystander.call('PUT /api/follows/settings', { body: { hidesFollowers: true } })
  world = {
    actors: { visitor: new Actor(test), suspended, other, admin, owner, blocked },
    ids: {
      owner: ownerId,
      rival: rival.id,
      other: other.id,
      pending,
      link: linkId,
      invite: inviteId,
      live,
      notification: told?.id ?? '',
      session: session?.id ?? '',
      lesson: lesson?.id ?? '',
      bystander: bystander.id,
      hold: holdId,
      receipt: receipts[0]?.id ?? '',
      words: vouched?.words?.id ?? '',
    },
  }
})

/**
 * Expected result for each of ROLES: `yes`, or the refusal's code. Where a row has no value for people whom the owner
 * blocked, they get the same as others.
 */
type Answers = readonly string[]
type Row = readonly [answers: Answers, path?: string | undefined, body?: unknown]

const everybody = (code: string): Answers => ROLES.map(() => code)
const evenSuspended = (code: string): Answers => ['UNAUTHORIZED', code, code, code, code]
const signedIn = (code: string): Answers => ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', code, code, code]
const ALL = everybody('yes')
const EVEN_SUSPENDED = evenSuspended('yes')
const SIGNED_IN = signedIn('yes')
/** The caller is checked before the request. */
const ADMIN: Answers = ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'FORBIDDEN', 'yes', 'FORBIDDEN']

const NOBODYS = `0x${'1'.repeat(40)}`
const NO_HASH = `0x${'1'.repeat(64)}`
const NO_OPPONENT = { title: null, opponentId: null, stakeAmount: 1, description: '', battleDate: null, duration: 4 }

/** Every call in the contract's order. Risky calls are sent in a form that is refused after the access check. */
const TABLE: Readonly<Record<string, Row>> = {
  'GET /api/config': [ALL],
  'GET /api/auth/nonce': [ALL, `/api/auth/nonce?walletAddress=${NOBODYS}`],
  'POST /api/auth/link-wallet': [signedIn('SIGNATURE_REQUIRED'), undefined, { walletAddress: NOBODYS }],
  'POST /api/auth/bind-wallet': [signedIn('SIGNATURE_REQUIRED'), undefined, { walletAddress: NOBODYS }],
  'GET /api/auth/wallet-replacement': [EVEN_SUSPENDED],
  'POST /api/auth/wallet-replacement/cancel': [EVEN_SUSPENDED],
  'POST /api/auth/wallet': [everybody('SIGNATURE_REQUIRED'), undefined, { walletAddress: NOBODYS }],
  'POST /api/auth/sign-in-again': [signedIn('NONCE_INVALID'), undefined, { message: 'Hello', signature: '0x00' }],
  'POST /api/auth/seen-first': [SIGNED_IN, undefined, { first: 'sign_in' }],
  'GET /api/auth/user': [EVEN_SUSPENDED],
  'POST /api/auth/logout': [ALL],
  'POST /api/auth/update-profile': [signedIn('USERNAME_TAKEN'), undefined, { username: 'admin' }],
  'GET /api/check-username': [ALL, '/api/check-username?username=nobody_yet'],
  'GET /api/social/x-status': [SIGNED_IN],
  'POST /api/auth/disconnect-twitter': [SIGNED_IN],
  'POST /api/social/post-tweet': [signedIn('X_POSTING_OFF'), undefined, { text: 'Hello' }],
  'GET /api/user/export': [EVEN_SUSPENDED],
  'GET /api/user/deletion': [SIGNED_IN],
  'POST /api/user/delete': [signedIn('DELETION_NOT_CONFIRMED'), undefined, { confirmation: 'nobody' }],
  'GET /api/user/sessions': [EVEN_SUSPENDED],
  'POST /api/user/sessions/:id/end': [
    ['UNAUTHORIZED', 'SESSION_NOT_FOUND', 'SESSION_NOT_FOUND', 'SESSION_NOT_FOUND', 'yes'],
    '/api/user/sessions/{session}/end',
  ],
  'POST /api/user/sessions/end-others': [EVEN_SUSPENDED],
  'GET /api/lessons/daily': [SIGNED_IN],
  'GET /api/lessons/path': [SIGNED_IN],
  'POST /api/units/:id/placement': [SIGNED_IN, '/api/units/scams/placement'],
  'POST /api/units/:id/placement/answer': [
    signedIn('PLACEMENT_NOT_AVAILABLE'),
    '/api/units/keys/placement/answer',
    { lessonId: '{lesson}', questionId: 'none', answer: 0 },
  ],
  'GET /api/lessons/:id/status': [SIGNED_IN, '/api/lessons/{lesson}/status'],
  'POST /api/lessons/:id/quiz': [signedIn('INVALID_REQUEST'), '/api/lessons/{lesson}/quiz', { answer: 99 }],
  'GET /api/review': [SIGNED_IN],
  'POST /api/review/start': [signedIn('REVIEW_NOT_AVAILABLE')],
  'POST /api/review/answer': [signedIn('REVIEW_NOT_AVAILABLE'), undefined, { questionId: 'a', answer: 0 }],
  'GET /api/lessons/:id/lab': [signedIn('LAB_NOT_FOUND'), '/api/lessons/{lesson}/lab'],
  'POST /api/lessons/:id/lab': [signedIn('LAB_NOT_FOUND'), '/api/lessons/{lesson}/lab', { transcript: '{}' }],
  'POST /api/lessons/complete': [signedIn('QUIZ_NOT_PASSED'), undefined, { lessonId: '{lesson}' }],
  'GET /api/lessons/catalogue': [ALL],
  'GET /api/lessons/catalogue/:id': [ALL, '/api/lessons/catalogue/{lesson}'],
  'GET /api/glossary': [ALL],
  'GET /api/lessons/trial': [ALL],
  'POST /api/lessons/trial/quiz': [everybody('INVALID_REQUEST'), undefined, { answer: 9 }],
  'POST /api/lessons/trial/keep': [signedIn('QUIZ_NOT_PASSED')],
  'GET /api/streak': [SIGNED_IN],
  'GET /api/aura-levels': [ALL],
  'POST /api/user/time-zone': [SIGNED_IN, undefined, { timeZone: 'UTC' }],
  'GET /api/battles': [ALL],
  'GET /api/battles/counts': [ALL],
  'GET /api/spotlight': [ALL],
  'GET /api/battles/user': [SIGNED_IN],
  'GET /api/battles/settings': [SIGNED_IN],
  'PUT /api/battles/settings': [SIGNED_IN, undefined, { challengers: 'everybody' }],
  'GET /api/users/:id/challenge-terms': [SIGNED_IN, '/api/users/{owner}/challenge-terms'],
  'GET /api/battles/:id': [ALL, '/api/battles/{live}'],
  'POST /api/battles': [signedIn('BATTLE_OPPONENT_REQUIRED'), undefined, NO_OPPONENT],
  'GET /api/battles/:id/votes': [ALL, '/api/battles/{live}/votes'],
  'GET /api/battles/:id/receipt': [everybody('BATTLE_NOT_OVER'), '/api/battles/{live}/receipt'],
  'GET /api/battles/:id/reminder': [SIGNED_IN, '/api/battles/{pending}/reminder'],
  'PUT /api/battles/:id/reminder': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'yes', 'yes', 'BATTLE_REMINDER_OWN'],
    '/api/battles/{pending}/reminder',
  ],
  'DELETE /api/battles/:id/reminder': [SIGNED_IN, '/api/battles/{pending}/reminder'],
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
    '/api/battles/{pending}/withdraw',
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
  'POST /api/user/upload-profile-image': [signedIn('IMAGE_MISSING')],
  'DELETE /api/user/profile-image': [SIGNED_IN],
  'GET /api/users/search': [SIGNED_IN],
  'GET /api/eth-price': [SIGNED_IN],
  'GET /api/users/:id': [ALL, '/api/users/{owner}'],
  'GET /api/users/:id/aura': [ALL, '/api/users/{owner}/aura'],
  'GET /api/users/:id/battles': [ALL, '/api/users/{owner}/battles'],
  'GET /api/users/:id/units': [ALL, '/api/users/{owner}/units'],
  'GET /api/users/:id/vouches': [SIGNED_IN, '/api/users/{owner}/vouches'],
  'GET /api/stats': [ALL],
  'GET /api/leaderboard': [ALL],
  'GET /api/trust': [ALL],
  'GET /api/trust/own': [SIGNED_IN],
  'GET /api/trust/ranking': [ALL],
  'GET /api/reputation/ranking': [ALL, '/api/reputation/ranking?part=won'],
  'GET /api/leagues/me': [SIGNED_IN],
  'PUT /api/leagues/me': [SIGNED_IN],
  'DELETE /api/leagues/me': [SIGNED_IN],
  'GET /api/leaderboard/me': [SIGNED_IN],
  'GET /api/leaderboard/page': [SIGNED_IN],
  'GET /api/notifications/preferences': [SIGNED_IN],
  'POST /api/notifications/preferences': [SIGNED_IN, undefined, { type: 'vouch_received', isOn: true }],
  'GET /api/notifications/push': [SIGNED_IN, '/api/notifications/push?endpoint=x'],
  'POST /api/notifications/push': [
    signedIn('PUSH_OFF'),
    undefined,
    { endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'k'.repeat(87), auth: 'a'.repeat(22) } },
  ],
  'DELETE /api/notifications/push': [SIGNED_IN, '/api/notifications/push?endpoint=x'],
  'GET /api/notifications': [EVEN_SUSPENDED],
  'POST /api/notifications/:id/read': [
    ['UNAUTHORIZED', 'NOTIFICATION_NOT_FOUND', 'NOTIFICATION_NOT_FOUND', 'NOTIFICATION_NOT_FOUND', 'yes'],
    '/api/notifications/{notification}/read',
  ],
  'POST /api/notifications/read-all': [EVEN_SUSPENDED],
  'POST /api/battles/:id/rematch': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'BATTLE_PARTICIPANTS_ONLY', 'BATTLE_PARTICIPANTS_ONLY', 'BATTLE_NO_REMATCH'],
    '/api/battles/{pending}/rematch',
  ],
  'GET /api/challenge-links': [SIGNED_IN],
  'GET /api/challenge-links/:id': [ALL, '/api/challenge-links/{link}'],
  'POST /api/challenge-links': [signedIn('BATTLE_STAKE_INVALID'), undefined, { stakeAmount: 0, duration: 4 }],
  'POST /api/challenge-links/:id/accept': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'yes', 'BATTLE_NOT_PENDING', 'CHALLENGE_LINK_OWN', 'BATTLE_NOT_PENDING'],
    '/api/challenge-links/{link}/accept',
  ],
  'POST /api/challenge-links/:id/withdraw': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'BATTLE_CHALLENGER_ONLY', 'BATTLE_CHALLENGER_ONLY', 'BATTLE_NOT_PENDING'],
    '/api/challenge-links/{link}/withdraw',
  ],
  'POST /api/battles/:id/join': [SIGNED_IN, '/api/battles/{live}/join'],
  'POST /api/battles/:id/heartbeat': [SIGNED_IN, '/api/battles/{live}/heartbeat'],
  'POST /api/battles/:id/leave': [SIGNED_IN, '/api/battles/{live}/leave'],
  'POST /api/battles/:id/react': [SIGNED_IN, '/api/battles/{live}/react', { participantId: '{rival}', taps: 1 }],
  'GET /api/battles/:id/comments': [ALL, '/api/battles/{live}/comments'],
  'GET /api/battles/:id/comments/own': [SIGNED_IN, '/api/battles/{live}/comments/own'],
  'POST /api/battles/:id/comments': [
    [...SIGNED_IN.slice(0, 5), 'COMMENTS_UNAVAILABLE'],
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
  'PUT /api/comments/:id/report': [
    signedIn('COMMENT_NOT_FOUND'),
    '/api/comments/{bystander}/report',
    { reason: 'abuse' },
  ],
  'GET /api/feed': [SIGNED_IN],
  'PUT /api/follows/:id': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'PERSON_UNAVAILABLE', 'yes', 'yes', 'yes'],
    '/api/follows/{bystander}',
  ],
  'DELETE /api/follows/:id': [SIGNED_IN, '/api/follows/{bystander}'],
  'GET /api/follows/settings': [SIGNED_IN],
  'PUT /api/follows/settings': [SIGNED_IN, undefined, { hidesFollowers: true }],
  'GET /api/users/:id/followers': [everybody('FOLLOWERS_HIDDEN'), '/api/users/{bystander}/followers'],
  'GET /api/users/:id/following': [ALL, '/api/users/{bystander}/following'],
  'GET /api/blocks': [SIGNED_IN],
  'PUT /api/blocks/:id': [SIGNED_IN, '/api/blocks/{bystander}'],
  'DELETE /api/blocks/:id': [SIGNED_IN, '/api/blocks/{bystander}'],
  'GET /api/mutes': [SIGNED_IN],
  'PUT /api/mutes/:id': [SIGNED_IN, '/api/mutes/{bystander}'],
  'DELETE /api/mutes/:id': [SIGNED_IN, '/api/mutes/{bystander}'],
  'PUT /api/users/:id/report': [SIGNED_IN, '/api/users/{bystander}/report', { reason: 'spam' }],
  'GET /api/admin/reports': [ADMIN],
  'POST /api/admin/people/:id/settle-reports': [
    ADMIN.map((answer) => (answer === 'yes' ? 'REPORTS_NOT_FOUND' : answer)),
    '/api/admin/people/{rival}/settle-reports',
    { reason: 'For the table', upTo: '2026-03-09T12:00:00.000Z' },
  ],
  'GET /api/users/:id/relation': [SIGNED_IN, '/api/users/{bystander}/relation'],
  'GET /api/recap': [SIGNED_IN],
  // All of them joined in this week.
  'GET /api/recap/:week': [
    SIGNED_IN.map((answer) => (answer === 'yes' ? 'RECAP_NOT_FOUND' : answer)),
    '/api/recap/2026-03-02',
  ],
  'GET /api/reminders/hours': [SIGNED_IN],
  'PUT /api/reminders/hours': [SIGNED_IN, undefined, { chosenHour: 19 }],
  'GET /api/friend-streaks': [SIGNED_IN],
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
  'DELETE /api/friend-streaks/:id': [SIGNED_IN, '/api/friend-streaks/{bystander}'],
  'GET /api/receipts': [EVEN_SUSPENDED],
  'GET /api/receipts/:id': [
    ['UNAUTHORIZED', 'RECEIPT_NOT_FOUND', 'RECEIPT_NOT_FOUND', 'RECEIPT_NOT_FOUND', 'yes'],
    '/api/receipts/{receipt}',
  ],
  'GET /api/steeze/balance': [EVEN_SUSPENDED],
  'GET /api/steeze/purchase': [EVEN_SUSPENDED],
  'GET /api/steeze/transactions': [EVEN_SUSPENDED],
  'POST /api/steeze/confirm-purchase': [signedIn('TRANSACTION_NOT_FOUND'), undefined, { transactionHash: NO_HASH }],
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
  'GET /api/steeze/redemption': [EVEN_SUSPENDED],
  'POST /api/steeze/redemption/:id/cancel': [
    evenSuspended('REDEMPTION_NOT_FOUND'),
    '/api/steeze/redemption/{bystander}/cancel',
  ],
  'POST /api/steeze/redemption/:id/appeal': [
    evenSuspended('REDEMPTION_NOT_FOUND'),
    '/api/steeze/redemption/{bystander}/appeal',
    { text: 'For the table' },
  ],
  'POST /api/steeze/redeem-confirm': [evenSuspended('TRANSACTION_NOT_FOUND'), undefined, { transactionHash: NO_HASH }],
  'GET /api/reserves': [ALL],
  'GET /api/status': [ALL],
  'GET /api/web3/balance/:address': [ALL, `/api/web3/balance/${NOBODYS}`],
  'GET /api/wallet/usdc-balance/:walletAddress': [EVEN_SUSPENDED, `/api/wallet/usdc-balance/${NOBODYS}`],
  'POST /api/chain/read': [EVEN_SUSPENDED, undefined, { method: 'eth_gasPrice', params: [] }],
  'GET /api/vouch/contract-info': [SIGNED_IN],
  'GET /api/vouch/stats/:id': [SIGNED_IN, '/api/vouch/stats/{owner}'],
  'GET /api/vouch/amount/:voucherId/:vouchedId': [SIGNED_IN, '/api/vouch/amount/{owner}/{rival}'],
  'POST /api/vouch/create': [
    signedIn('TRANSACTION_NOT_FOUND'),
    undefined,
    { vouchedUserId: '{rival}', usdcAmount: 1, transactionHash: NO_HASH },
  ],
  'PUT /api/vouch/words/:id/report': [
    // For `other`, whom the target blocked, and for people the writer blocked, these words don't exist.
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'VOUCH_WORDS_NOT_FOUND', 'yes', 'VOUCH_WORDS_OWN', 'VOUCH_WORDS_NOT_FOUND'],
    '/api/vouch/words/{words}/report',
    { reason: 'spam' },
  ],
  'GET /api/admin/vouch-words': [ADMIN],
  // The admin is one of the reporters.
  'POST /api/admin/vouch-words/:id/keep': [
    ADMIN.map((answer) => (answer === 'yes' ? 'ADMIN_OWN_CASE' : answer)),
    '/api/admin/vouch-words/{words}/keep',
  ],
  'POST /api/admin/vouch-words/:id/remove': [
    ADMIN.map((answer) => (answer === 'yes' ? 'VOUCH_WORDS_NOT_FOUND' : answer)),
    '/api/admin/vouch-words/{other}/remove',
    { reason: 'For the table' },
  ],
  // The owner removes them before the last request.
  'DELETE /api/vouch/words/:id': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'VOUCH_WORDS_OTHERS', 'VOUCH_WORDS_OTHERS', 'yes', 'VOUCH_WORDS_NOT_FOUND'],
    '/api/vouch/words/{words}',
  ],
  'GET /api/whitelist': [ADMIN],
  'GET /api/whitelist/counts': [ADMIN],
  'POST /api/whitelist': [ADMIN, undefined, { walletAddress: NOBODYS }],
  'DELETE /api/whitelist/:walletAddress': [ADMIN, `/api/whitelist/${NOBODYS}`],
  'GET /api/whitelist/csv': [ADMIN],
  'POST /api/whitelist/csv': [ADMIN, undefined, { csv: `${NOBODYS},from a file` }],
  'GET /api/beta-access/:walletAddress': [ALL, `/api/beta-access/${NOBODYS}`],
  'GET /api/invites': [SIGNED_IN],
  'POST /api/invites': [SIGNED_IN],
  'GET /api/invites/:id': [ALL, '/api/invites/{invite}'],
  'POST /api/invites/:id/withdraw': [
    ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'INVITE_OTHERS', 'INVITE_OTHERS', 'yes'],
    '/api/invites/{invite}/withdraw',
  ],
  'GET /api/admin/people/:id/invites': [ADMIN, '/api/admin/people/{bystander}/invites'],
  'PUT /api/admin/people/:id/invites': [
    ADMIN,
    '/api/admin/people/{bystander}/invites',
    { extra: 1, reason: 'For the table' },
  ],
  'GET /api/admin/people': [ADMIN],
  'POST /api/admin/people/:id/suspend': [ADMIN, '/api/admin/people/{bystander}/suspend', { reason: 'For the table' }],
  'POST /api/admin/people/:id/lift': [ADMIN, '/api/admin/people/{bystander}/lift', { reason: 'For the table' }],
  'POST /api/admin/people/:id/freeze-redemption': [
    ADMIN,
    '/api/admin/people/{bystander}/freeze-redemption',
    { reason: 'For the table' },
  ],
  'POST /api/admin/people/:id/unfreeze-redemption': [
    ADMIN,
    '/api/admin/people/{bystander}/unfreeze-redemption',
    { reason: 'For the table' },
  ],
  'POST /api/admin/people/:id/related/:otherId/clear': [
    ADMIN.map((answer) => (answer === 'yes' ? 'RELATION_NOT_FOUND' : answer)),
    '/api/admin/people/{bystander}/related/{owner}/clear',
    { reason: 'For the table' },
  ],
  'POST /api/admin/people/:id/related/:otherId/restore': [
    ADMIN.map((answer) => (answer === 'yes' ? 'RELATION_NOT_FOUND' : answer)),
    '/api/admin/people/{bystander}/related/{owner}/restore',
    { reason: 'For the table' },
  ],
  'POST /api/admin/battles/:id/void': [ADMIN, '/api/admin/battles/{live}/void', { reason: 'For the table' }],
  'GET /api/admin/proposals': [ADMIN],
  'POST /api/admin/proposals/:id/confirm': [
    ADMIN.map((answer) => (answer === 'yes' ? 'PROPOSAL_NOT_OPEN' : answer)),
    '/api/admin/proposals/{bystander}/confirm',
  ],
  'POST /api/admin/proposals/:id/withdraw': [
    ADMIN.map((answer) => (answer === 'yes' ? 'PROPOSAL_NOT_OPEN' : answer)),
    '/api/admin/proposals/{bystander}/withdraw',
  ],
  'GET /api/admin/redemptions': [ADMIN],
  'GET /api/admin/redemptions/:id': [
    ADMIN.map((answer) => (answer === 'yes' ? 'REDEMPTION_NOT_FOUND' : answer)),
    '/api/admin/redemptions/{bystander}',
  ],
  'POST /api/admin/redemptions/:id/approve': [
    ADMIN.map((answer) => (answer === 'yes' ? 'REDEMPTION_NOT_FOUND' : answer)),
    '/api/admin/redemptions/{bystander}/approve',
    { reason: 'For the table' },
  ],
  'POST /api/admin/redemptions/:id/reject': [
    ADMIN.map((answer) => (answer === 'yes' ? 'REDEMPTION_NOT_FOUND' : answer)),
    '/api/admin/redemptions/{bystander}/reject',
    { reason: 'For the table' },
  ],
  'POST /api/admin/redemptions/:id/undo': [
    ADMIN.map((answer) => (answer === 'yes' ? 'REDEMPTION_NOT_FOUND' : answer)),
    '/api/admin/redemptions/{bystander}/undo',
    { reason: 'For the table' },
  ],
  'GET /api/admin/comments': [ADMIN],
  'POST /api/admin/comments/:id/remove': [
    ADMIN.map((answer) => (answer === 'yes' ? 'COMMENT_NOT_FOUND' : answer)),
    '/api/admin/comments/{bystander}/remove',
    { reason: 'For the table' },
  ],
  'POST /api/admin/comments/:id/keep': [
    ADMIN.map((answer) => (answer === 'yes' ? 'COMMENT_NOT_FOUND' : answer)),
    '/api/admin/comments/{bystander}/keep',
  ],
  'GET /api/admin/actions': [ADMIN],
  'GET /api/admin/lessons': [ADMIN],
}

const OPEN_ADDRESSES: readonly string[] = [
  '/api/auth/twitter',
  '/api/auth/twitter/callback',
  '/api/docs',
  '/api/live',
  '/api/login',
  '/auth',
  '/healthz',
  '/images/:file',
  '/connection',
  '/metrics',
  '/readyz',
  '/robots.txt',
  '/share/battles/:file',
  '/share/home.png',
  '/share/oembed',
  '/share/profiles/:file',
  // Only its owner may read it: recap.db.test.ts.
  '/share/recaps/:file',
  '/sitemap.xml',
]

const filled = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replace(/\{(\w+)\}/g, (text, name: keyof World['ids']) => world.ids[name] ?? text))

async function answersTo(key: string, [, path, body = {}]: Row): Promise<string[]> {
  const [method = '', template = ''] = key.split(' ')
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const answers: string[] = []
  for (const role of ROLES) {
    const actor = world.actors[role]
    const reply = await actor.send(method, filled(path ?? template), hasBody ? filled(body) : undefined)
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
  it('covers every call and every address', () => {
    expect(Object.keys(TABLE).sort()).toEqual(Object.keys(calls).sort())
    const known = new Set([...Object.keys(calls).map((key) => key.split(' ')[1]), ...OPEN_ADDRESSES])
    const unknown = addresses().filter((address) => !known.has(address) && !address.startsWith('/api/docs/'))
    expect(unknown).toEqual([])
  })

  it.each(Object.entries(TABLE))('%s [access.admin-403]', async (key, row) => {
    const [answers] = row
    const expected = ROLES.map((_, index) => answers[index] ?? answers[ROLES.indexOf('other')])
    expect(await answersTo(key, row)).toEqual(expected)
  })
})
