import { describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { viaX } from '../../../../../tests/server/actors/x-actor.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testAppWithX } from '../../../../../tests/server/test-app-with-x.ts'

const test = openForAll(testAppWithX)

let lastId = 0
async function byX(): Promise<Actor> {
  lastId += 1
  test.x.person = { id: String(lastId), username: `linker_${lastId}`, name: 'Linker' }
  const actor = new Actor(test)
  await viaX(actor)
  return actor
}

const state = () => databaseState(test.ctx.db, { except: ['auth_nonces', 'provider_flows'] })

async function proof(asker: Actor, wallet = asker.wallet, purpose = 'link') {
  const query = { walletAddress: wallet.address, purpose }
  const { message } = await asker.call('GET /api/auth/nonce', { query })
  return { walletAddress: wallet.address, message, signature: await wallet.signMessage({ message }) }
}
const link = (actor: Actor, body: object, call = 'link') => actor.send('POST', `/api/auth/${call}-wallet`, body)

describe('linking a wallet', () => {
  it.each(['link', 'bind'])(
    'with %s-wallet adds it with its bonus to an X account, and both sign in [access.link-bind-same] [access.bonus-first-link]',
    async (call) => {
      const ada = await byX()
      const { id } = await ada.me()
      expect(await link(ada, await proof(ada), call)).toMatchObject({
        status: 200,
        body: {
          message: 'Successfully linked your wallet to your account. You earned 100 Aura Points.',
          bonusAwarded: true,
          bonusAp: 100,
        },
      })
      expect(await ada.me()).toMatchObject({ id, auraPoints: 100, walletAddress: ada.wallet.address })
      await ada.call('POST /api/auth/logout')
      await ada.signIn()
      expect((await ada.me()).id).toBe(id)
      expect(await ada.send('POST', '/api/auth/disconnect-twitter')).toMatchObject({ status: 200 })
      expect(await link(ada, await proof(ada), call)).toMatchObject({
        status: 200,
        body: { bonusAwarded: false, bonusAp: 0 },
      })
    },
  )

  it('refuses another account’s wallet and changes neither [access.wallet-taken]', async () => {
    const [holder, ada] = [await newcomer(test), await byX()]
    const body = await proof(ada, holder.wallet)
    const before = await state()
    const refused = await link(ada, body)
    expect(refused).toMatchObject(refusal(409, 'WALLET_TAKEN'))
    expect(refused.body.message).toMatch(/belongs to another/)
    expect(await state()).toEqual(before)
  })

  it('requires a signature for linking, to this account [access.signature-required] [access.nonce-purpose] [access.nonce-account]', async () => {
    const [ada, bo] = [await byX(), await byX()]
    expect(await link(ada, { walletAddress: ada.wallet.address })).toMatchObject(refusal(401, 'SIGNATURE_REQUIRED'))
    const signIn = await proof(ada, ada.wallet, 'sign-in')
    expect(await link(ada, signIn)).toMatchObject(refusal(401, 'NONCE_INVALID'))
    const forLinking = await proof(ada)
    expect(await ada.send('POST', '/api/auth/wallet', forLinking)).toMatchObject(refusal(401, 'NONCE_INVALID'))
    const forAda = await proof(ada)
    ada.cookies.set('aura_session', bo.cookies.get('aura_session') ?? '')
    expect(await link(ada, forAda)).toMatchObject(refusal(401, 'NONCE_INVALID'))
    for (const actor of [ada, bo]) expect((await actor.me()).walletAddress).toBeNull()
  })
})

it('names its purpose and account in the message [access.message-names]', async () => {
  const ada = await byX()
  const { username } = await ada.me()
  expect((await proof(ada)).message).toContain(`Link this wallet to the Aura account ${username}.`)
  expect((await proof(ada, ada.wallet, 'sign-in')).message).toContain('Sign in to Aura with this wallet.')
})
