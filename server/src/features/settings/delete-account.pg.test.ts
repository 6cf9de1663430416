import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { admin } from '../../../../tests/server/actors/admins.ts'
import { challenge, creator, gift, giver, liveBattle } from '../../../../tests/server/actors/battles.ts'
import { passQuiz } from '../../../../tests/server/actors/learning.ts'
import { issue } from '../../../../tests/server/actors/ledger.ts'
import { untilWaiting } from '../../../../tests/server/database/holding.ts'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { openPg } from '../../platform/db/connection/open-pg.ts'
import type { Db } from '../../platform/db/db.ts'
import { balancesOf, postTransfers } from '../ledger/index.ts'
import { findOwners, lockWallets } from '../wallets/index.ts'

let test: TestApp
let other: Db
beforeAll(async () => {
  const url = new URL(await newPostgresDatabase())
  // PostgreSQL would retry a deadlock unnoticed; with this timeout it fails by the other limit instead.
  url.searchParams.set('options', '-c deadlock_timeout=10min -c lock_timeout=10s')
  test = await testApp({ openDb: () => openPg({ url: url.href, poolSize: 8 }) })
  other = await openPg({ url: url.href, poolSize: 2 })
})
afterAll(async () => {
  await other.close()
  await test.close()
})
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const ROUNDS = 4
/** Signs for the deletion. Returns the function that asks for it. */
async function signed(actor: Actor) {
  const confirmation = (await actor.me()).username
  const proof = await actor.freshProof('delete-account')
  return () => actor.send('POST', '/api/user/delete', { confirmation, proof })
}
const goneOf = async (id: string) => {
  const [row] = await test.ctx.db.query<{ gone: boolean }>(
    'select deleted_at is not null as gone from users where id = $1',
    [id],
  )
  return row?.gone
}

it('two tabs delete it once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const ada = await creator(test)
    const [one, two] = [await signed(ada), await signed(ada)]
    const replies = await Promise.all([one(), two()])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
  }
})

it('and removing its wallet from the whitelist meanwhile both succeed, one after the other', async () => {
  const cleo = await admin(test)
  for (let round = 0; round < ROUNDS; round++) {
    const ada = await creator(test)
    const remove = await signed(ada)
    const { address } = ada.wallet
    await cleo.call('POST /api/whitelist', { body: { walletAddress: address, note: null } })
    const [removed, taken] = await Promise.all([remove(), cleo.send('DELETE', `/api/whitelist/${address}`)])
    expect(taken.status).toBe(200)
    expect(removed.status).toBe((await goneOf(ada.id)) ? 200 : 401)
    expect(await cleo.call('GET /api/whitelist', { query: { q: address } })).toMatchObject([{ isActive: false }])
  }
})

it('with a gift in flight: it is given and the account stays, or it is not', async () => {
  const { ada, id } = await liveBattle(test)
  for (let round = 0; round < ROUNDS; round++) {
    const cy = await giver(test)
    const remove = await signed(cy)
    const [given, removed] = await Promise.all([gift(cy, id, ada.id, 5), remove()])
    expect(await goneOf(cy.id)).toBe(removed.status === 200)
    expect(given.status === 200 && removed.status === 200).toBe(false)
    const rows = await test.ctx.db.query('select 1 from battle_gifts where giver_id = $1', [cy.id])
    expect(rows.length).toBe(given.status === 200 ? 1 : 0)
  }
})

it('with a challenge in flight: it ends with the account or is refused; an acceptance keeps the account or is refused', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
    const remove = await signed(bo)
    const sent = await challenge(bo, cy.id)
    const [made, accepted, removed] = await Promise.all([
      challenge(ada, bo.id).catch(() => undefined),
      cy.send('POST', `/api/battles/${sent.id}/accept`, {}),
      remove(),
    ])
    expect([removed.status, accepted.status]).toEqual(removed.status === 200 ? [200, 409] : [409, 200])
    expect(await goneOf(bo.id)).toBe(removed.status === 200)
    if (!made || removed.status !== 200) continue
    expect((await ada.call('GET /api/battles/:id', { params: { id: made.id } })).status).toBe('rejected')
    expect((await ada.me()).availableAuraPoints).toBe(1_000)
  }
})

it('with a simultaneous sign-in: it ends with the account, or opens a new one', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const key = generatePrivateKey()
    const [here, elsewhere] = [new Actor(test, key), new Actor(test, key)]
    await here.signIn()
    const { id } = await here.me()
    const remove = await signed(here)
    const body = await elsewhere.signedMessage()
    const [removed, signedIn] = await Promise.all([remove(), elsewhere.send('POST', '/api/auth/wallet', body)])
    expect([removed.status, signedIn.status]).toEqual([200, 200])
    expect(await test.ctx.db.query('select 1 from sessions where user_id = $1', [id])).toEqual([])
  }
})

it('with a claim in flight: it is paid before, or not at all', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const ada = await creator(test, 0)
    const remove = await signed(ada)
    const { id: lessonId } = await passQuiz(ada)
    const [claimed, removed] = await Promise.all([
      ada.send('POST', '/api/lessons/complete', { lessonId, tweetUrl: 'completed' }),
      remove(),
    ])
    expect(removed.status).toBe(200)
    expect([200, 401]).toContain(claimed.status)
    expect(await test.ctx.db.query('select 1 from lesson_completions where user_id = $1', [ada.id])).toEqual([])
  }
})

it('with a payment of a former wallet being credited: it is forfeited like the rest', async () => {
  const ada = await creator(test)
  const remove = await signed(ada)
  const former = privateKeyToAccount(generatePrivateKey()).address.toLowerCase()
  const now = test.ctx.clock.now()
  const at = new Date(now.getTime() - 60_000)
  await test.ctx.db.query(
    'insert into wallet_bindings (address, user_id, bound_at, unbound_at) values ($1, $2, $3, $4)',
    [former, ada.id, new Date(at.getTime() - 60_000), now],
  )
  // The watcher does the same: it locks the wallets, reads their owners, and then credits.
  const removed = await other.tx(async (tx) => {
    await lockWallets(tx, [former])
    const [owner] = await findOwners(tx, [{ address: former, at }])
    expect(owner?.atThatTime).toBe(ada.id)
    const sent = remove()
    await untilWaiting(tx)
    await postTransfers(tx, test.ctx.clock, [issue(ada.id, 30)])
    return { sent }
  })
  expect((await removed.sent).status).toBe(200)
  expect((await balancesOf(test.ctx.db, ada.id)).ap_available).toBe(0)
})
