import { getAddress } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { beforeEach, expect, it } from 'vitest'
import { Actor } from '../../../tests/server/actors/actors.ts'
import { buy, follow, steezeOf, withUsdc } from '../../../tests/server/chain/chain.ts'
import { databaseState } from '../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../tests/server/open-for.ts'
import { testApp } from '../../../tests/server/test-app.ts'
import { adminOrder } from './admin-commands.ts'

const test = openForEach(testApp)
let ada: Actor
let key: `0x${string}`
let bo: Actor
let wallet: string
let otherWallet: string
beforeEach(async () => {
  key = generatePrivateKey()
  ada = new Actor(test, key)
  await ada.signIn()
  bo = await withUsdc(test)
  wallet = getAddress(ada.wallet.address)
  otherWallet = getAddress(bo.wallet.address)
})

async function admin(...args: string[]): Promise<string> {
  const order = adminOrder(args)
  if ('fault' in order) throw new Error(order.fault)
  return order.run(test.ctx)
}

it('whitelists a wallet, in any case of its address, idempotently', async () => {
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const done = `${address} may join the closed beta.`
  expect(await admin('whitelist', `0x${address.slice(2).toUpperCase()}`, 'a', 'friend', 'of Bo')).toBe(done)
  expect(await admin('whitelist', address.toLowerCase())).toBe(done)
  const rows = await test.ctx.db.query('select wallet_address, note, is_active from whitelisted_wallets')
  expect(rows).toEqual([{ wallet_address: address.toLowerCase(), note: 'a friend of Bo', is_active: true }])
})

it('grants and revokes the admin role [access.admin-by-command]', async () => {
  const isAdmin = async () => [(await ada.me()).isAdmin, (await bo.me()).isAdmin]
  expect(await isAdmin()).toEqual([false, false])
  expect(await admin('grant', wallet.toLowerCase())).toBe(`${wallet} is an admin now.`)
  expect(await isAdmin()).toEqual([true, false])
  expect(await admin('revoke', wallet)).toBe(`${wallet} is no longer an admin.`)
  expect(await isAdmin()).toEqual([false, false])
})

it('ends all sessions of a wallet’s account only', async () => {
  const elsewhere = new Actor(test, key)
  await elsewhere.signIn()
  expect(await admin('end-sessions', wallet.toLowerCase())).toBe(
    `${wallet} is signed out everywhere. It can sign in again.`,
  )
  const statuses = [ada, elsewhere, bo].map(async (actor) => (await actor.send('GET', '/api/auth/user')).status)
  expect(await Promise.all(statuses)).toEqual([401, 401, 200])
  await ada.signIn()
  const actions = await test.ctx.db.query('select action, admin_id, subject from admin_actions')
  expect(actions).toEqual([{ action: 'end-sessions', admin_id: null, subject: (await ada.me()).id }])
})

it('turns purchased Steeze of one wallet into earned Steeze of another, within the balance', async () => {
  buy(test, bo, 5)
  await follow(test)
  expect(await admin('test-credit', otherWallet.toLowerCase(), wallet.toLowerCase(), '20')).toBe(
    `${wallet} now has 20 earned Steeze that ${otherWallet} purchased.`,
  )
  await admin('test-credit', otherWallet, wallet, '20')
  const both = async () => [await steezeOf(bo), await steezeOf(ada)]
  const after = [
    { battleEarnedSteeze: 0, purchasedSteeze: 10 },
    { battleEarnedSteeze: 40, purchasedSteeze: 0 },
  ]
  expect(await both()).toEqual(after)
  await expect(admin('test-credit', otherWallet, wallet, '11')).rejects.toThrow(
    `${otherWallet} has less than 11 purchased Steeze left.`,
  )
  await expect(admin('test-credit', otherWallet, otherWallet, '1')).rejects.toThrow()
  expect(await both()).toEqual(after)
})

const suspensions = () =>
  test.ctx.db.query('select scope, reason, lifted_at is not null as "isLifted" from suspensions order by id')

it('freezes and unfreezes redemption, with a history', async () => {
  await admin('freeze-redemption', wallet, 'We', 'are', 'checking', 'a', 'report.')
  await expect(admin('freeze-redemption', wallet.toLowerCase(), 'Another reason')).rejects.toThrow('already frozen')
  const first = { scope: 'redeeming', reason: 'We are checking a report.', isLifted: false }
  expect(await suspensions()).toEqual([first])
  expect(await admin('unfreeze-redemption', wallet)).toBe(`${wallet} may redeem again.`)
  expect(await admin('unfreeze-redemption', wallet)).toBe(`${wallet} was not frozen.`)
  await admin('freeze-redemption', wallet, 'Another reason')
  const second = { scope: 'redeeming', reason: 'Another reason', isLifted: false }
  expect(await suspensions()).toEqual([{ ...first, isLifted: true }, second])
})

it('suspends and reinstates an account, with a history', async () => {
  await admin('suspend', wallet, 'We', 'are', 'checking.')
  await expect(admin('suspend', wallet, 'Another reason')).rejects.toThrow('already suspended')
  const suspension = { scope: 'account', reason: 'We are checking.' }
  expect(await suspensions()).toEqual([{ ...suspension, isLifted: false }])
  expect(await admin('lift', wallet)).toBe(`${wallet} may take part again.`)
  expect(await suspensions()).toEqual([{ ...suspension, isLifted: true }])
})

it('reports a wallet without an account, and changes nothing', async () => {
  const nobody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const before = await databaseState(test.ctx.db)
  for (const command of [['grant'], ['revoke'], ['suspend', 'Why'], ['lift'], ['freeze-redemption', 'Why']]) {
    const [name = '', ...words] = command
    await expect(admin(name, nobody, ...words)).rejects.toThrow(
      `No account has the wallet ${nobody}. Its owner has to sign in once first.`,
    )
  }
  expect(await databaseState(test.ctx.db)).toEqual(before)
})

it('lists unexplained withdrawals, and charges a wallet’s once their sum is confirmed', async () => {
  expect(await admin('unexplained')).toBe('Every withdrawal is explained.')
  buy(test, bo, 5)
  test.ctx.chain.mine(3)
  await follow(test)
  const hash = test.ctx.chain.steal(wallet, 5)
  test.ctx.chain.mine(3)
  await follow(test)
  expect(await admin('unexplained')).toBe(`${wallet}  5 Steeze  ${test.ctx.clock.now().toISOString()}  ${hash}`)
  await expect(admin('charge-withdrawals', wallet, '5')).rejects.toThrow(
    'Give the amount in whole Steeze, and a reason.',
  )
  await expect(admin('charge-withdrawals', wallet, '6', 'Restored.')).rejects.toThrow('5 unexplained Steeze')
  expect(await admin('charge-withdrawals', wallet, '5', 'Restored', 'a', 'copy.')).toBe(
    `5 Steeze that ${wallet} withdrew are charged to its account.`,
  )
  expect(await admin('unexplained')).toBe('Every withdrawal is explained.')
})
