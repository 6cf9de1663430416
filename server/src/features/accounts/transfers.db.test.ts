import { accountCode } from '@aura/contracts/signing/account'
import type { Hex } from 'viem'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../../tests/server/actors/actors.ts'
import { PasskeyActor } from '../../../../tests/server/actors/passkey-actor.ts'
import { follow, USDC, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const FACTORY: Hex = `0x${'fa'.repeat(20)}`
const test = openForEach(() => testApp({ settings: { accountFactory: FACTORY } }))
let ada: PasskeyActor
let bo: Actor
let account: string

beforeEach(async () => {
  test.ctx.chain.honestOthers = 1
  ada = new PasskeyActor(test)
  await ada.join()
  account = (await ada.me()).walletAddress?.toLowerCase() ?? ''
  bo = await withUsdc(test, 1_000)
})

const STRANGER = `0x${'5'.repeat(40)}`
const list = (before?: string) =>
  ada.call('GET /api/account/transfers', { query: before === undefined ? {} : { before } })
const kinds = async () => (await list()).transfers.map(({ kind, usdcMicros }) => [kind, usdcMicros / USDC])

it('USDC that came and went, vouches and Steeze are listed with the people, newest first [wallet.history]', async () => {
  const { chain } = test.ctx
  expect(await list()).toEqual({ transfers: [], next: null })
  chain.transfer(bo.wallet.address, account, 50 * USDC)
  chain.vouch(bo.wallet.address, account, 5 * USDC)
  chain.buy(account, 10 * USDC)
  chain.vouch(account, bo.wallet.address, 2 * USDC)
  chain.transfer(account, STRANGER, 3 * USDC)
  chain.mine(3)
  await follow(test)
  expect(await kinds()).toEqual([
    ['sent', 3],
    ['vouch-given', 2],
    ['steeze-bought', 10],
    ['vouch-received', 5],
    ['received', 50],
  ])
  const { transfers } = await list()
  const { id, username } = await bo.me()
  expect(transfers.map(({ person }) => person)).toEqual([
    null,
    { id, username },
    null,
    { id, username },
    { id, username },
  ])
  expect(transfers[0]?.address.toLowerCase()).toBe(STRANGER)
})

it('nothing of nothing is listed, and what a reorganisation takes back goes [wallet.history]', async () => {
  const { chain } = test.ctx
  await list()
  chain.transfer(bo.wallet.address, account, 7 * USDC)
  chain.transfer(bo.wallet.address, account, 0)
  expect(await kinds()).toEqual([['received', 7]])
  const gone = chain.transfer(bo.wallet.address, account, 9 * USDC)
  expect(await kinds()).toHaveLength(2)
  chain.reorg(1, { drop: [gone] })
  expect(await kinds()).toEqual([['received', 7]])
  // Between two of these accounts both have it.
  const cy = new PasskeyActor(test)
  await cy.join()
  await cy.call('GET /api/account/transfers')
  chain.transfer(account, (await cy.me()).walletAddress ?? '', USDC)
  expect((await cy.call('GET /api/account/transfers')).transfers).toMatchObject([{ kind: 'received' }])
  expect((await kinds())[0]).toEqual(['sent', 1])
})

it('a long history comes in pages, each transfer once [wallet.history]', async () => {
  await list()
  for (let micros = 1; micros <= 60; micros++) test.ctx.chain.transfer(bo.wallet.address, account, micros)
  const seen: number[] = []
  let before: string | undefined
  do {
    const page = await list(before)
    seen.push(...page.transfers.map(({ usdcMicros }) => usdcMicros))
    before = page.next ?? undefined
  } while (before !== undefined)
  expect(seen).toEqual(Array.from({ length: 60 }, (_, at) => 60 - at))
})

it('is refused without such an account, to a wrong place, and while nodes disagree [wallet.history]', async () => {
  expect(await bo.send('GET', '/api/account/transfers')).toMatchObject(refusal(409, 'WALLET_REQUIRED'))
  expect(await ada.send('GET', '/api/account/transfers?before=1')).toMatchObject(refusal(400, 'INVALID_REQUEST'))
  await list()
  const hash = test.ctx.chain.transfer(bo.wallet.address, account, USDC)
  test.ctx.chain.leftOut.add(hash)
  expect(await ada.send('GET', '/api/account/transfers')).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
})

it('a contract is told from wallets, wallets that delegate, and passkey accounts [wallet.send-contract]', async () => {
  const codes = { '0x6001': true, [`0xef0100${'a'.repeat(40)}`]: false, [accountCode(FACTORY)]: false, '0xef01': true }
  const asked = () => ada.call('GET /api/account/recipient', { query: { address: STRANGER } })
  expect(await asked()).toEqual({ isContract: false })
  for (const [code, isContract] of Object.entries(codes)) {
    test.ctx.chain.codes.set(STRANGER, code)
    expect(await asked(), code).toEqual({ isContract })
  }
  test.ctx.chain.isReachable = false
  const unknown = await ada.send('GET', `/api/account/recipient?address=${STRANGER}`)
  expect(unknown).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
})
