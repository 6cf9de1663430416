import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer, signedUp } from '../../../../../tests/server/actors/actors.ts'
import { runAfter } from '../../../../../tests/server/actors/battles.ts'
import { leaveForX, viaX } from '../../../../../tests/server/actors/x-actor.ts'
import { buy, earn, follow, purchasedOf, USDC } from '../../../../../tests/server/chain/chain.ts'
import { databaseState, unchanged } from '../../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testAppWithX } from '../../../../../tests/server/test-app-with-x.ts'
import { noLog } from '../../../platform/http/security/security-log.ts'
import { whitelistWallet } from '../../whitelist/index.ts'
import { replacementsDue } from './replacements-due.ts'

const test = openForEach(testAppWithX)
let ada: Actor
let other: Actor
beforeEach(async () => {
  ada = await newcomer(test)
  test.x.person = { id: '1001', username: 'ada_on_x', name: 'Ada' }
  expect(await viaX(ada)).toBe('/?x=linked')
  test.ctx.clock.advance({ days: 8 })
  await ada.me()
  other = new Actor(test)
})

interface Linked {
  bonusAwarded: boolean
  replacement: { walletAddress: string; takesEffectAt: string } | null
}

async function signed(wallet: Actor['wallet'], query: Record<string, string>, asker = ada) {
  const { message } = await asker.call('GET /api/auth/nonce', {
    query: { walletAddress: wallet.address, ...query } as never,
  })
  return { message, signature: await wallet.signMessage({ message }) }
}
const as = (wallet: Actor['wallet']) => signedUp(test, 'UTC', wallet)
const linking = async (wallet = other.wallet, asker = ada) => ({
  walletAddress: wallet.address,
  ...(await signed(wallet, { purpose: 'link' }, asker)),
})
const letting = (by = other.wallet.address, wallet = ada.wallet) =>
  signed(wallet, { purpose: 'replace', replacedBy: by })
const link = (body: object) => ada.send<Linked>('POST', '/api/auth/link-wallet', body)
const confirmed = (wallet = other.wallet, actor = ada) =>
  viaX(actor, { purpose: 'bind-wallet', wallet: wallet.address, next: '/settings' })
async function request(wallet = other.wallet) {
  expect(await confirmed(wallet)).toBe('/settings?x=confirmed')
  return link(await linking(wallet))
}
const walletOf = async (actor: Actor) => (await actor.me()).walletAddress
const waiting = async () => (await ada.call('GET /api/auth/wallet-replacement')).replacement
const state = () => databaseState(test.ctx.db, { except: ['auth_nonces'] })

/** Expects that a replacement ended without effect, and that its owner was told why. */
async function expectKept(why: string): Promise<void> {
  expect([await walletOf(ada), await waiting()]).toEqual([ada.wallet.address, null])
  expect((await ada.call('GET /api/notifications'))[0]).toMatchObject({
    type: 'security',
    title: 'Your wallet stays',
    message: expect.stringMatching(new RegExp(`^0x\\w{4}\\.\\.\\.\\w{4} ${why}, so it didn’t replace yours\\.$`)),
  })
}

