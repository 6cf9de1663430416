import { beforeAll, describe, expect, it } from 'vitest'
import { Actor, signedUp } from '../../../../../tests/server/actors/actors.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const test = openForAll(testApp)
beforeAll(async () => {
  await signedUp(test)
})

const state = () => databaseState(test.ctx.db, { except: ['auth_nonces'] })
const post = (actor: Actor, body: object) => actor.send('POST', '/api/auth/wallet', body)

const askFor = async (actor: Actor, walletAddress: string = actor.wallet.address) =>
  (await actor.call('GET /api/auth/nonce', { query: { walletAddress } })).message

const signed = async (actor: Actor, message: string) => ({
  walletAddress: actor.wallet.address,
  message,
  signature: await actor.wallet.signMessage({ message }),
})

async function expectRefused(actor: Actor, body: object, expected: object): Promise<void> {
  const before = await state()
  expect(await post(actor, body)).toMatchObject(expected)
  expect(actor.cookies.has('aura_session')).toBe(false)
  expect(await actor.send('GET', '/api/auth/user')).toMatchObject({ status: 401 })
  expect(await state()).toEqual(before)
}

const STRANGER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('signing in is refused', () => {
  it('with an address alone, or half a proof, and the message stays usable', async () => {
    const ada = new Actor(test)
    const { walletAddress, message, signature } = await ada.signedMessage()
    for (const body of [{ walletAddress }, { walletAddress, message }, { walletAddress, signature }]) {
      await expectRefused(ada, body, refusal(401, 'SIGNATURE_REQUIRED'))
    }
    expect(await post(ada, { walletAddress, message, signature })).toMatchObject({ status: 200 })
  })

  it('for a message that was changed, and its nonce is used up', async () => {
    const ada = new Actor(test)
    const issued = await askFor(ada)
    const changed = issued.replace(/^aura\.test /, 'evil.test ')
    await expectRefused(ada, await signed(ada, changed), {
      status: 401,
      body: { code: 'SIGN_IN_MESSAGE_INVALID', data: { reason: 'it was signed for another site' } },
    })
    await expectRefused(ada, await signed(ada, issued), refusal(401, 'NONCE_INVALID'))
  })

  it("for a nonce the server didn't issue [access.check-message-nonce]", async () => {
    const ada = new Actor(test)
    const invented = (await askFor(ada)).replace(/^Nonce: .*$/m, `Nonce: ${'0'.repeat(32)}`)
    await expectRefused(ada, await signed(ada, invented), refusal(401, 'NONCE_INVALID'))
  })

  it('for a message issued to another wallet', async () => {
    const ada = new Actor(test)
    const message = await askFor(ada, STRANGER)
    await expectRefused(ada, await signed(ada, message), refusal(401, 'SIGN_IN_MESSAGE_INVALID'))
    const mine = (await askFor(ada, STRANGER)).replace(STRANGER, ada.wallet.address)
    await expectRefused(ada, await signed(ada, mine), {
      status: 401,
      body: { code: 'SIGN_IN_MESSAGE_INVALID', data: { reason: 'it was changed' } },
    })
  })

  it('in another browser than the one that requested it, which can still use it', async () => {
    const ada = new Actor(test)
    const proof = await ada.signedMessage()
    const thief = new Actor(test)
    await expectRefused(thief, proof, refusal(401, 'NONCE_INVALID'))
    await askFor(thief)
    await expectRefused(thief, proof, refusal(401, 'NONCE_INVALID'))
    expect(await post(ada, proof)).toMatchObject({ status: 200 })
  })

  it('after five minutes, not before [access.check-message-expiry]', async () => {
    const [punctual, late] = [new Actor(test), new Actor(test)]
    const [inTime, tooLate] = [await punctual.signedMessage(), await late.signedMessage()]
    test.ctx.clock.advance({ minutes: 5, ms: -1 })
    expect(await post(punctual, inTime)).toMatchObject({ status: 200 })
    test.ctx.clock.advance({ ms: 1 })
    await expectRefused(late, tooLate, refusal(401, 'NONCE_INVALID'))
  })

  it('for another wallet’s signature [access.check-message-signature]', async () => {
    const [ada, other] = [new Actor(test), new Actor(test)]
    const message = await askFor(ada)
    const signature = await other.wallet.signMessage({ message })
    await expectRefused(
      ada,
      { walletAddress: ada.wallet.address, message, signature },
      refusal(401, 'SIGNATURE_INVALID'),
    )
    await expectRefused(ada, await signed(ada, message), refusal(401, 'NONCE_INVALID'))
  })

  it('without ending the existing session', async () => {
    const ada = await signedUp(test)
    const stranger = new Actor(test)
    const before = await ada.me()
    const message = await askFor(ada, stranger.wallet.address)
    const forged = await signed(ada, message)
    const body = { ...forged, walletAddress: stranger.wallet.address }
    expect(await post(ada, body)).toMatchObject(refusal(401, 'SIGNATURE_INVALID'))
    expect(await ada.me()).toEqual(before)
  })
})
