import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Actor } from '../test/actors.ts'
import { buy, follow, steezeOf, USDC } from '../test/chain.ts'
import { databaseState } from '../test/database-state.ts'
import { openSharedTestDatabase, type SharedTestDatabase } from '../test/open-test-database.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import type { Db } from './platform/db/db.ts'

const program = join(import.meta.dirname, 'admin.ts')
/** Each run is a process of its own that opens the database. */
const SLOW_MS = 120_000

describe('npm run admin', { timeout: SLOW_MS }, () => {
  let shared: SharedTestDatabase
  const key = generatePrivateKey()
  const wallet = privateKeyToAddress(key)
  const otherKey = generatePrivateKey()
  const otherWallet = privateKeyToAddress(otherKey)
  beforeAll(async () => {
    shared = await openSharedTestDatabase()
    const test = await testApp({ openDb: async () => shared.db })
    for (const actor of [new Actor(test, key), new Actor(test, otherKey)]) {
      await actor.signIn()
      expect((await actor.me()).isAdmin).toBe(false)
      test.ctx.chain.mint(actor.wallet.address, 5 * USDC)
      buy(test, actor, 5)
    }
    await follow(test)
    await test.close()
  }, SLOW_MS)
  afterAll(() => shared.remove())

  const admin = (...args: string[]) => shared.run(program, ...args)

  // The embedded database takes one process at a time: what looks into it is not there while the program runs.
  async function withDb<T>(look: (db: Db) => Promise<T>): Promise<T> {
    const db = await shared.reopen()
    return look(db).finally(() => db.close())
  }
  async function withApp<T>(look: (test: TestApp) => Promise<T>): Promise<T> {
    const test = await testApp({ openDb: shared.reopen })
    return look(test).finally(() => test.close())
  }

  /** Is the wallet's owner an admin to the server, and how many are there in the database? */
  const admins = () =>
    withApp(async (test) => {
      const ada = new Actor(test, key)
      await ada.signIn()
      const rows = await test.ctx.db.query('select id from users where is_admin')
      return { isAda: (await ada.me()).isAdmin, count: rows.length }
    })

  it('lets a wallet join the closed beta, in any case of its address, once or again', async () => {
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const done = { status: 0, stdout: `${address} may join the closed beta.\n`, stderr: '' }
    expect(admin('whitelist', `0x${address.slice(2).toUpperCase()}`, 'a', 'friend', 'of Bo')).toMatchObject(done)
    expect(admin('whitelist', address.toLowerCase())).toMatchObject(done)
    const rows = await withDb((db) => db.query('select wallet_address, note, is_active from whitelisted_wallets'))
    expect(rows).toEqual([{ wallet_address: address.toLowerCase(), note: 'a friend of Bo', is_active: true }])
  })

  it('makes the account of a wallet an admin, and takes that back, both in the log [access.admin-by-command] [admin.log]', async () => {
    const granted = { status: 0, stdout: `${wallet} is an admin now.\n`, stderr: '' }
    expect(admin('grant', wallet.toLowerCase())).toMatchObject(granted)
    expect(await admins()).toEqual({ isAda: true, count: 1 })
    const revoked = { status: 0, stdout: `${wallet} is no admin any more.\n`, stderr: '' }
    expect(admin('revoke', wallet)).toMatchObject(revoked)
    expect(await admins()).toEqual({ isAda: false, count: 0 })
    const log = await withDb((db) =>
      db.query(`select action, admin_id from admin_actions where subject_kind = 'person' order by id`),
    )
    expect(log.slice(0, 2)).toEqual([
      { action: 'grant-admin', admin_id: null },
      { action: 'revoke-admin', admin_id: null },
    ])
  })

  /** What the two have: purchased by the one, earned by the other. */
  const steeze = () =>
    withApp(async (test) => {
      const [ada, bo] = [new Actor(test, key), new Actor(test, otherKey)]
      for (const actor of [ada, bo]) await actor.signIn()
      return [await steezeOf(ada), await steezeOf(bo)]
    })

  it('lets a wallet have earned what another purchased, and no more than that', async () => {
    expect(admin('test-credit', wallet.toLowerCase(), otherWallet.toLowerCase(), '20')).toMatchObject({
      status: 0,
      stdout: `${otherWallet} has earned 20 Steeze that ${wallet} purchased.\n`,
    })
    expect(admin('test-credit', wallet, otherWallet, '20').status).toBe(0)
    const after = [
      { battleEarnedSteeze: 0, purchasedSteeze: 10 },
      { battleEarnedSteeze: 40, purchasedSteeze: 50 },
    ]
    expect(await steeze()).toEqual(after)
    expect(admin('test-credit', wallet, otherWallet, '11')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `${wallet} has purchased less than 11 Steeze that is not spent.\n`,
    })
    expect(admin('test-credit', wallet, wallet, '1')).toMatchObject({ status: 1, stdout: '' })
    expect(await steeze()).toEqual(after)
  })

  it('keeps an account from redeeming until that is taken back, and keeps that it was so', async () => {
    const freezes = () =>
      withDb((db) => db.query('select reason, lifted_at is not null as "isLifted" from redemption_freezes order by id'))
    expect(admin('freeze-redemption', wallet, 'We', 'are', 'checking', 'a', 'report.').status).toBe(0)
    const again = admin('freeze-redemption', wallet.toLowerCase(), 'Another reason')
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('frozen already') })
    expect(await freezes()).toEqual([{ reason: 'We are checking a report.', isLifted: false }])
    expect(admin('unfreeze-redemption', wallet)).toMatchObject({ status: 0, stdout: `${wallet} may redeem again.\n` })
    expect(admin('unfreeze-redemption', wallet)).toMatchObject({ status: 0, stdout: `${wallet} was not frozen.\n` })
    expect(admin('freeze-redemption', wallet, 'Another reason').status).toBe(0)
    expect(await freezes()).toEqual([
      { reason: 'We are checking a report.', isLifted: true },
      { reason: 'Another reason', isLifted: false },
    ])
  })

  it('keeps an account from taking part until that is lifted, and keeps that it was so', async () => {
    const suspensions = () =>
      withDb((db) => db.query('select reason, lifted_at is not null as "isLifted" from suspensions order by id'))
    expect(admin('suspend', wallet, 'We', 'are', 'checking.').status).toBe(0)
    expect(admin('suspend', wallet, 'Another reason')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('suspended already'),
    })
    expect(await suspensions()).toEqual([{ reason: 'We are checking.', isLifted: false }])
    expect(admin('lift', wallet)).toMatchObject({ status: 0, stdout: `${wallet} may take part again.\n` })
    expect(await suspensions()).toEqual([{ reason: 'We are checking.', isLifted: true }])
  })

  it('says so when a wallet has no account, and changes nothing', async () => {
    const nobody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const before = await withDb(databaseState)
    expect(admin('grant', nobody)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `No account has the wallet ${nobody}; its owner has to sign in once first.\n`,
    })
    expect(await withDb(databaseState)).toEqual(before)
  })
})