describe('replacing a wallet', () => {
  it('is immediate with both signatures, and the old wallet keeps its history [access.wallet-replace-both-signatures] [access.wallet-replace-leaves] [access.bonus-once-per-account] [access.bonus-once-per-address]', async () => {
    const { id } = await ada.me()
    expect(await link({ ...(await linking()), replacing: await letting() })).toMatchObject({
      status: 200,
      body: { bonusAwarded: false, replacement: null },
    })
    expect(await ada.me()).toMatchObject({ id, walletAddress: other.wallet.address, auraPoints: 100 })
    expect((await as(other.wallet)).id).toBe(id)
    const old = new Actor(test, ada.wallet)
    expect((await old.signIn()).bonusAwarded).toBe(false)
    expect(await old.me()).toMatchObject({ id: expect.not.stringMatching(id), auraPoints: 0 })
  })

  it('takes seven days without the old signature, unless any session cancels [access.const-wallet-replace-notice]', async () => {
    const { id } = await ada.me()
    const { body } = await request()
    expect(body).toMatchObject({ bonusAwarded: false, replacement: { walletAddress: other.wallet.address } })
    expect(Date.parse(body.replacement?.takesEffectAt ?? '') - test.ctx.clock.now().getTime()).toBe(7 * 86_400_000)
    expect(await walletOf(ada)).toBe(ada.wallet.address)
    await runAfter(test, { days: 7, ms: -1 })
    expect(await walletOf(ada)).toBe(ada.wallet.address)
    await runAfter(test, { ms: 1 })
    expect((await as(other.wallet)).id).toBe(id)
  })

  it('is not delayed by another replacement that fails and is retried', async () => {
    await request()
    // Plants an impossible state: the new wallet already counts as another user's.
    const { id: adaId } = await ada.me()
    await test.ctx.db.query('insert into wallet_bindings (address, user_id, bound_at) values ($1, $2, $3)', [
      other.wallet.address.toLowerCase(),
      adaId,
      test.ctx.clock.now(),
    ])
    test.ctx.clock.advance({ ms: 1 })
    const [bo, his] = [await newcomer(test), new Actor(test)]
    const { id: boId } = await bo.me()
    test.x.person = { id: '1004', username: 'bo_on_x', name: 'Bo' }
    await viaX(bo)
    test.ctx.clock.advance({ days: 7 })
    await confirmed(his.wallet, bo)
    await bo.call('POST /api/auth/link-wallet', { body: await linking(his.wallet, bo) })
    test.ctx.clock.advance({ days: 7 })
    const told: unknown[] = []
    const due = replacementsDue(test.ctx, { onError: (error) => told.push(error), log: noLog })
    expect([await due.runBatch(), await due.runBatch(), await due.runBatch()]).toEqual([true, true, false])
    await his.signIn()
    expect([(await his.me()).id, await walletOf(ada), told.length]).toEqual([boId, ada.wallet.address, 1])
    expect(await due.msUntilNextRun()).toBe(60_000)
  })

  it('does not happen after it was cancelled [access.wallet-replace-cancel]', async () => {
    expect((await request()).status).toBe(200)
    await (await as(ada.wallet)).call('POST /api/auth/wallet-replacement/cancel')
    expect(await waiting()).toBeNull()
    await runAfter(test, { days: 8 })
    expect(await walletOf(ada)).toBe(ada.wallet.address)
  })

  it('does not happen if the new wallet joined meanwhile', async () => {
    expect((await request()).status).toBe(200)
    await other.signIn()
    await runAfter(test, { days: 8 })
    await expectKept('belongs to another account now')
    expect(await walletOf(other)).toBe(other.wallet.address)
  })

  it('does not happen if the new wallet lost its access to the beta meanwhile', async () => {
    for (const { wallet } of [ada, other]) await whitelistWallet(test.ctx, wallet.address)
    test.ctx.settings.betaAccess = 'closed'
    expect((await request()).status).toBe(200)
    await test.ctx.db.query('update whitelisted_wallets set is_active = false where wallet_address = $1', [
      other.wallet.address.toLowerCase(),
    ])
    await runAfter(test, { days: 8 })
    await expectKept('lost its access to the beta')
    expect(await ada.me()).toMatchObject({ restriction: null })
  })

  it('leaves purchases with the owner of the wallet at the time', async () => {
    for (const { wallet } of [ada, other]) test.ctx.chain.mint(wallet.address, 10 * USDC)
    buy(test, ada, 1)
    buy(test, other, 2)
    test.ctx.clock.advance({ minutes: 1 })
    await link({ ...(await linking()), replacing: await letting() })
    test.ctx.clock.advance({ minutes: 1 })
    buy(test, ada, 4)
    await follow(test)
    expect(await purchasedOf(ada)).toBe(30)
  })

  it('leaves a purchase with the old wallet to be confirmed by who made it, and by nobody else', async () => {
    for (const { wallet } of [ada, other]) test.ctx.chain.mint(wallet.address, 10 * USDC)
    buy(test, ada, 2)
    await follow(test)
    const [hers, foreign] = [buy(test, ada, 1), buy(test, other, 1)]
    test.ctx.clock.advance({ minutes: 1 })
    await link({ ...(await linking()), replacing: await letting() })
    test.ctx.clock.advance({ minutes: 1 })
    const next = await as(ada.wallet)
    expect(await purchasedOf(next)).toBe(0)
    const confirm = (actor: Actor, transactionHash: string) =>
      actor.send('POST', '/api/steeze/confirm-purchase', { transactionHash })
    expect(await confirm(next, hers)).toMatchObject(refusal(403, 'TRANSACTION_OF_ANOTHER'))
    expect(await confirm(ada, hers)).toMatchObject({ status: 200, body: { amount: 10 } })
    expect(await confirm(next, foreign)).toMatchObject(refusal(403, 'TRANSACTION_OF_ANOTHER'))
  })
})

