import { zeroAddress } from 'viem'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor, signedUp } from '../../../../../tests/server/actors/actors.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { insertNonce } from '../store.ts'
import { signInMessage } from './sign-in-message.rules.ts'

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

describe('of several nodes, one that lies', () => {
  const signIn = async (actor: Actor) =>
    actor.send('POST', '/api/auth/wallet', await contractProof(actor, `0x${'ab'.repeat(65)}`))

  it.each([1, 2])('signs nobody in as somebody else, the others being honest: %i', async (honest) => {
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
})

describe('the zero address, which nobody owns', () => {
  const walletAddress = zeroAddress

  it('gets no message', async () => {
    const query = new URLSearchParams({ walletAddress })
    expect(await new Actor(test).send('GET', `/api/auth/nonce?${query}`)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
  })

  it('cannot sign in, whatever the network says of its signature', async () => {
    // As if issued before such addresses were refused, on a network that accepts everything.
    test.ctx.chain.contractWallets.add(walletAddress)
    const visitor = new Actor(test)
    await visitor.signedMessage()
    const [row] = await test.ctx.db.query<{ browserHash: Uint8Array }>(
      `select browser_hash as "browserHash" from auth_nonces where wallet_address = $1`,
      [visitor.wallet.address.toLowerCase()],
    )
    const issuedAt = test.ctx.clock.now()
    for (const [index, signature] of [`0x${'00'.repeat(65)}`, `0x${'12'.repeat(64)}1b`].entries()) {
      const nonce = `${index}${walletAddress.slice(2)}`
      const expiresAt = new Date(issuedAt.getTime() + 300_000)
      const terms = { origin: test.ctx.settings.origin, chainId: test.ctx.chain.id, nonce, issuedAt, expiresAt }
      const message = signInMessage({ ...terms, walletAddress })
      await insertNonce(test.ctx.db, {
        nonce,
        purpose: 'sign-in',
        walletAddress,
        browserHash: row?.browserHash ?? new Uint8Array(),
        message,
        expiresAt,
        userId: null,
        subject: null,
      })
      const before = await databaseState(test.ctx.db, { except: ['auth_nonces'] })
      const reply = await visitor.send('POST', '/api/auth/wallet', { walletAddress, message, signature })
      expect(reply).toMatchObject(refusal(401, 'SIGNATURE_INVALID'))
      expect(await databaseState(test.ctx.db, { except: ['auth_nonces'] })).toEqual(before)
    }
  })
})
