import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp()
  await newcomer(test)
})
beforeEach(() => {
  test.ctx.chain.isReachable = true
  test.ctx.chain.contractWallets.clear()
  test.ctx.chain.honestOthers = 0
  test.ctx.chain.lies.clear()
})
afterAll(() => test.close())

const state = () => databaseState(test.ctx.db, { except: ['auth_nonces'] })

async function contractProof(actor: Actor, signature: string) {
  const { walletAddress, message } = await actor.signedMessage()
  return { walletAddress, message, signature }
}

// Passkey signatures are long; that of a wallet with a single owner is as long as a plain account's.
const SIGNATURES = [
  { length: 300, signature: `0x${'ab'.repeat(300)}` },
  { length: 65, signature: `0x${'ab'.repeat(64)}1b` },
]

describe.each(SIGNATURES)('a contract wallet with a signature of $length bytes', ({ signature }) => {
  const post = async (actor: Actor) => actor.send('POST', '/api/auth/wallet', await contractProof(actor, signature))

  it('signs in when its contract accepts the signature', async () => {
    const ada = new Actor(test)
    test.ctx.chain.contractWallets.add(ada.wallet.address.toLowerCase())
    expect(await post(ada)).toMatchObject({ status: 200, body: { bonusAwarded: true } })
    expect(await ada.me()).toMatchObject({ walletAddress: ada.wallet.address, auraPoints: 100 })
  })

  it('is refused when its contract does not', async () => {
    const before = await state()
    const ada = new Actor(test)
    test.ctx.chain.contractWallets.add(new Actor(test).wallet.address.toLowerCase())
    expect(await post(ada)).toMatchObject(refusal(401, 'SIGNATURE_INVALID'))
    expect(await state()).toEqual(before)
  })

  it('is told that the network is down, never that its signature is invalid [access.signature-rpc-down]', async () => {
    const before = await state()
    const ada = new Actor(test)
    test.ctx.chain.contractWallets.add(ada.wallet.address.toLowerCase())
    test.ctx.chain.isReachable = false
    expect(await post(ada)).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
    expect(ada.cookies.has('aura_session')).toBe(false)
    expect(await state()).toEqual(before)
    test.ctx.chain.isReachable = true
    expect(await post(ada)).toMatchObject({ status: 200 })
  })
})

describe('of several nodes, one that lies', () => {
  const signIn = async (actor: Actor) =>
    actor.send('POST', '/api/auth/wallet', await contractProof(actor, `0x${'ab'.repeat(65)}`))

  it.each([1, 2])('signs nobody in as somebody else, the others being honest: %i', async (honest) => {
    const ada = new Actor(test)
    await ada.signIn()
    const before = await state()
    Object.assign(test.ctx.chain, { honestOthers: honest })
    test.ctx.chain.lies.acceptsSignatures = true
    const thief = new Actor(test)
    Object.assign(thief, { wallet: ada.wallet })
    const refused = honest === 1 ? refusal(503, 'CHAIN_UNAVAILABLE') : refusal(401, 'SIGNATURE_INVALID')
    expect(await signIn(thief)).toMatchObject(refused)
    expect(thief.cookies.has('aura_session')).toBe(false)
    expect(await state()).toEqual(before)
  })

  it('keeps a contract wallet out only while no two others agree', async () => {
    const ada = new Actor(test)
    test.ctx.chain.contractWallets.add(ada.wallet.address.toLowerCase())
    test.ctx.chain.lies.acceptsSignatures = false
    test.ctx.chain.honestOthers = 1
    expect(await signIn(ada)).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
    test.ctx.chain.honestOthers = 2
    expect(await signIn(ada)).toMatchObject({ status: 200 })
  })

  it('is not asked about a plain account, which needs no node', async () => {
    test.ctx.chain.isReachable = false
    test.ctx.chain.honestOthers = 1
    const ada = new Actor(test)
    expect((await ada.signIn()).bonusAwarded).toBe(true)
  })
})
