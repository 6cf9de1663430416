import { beforeEach, expect, it } from 'vitest'
import { Actor, signedUp } from '../../../../../tests/server/actors/actors.ts'
import { admin } from '../../../../../tests/server/actors/admins.ts'
import { viaX } from '../../../../../tests/server/actors/x-actor.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { testAppWithX } from '../../../../../tests/server/test-app-with-x.ts'

interface Line extends Record<string, unknown> {
  kind?: string
}

let lines: Line[] = []
const push = { publicKey: 'B'.repeat(87), send: async () => 'sent' as const }
// Anew for each test, since its events are counted.
const test = openForEach(() => testAppWithX({ push, logged: (line) => lines.push(line) }))
beforeEach(() => {
  lines = []
})

function events(): Line[] {
  const found = lines.filter(({ event }) => event === 'security')
  for (const { requestId } of found) expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  lines = []
  return found.map(({ event: _, level, time, pid, hostname, msg, requestId, ...line }) => line)
}

it('records sign-ins, refusals with their reason, and sign-outs [access.security-log]', async () => {
  const ada = new Actor(test)
  const { walletAddress, message, signature } = await ada.signedMessage()
  const other = new Actor(test)
  const forged = { walletAddress, message, signature: await other.wallet.signMessage({ message }) }
  events()
  await ada.send('POST', '/api/auth/wallet', forged)
  await ada.send('POST', '/api/auth/wallet', { walletAddress, message, signature })
  await ada.signIn()
  const { id: userId } = await ada.me()
  await ada.call('POST /api/auth/logout')
  await ada.call('POST /api/auth/logout')
  const walletHash = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(events()).toEqual([
    { kind: 'sign-in-refused', by: 'wallet', reason: 'SIGNATURE_INVALID', walletHash },
    { kind: 'sign-in-refused', by: 'wallet', reason: 'NONCE_INVALID', walletHash },
    { kind: 'sign-in', by: 'wallet', userId, walletHash },
    { kind: 'sign-out', userId },
  ])
  const counted = (await test.app.inject('/metrics')).body
  expect(counted).toContain('security_events_total{kind="sign-in-refused"} 2\n')
  expect(counted).toContain('security_events_total{kind="sign-out"} 1\n')
})

it('records changes to sign-in methods, payout addresses and notifications', async () => {
  const ada = await signedUp(test)
  const phone = new Actor(test)
  Object.assign(phone, { wallet: ada.wallet })
  await phone.signIn()
  const { id: userId, username } = await ada.me()
  events()
  await viaX(ada)
  await ada.call('POST /api/notifications/push', {
    body: { endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys: { p256dh: 'k'.repeat(87), auth: 'a'.repeat(22) } },
  })
  await ada.call('POST /api/auth/disconnect-twitter')
  await phone.signIn()
  await ada.call('POST /api/user/sessions/end-others')
  await ada.send('POST', '/api/user/delete', { confirmation: username })
  await ada.call('POST /api/user/delete', {
    body: { confirmation: username, proof: await ada.freshProof('delete-account') },
  })
  expect(events()).toMatchObject([
    { kind: 'provider-linked', userId, by: 'x' },
    { kind: 'push-added', userId },
    { kind: 'provider-unlinked', userId, by: 'x', ended: 1 },
    { kind: 'sign-in', userId },
    { kind: 'session-ended', userId, ended: 1 },
    { kind: 'deletion-refused', userId, reason: 'FRESH_SIGN_IN_REQUIRED' },
    { kind: 'fresh-proof-passed', userId, purpose: 'delete-account' },
    { kind: 'account-deleted', userId },
  ])
})

it("records the result of signing in with X, whose requests aren't logged", async () => {
  const ada = new Actor(test)
  await viaX(ada)
  const { id: userId } = await ada.me()
  await viaX(ada, { purpose: 'delete-account' })
  test.x.person = { ...test.x.person, id: '9999' }
  await viaX(ada, { purpose: 'delete-account' })
  await new Actor(test).send('GET', '/api/auth/twitter/callback?state=nothing')
  expect(events()).toEqual([
    { kind: 'sign-in', userId, by: 'x' },
    { kind: 'fresh-proof-passed', userId, by: 'x', purpose: 'delete-account' },
    { kind: 'fresh-proof-refused', userId, by: 'x', reason: 'not-you' },
    { kind: 'sign-in-refused', by: 'x', reason: 'state' },
  ])
})

it("records admins' reads, without addresses from the query", async () => {
  const cleo = await admin(test)
  events()
  await cleo.call('GET /api/admin/people', { query: { q: cleo.wallet.address.slice(0, 10) } })
  await cleo.call('GET /api/whitelist')
  await cleo.call('GET /api/whitelist/csv')
  await cleo.call('GET /api/admin/actions', { query: { q: 'spam' } })
  // The request is refused, so nothing is read.
  await new Actor(test).send('GET', '/api/admin/people')
  const read = { kind: 'admin-read', userId: cleo.id }
  const asked = { q: expect.stringMatching(/^[0-9a-f]{64}$/), view: 'all', limit: 50 }
  expect(events()).toEqual([
    { ...read, call: 'GET /api/admin/people', asked },
    { ...read, call: 'GET /api/whitelist', asked: { q: '', view: 'all', limit: 50 } },
    { ...read, call: 'GET /api/whitelist/csv' },
    { ...read, call: 'GET /api/admin/actions', asked: { q: 'spam', limit: 50 } },
  ])
})

it('contains no token, signature, nonce, address or code', async () => {
  const secrets = new Set<string>()
  const ada = new Actor(test)
  const proof = await ada.signedMessage()
  await ada.send('POST', '/api/auth/wallet', proof)
  await viaX(ada)
  const fresh = await ada.freshProof('sign-in-again')
  await ada.call('POST /api/auth/sign-in-again', { body: fresh })
  for (const token of ada.cookies.values()) if (token.length > 8) secrets.add(token)
  for (const { message, signature } of [proof, fresh]) {
    secrets.add(signature)
    secrets.add(/Nonce: (\w+)/.exec(message)?.[1] ?? '')
  }
  secrets.add(ada.wallet.address.slice(2).toLowerCase())
  const text = JSON.stringify(lines.filter(({ event }) => event === 'security')).toLowerCase()
  expect(secrets.size).toBe(8)
  for (const secret of secrets) expect(text).not.toContain(secret.toLowerCase())
})
