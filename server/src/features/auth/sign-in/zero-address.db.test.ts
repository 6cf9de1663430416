import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import { insertNonce } from '../store.ts'
import { signInMessage } from './sign-in-message.rules.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
afterAll(() => test.close())

const RESERVED = [zeroAddress, '0x0000000000000000000000000000000000000001', `0x${'0'.repeat(37)}100`]

it.each(RESERVED)('no message is issued for %s, an address without an owner', async (walletAddress) => {
  const [visitor, ada] = [new Actor(test), await newcomer(test)]
  for (const [actor, purpose] of [
    [visitor, 'sign-in'],
    [ada, 'link'],
    [ada, 'delete-account'],
  ] as const) {
    const query = new URLSearchParams({ walletAddress, purpose })
    expect(await actor.send('GET', `/api/auth/nonce?${query}`)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
  }
})

it.each(RESERVED)('%s cannot sign in, whatever the network says of its signature', async (walletAddress) => {
  // Simulates a nonce from before such addresses were refused, on a network that accepts every signature.
  test.ctx.chain.contractWallets.add(walletAddress)
  const visitor = new Actor(test)
  await visitor.signedMessage()
  const [row] = await test.ctx.db.query<{ browserHash: Uint8Array }>(
    `select browser_hash as "browserHash" from auth_nonces where wallet_address = $1`,
    [visitor.wallet.address.toLowerCase()],
  )
  const issuedAt = test.ctx.clock.now()
  for (const [index, signature] of [
    `0x${'00'.repeat(65)}`,
    `0x${'ff'.repeat(65)}`,
    `0x${'12'.repeat(64)}1b`,
  ].entries()) {
    const nonce = `${index}${walletAddress.slice(2)}`
    const expiresAt = new Date(issuedAt.getTime() + 300_000)
    const terms = { origin: test.ctx.settings.origin, chainId: test.ctx.chain.id, nonce, issuedAt, expiresAt }
    const message = signInMessage({ ...terms, walletAddress: walletAddress as `0x${string}` })
    await insertNonce(test.ctx.db, {
      nonce,
      purpose: 'sign-in',
      walletAddress,
      browserHash: row?.browserHash ?? new Uint8Array(),
      message,
      expiresAt,
      userId: null,
      replacedBy: null,
    })
    const before = await databaseState(test.ctx.db, { except: ['auth_nonces'] })
    const reply = await visitor.send('POST', '/api/auth/wallet', { walletAddress, message, signature })
    expect(reply).toMatchObject(refusal(401, 'SIGNATURE_INVALID'))
    expect(await databaseState(test.ctx.db, { except: ['auth_nonces'] })).toEqual(before)
  }
})