describe('replacing a wallet is refused', () => {
  it('with a signature for another wallet, or for another purpose', async () => {
    for (const replacing of [
      await letting(new Actor(test).wallet.address),
      await signed(ada.wallet, { purpose: 'link' }),
    ]) {
      const body = { ...(await linking()), replacing }
      await unchanged(state, async () => expect(await link(body)).toMatchObject(refusal(401, 'NONCE_INVALID')))
    }
    const query = `walletAddress=${ada.wallet.address}&purpose=replace`
    expect(await ada.send('GET', `/api/auth/nonce?${query}`)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
  })

  it('while a redemption by the wallet is open [steeze.check-redeem-wallet-stays]', async () => {
    await earn(test, ada, 50)
    test.ctx.chain.mine(3)
    await follow(test)
    await ada.call('POST /api/steeze/redeem', { body: { amount: 20 } })
    expect(await request()).toMatchObject(refusal(409, 'WALLET_IN_REDEMPTION'))
    expect(await link({ ...(await linking()), replacing: await letting() })).toMatchObject(
      refusal(409, 'WALLET_IN_REDEMPTION'),
    )
    expect([await walletOf(ada), await waiting()]).toEqual([ada.wallet.address, null])
  })

  it('and redeeming is refused while a replacement waits [access.wallet-replace-no-redeem]', async () => {
    await earn(test, ada, 50)
    test.ctx.chain.mine(3)
    await follow(test)
    await request()
    await unchanged(state, async () =>
      expect(await ada.send('POST', '/api/steeze/redeem', { amount: 20 })).toMatchObject(
        refusal(409, 'WALLET_REPLACEMENT_WAITING'),
      ),
    )
    await ada.call('POST /api/auth/wallet-replacement/cancel')
    expect((await ada.send('POST', '/api/steeze/redeem', { amount: 20 })).status).toBe(200)
  })
})

describe('a stolen session', () => {
  function thief(): Actor {
    const actor = new Actor(test)
    for (const [name, value] of ada.cookies) if (name === 'aura_session') actor.cookies.set(name, value)
    return actor
  }
  const request = async (actor: Actor) =>
    actor.send('POST', '/api/auth/link-wallet', await linking(other.wallet, actor))

  it('cannot request a replacement without a confirmation by wallet or X [access.wallet-replace-fresh]', async () => {
    const before = await state()
    expect(await request(thief())).toMatchObject({
      ...refusal(403, 'FRESH_SIGN_IN_REQUIRED'),
      body: { data: { by: 'provider' } },
    })
    expect(await waiting()).toBeNull()
    expect(await state()).toEqual(before)
  })

  it('cannot use the thief’s X account, whether signed in or newly connected', async () => {
    const stolen = thief()
    test.x.person = { id: '1002', username: 'thief', name: 'Thief' }
    expect(await confirmed(other.wallet, stolen)).toBe('/settings?x=not-you')
    const disconnect = (proof?: object) => stolen.send('POST', '/api/auth/disconnect-twitter', { proof })
    expect(await disconnect()).toMatchObject(refusal(403, 'FRESH_SIGN_IN_REQUIRED'))
    expect(await viaX(stolen)).toBe('/?x=other')
    // A session stolen right after its owner signed in can connect a wallet.
    Object.assign(stolen, { wallet: ada.wallet })
    await stolen.call('POST /api/auth/sign-in-again', { body: await stolen.freshProof('sign-in-again') })
    expect((await disconnect(await stolen.freshProof('disconnect', 'x'))).status).toBe(200)
    expect(await viaX(stolen)).toBe('/?x=linked')
    const leaving = await leaveForX(stolen, { purpose: 'bind-wallet', wallet: other.wallet.address })
    expect(leaving.search).toBe('?x=recent')
    const refused = await request(stolen)
    expect(refused).toMatchObject(refusal(403, 'OLD_WALLET_REQUIRED'))
    await stolen.call('POST /api/auth/disconnect-twitter')
    expect(await request(stolen)).toMatchObject(refusal(403, 'OLD_WALLET_REQUIRED'))
  })

  it('cannot use the owner’s confirmation, change its wallet, reuse it or use it late', async () => {
    await confirmed()
    expect(await request(thief())).toMatchObject(refusal(403, 'FRESH_SIGN_IN_REQUIRED'))
    const third = new Actor(test)
    expect(await link(await linking(third.wallet))).toMatchObject(refusal(403, 'FRESH_SIGN_IN_REQUIRED'))
    expect((await link(await linking())).status).toBe(200)
    await ada.call('POST /api/auth/wallet-replacement/cancel')
    expect(await link(await linking())).toMatchObject(refusal(403, 'FRESH_SIGN_IN_REQUIRED'))
    await confirmed()
    test.ctx.clock.advance({ minutes: 5 })
    expect(await link(await linking())).toMatchObject(refusal(403, 'FRESH_SIGN_IN_REQUIRED'))
  })

  it('ends when the wallet is replaced, whoever copied the cookie [access.wallet-replace-ends-sessions]', async () => {
    const [copied, phone] = [thief(), await as(ada.wallet)]
    expect((await link({ ...(await linking()), replacing: await letting() })).status).toBe(200)
    expect(test.changedTopics()).toContain(`sessions:${(await ada.me()).id}`)
    for (const actor of [copied, phone])
      expect(await actor.send('GET', '/api/auth/user')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    // All sessions end, because it is unknown which one made the request seven days ago.
    test.ctx.clock.advance({ days: 1 })
    const [third, elsewhere] = [new Actor(test), await as(other.wallet)]
    await confirmed(third.wallet)
    expect((await link(await linking(third.wallet))).status).toBe(200)
    await runAfter(test, { days: 7 })
    for (const actor of [ada, elsewhere])
      expect(await actor.send('GET', '/api/auth/user')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  })

  it('of an X account cannot add a first wallet without a fresh sign-in or X confirmation', async () => {
    test.x.person = { id: '1003', username: 'cy_on_x', name: 'Cy' }
    const [cy, dee] = [new Actor(test), new Actor(test)]
    await viaX(cy)
    await viaX(dee)
    const mine = async (actor: Actor) => actor.send('POST', '/api/auth/link-wallet', await linking(actor.wallet, actor))
    const asked = { message: 'x', signature: '0x00', walletAddress: cy.wallet.address }
    const nonce = `/api/auth/nonce?purpose=link&walletAddress=${cy.wallet.address}`
    test.ctx.clock.advance({ minutes: 15, ms: 1 })
    for (const refused of [await cy.send('GET', nonce), await cy.send('POST', '/api/auth/link-wallet', asked)])
      expect(refused).toMatchObject({ ...refusal(403, 'FRESH_SIGN_IN_REQUIRED'), body: { data: { by: 'provider' } } })
    expect(await viaX(cy, { purpose: 'bind-wallet', wallet: cy.wallet.address })).toBe('/?x=confirmed')
    expect((await mine(cy)).status).toBe(200)
    expect((await cy.me()).walletAddress).toBe(cy.wallet.address)
  })
})
