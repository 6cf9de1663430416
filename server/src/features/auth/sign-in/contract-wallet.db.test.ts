import { zeroAddress } from 'viem'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor, signedUp } from '../../../../../tests/server/actors/actors.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const test = openForAll(testApp)
beforeAll(async () => {
  await signedUp(test)
})
beforeEach(() => {
  test.ctx.chain.isReachable = true
  test.ctx.chain.contractWallets.clear()
  test.ctx.chain.honestOthers = 0
  test.ctx.chain.lies.clear()
})

const state = () => databaseState(test.ctx.db, { except: ['auth_nonces'] })

async function contractProof(actor: Actor, signature: string) {
  const { walletAddress, message } = await actor.signedMessage()
  return { walletAddress, message, signature }
}

describe('a contract wallet', () => {
  const post = async (actor: Actor, signature = `0x${'ab'.repeat(64)}1b`) =>
    actor.send('POST', '/api/auth/wallet', await contractProof(actor, signature))

  // Passkey signatures are long; a single owner's is as long as a plain account's.
  it.each([
    [300, `0x${'ab'.repeat(300)}`],
    [65, `0x${'ab'.repeat(64)}1b`],
    [64, `0x${'ab'.repeat(64)}`],
    // A Safe's, whose owners signed on chain.
    [0, '0x'],
  ])(
    'signs in when its contract accepts the signature, of %i bytes [access.signature-erc1271]',
    async (_, signature) => {
      const ada = new Actor(test)
      test.ctx.chain.contractWallets.add(ada.wallet.address.toLowerCase())
      expect(await post(ada, signature)).toMatchObject({ status: 200, body: { bonusAwarded: true } })
      expect(await ada.me()).toMatchObject({ walletAddress: ada.wallet.address, auraPoints: 100 })
    },
  )

  it('whose signature is empty is told so while its contract has accepted nothing', async () => {
    const reply = await post(new Actor(test), '0x')
    expect(reply).toMatchObject(refusal(401, 'SIGNATURE_INVALID'))
    expect(reply.body.message).toContain('wait until the message is signed there')
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

const signIn = async (actor: Actor) =>
  actor.send('POST', '/api/auth/wallet', await contractProof(actor, `0x${'ab'.repeat(65)}`))

it.each([1, 2])(
  'of several nodes, one that lies signs nobody in as somebody else, the others being honest: %i',
  async (honest) => {
    const ada = new Actor(test)
    await ada.signIn()
    const before = await state()
    Object.assign(test.ctx.chain, { honestOthers: honest })
    test.ctx.chain.lies.acceptsSignatures = true
    const thief = new Actor(test, ada.wallet)
    const refused = honest === 1 ? refusal(503, 'CHAIN_UNAVAILABLE') : refusal(401, 'SIGNATURE_INVALID')
    expect(await signIn(thief)).toMatchObject(refused)
    expect(thief.cookies.has('aura_session')).toBe(false)
    expect(await state()).toEqual(before)
  },
)

it('the zero address, which nobody owns, gets no message', async () => {
  const reply = await new Actor(test).send('GET', `/api/auth/nonce?walletAddress=${zeroAddress}`)
  expect(reply).toMatchObject(refusal(400, 'INVALID_REQUEST'))
})
