import { type AccountKey, implementationOf, keyId, passkeyOf } from '@aura/contracts/signing/account'
import { getAddress, type Hex } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { utcMinute } from '#platform/utc-text'
import { signedUp } from '../../../../tests/server/actors/actors.ts'
import { Authenticator } from '../../../../tests/server/actors/authenticator.ts'
import { PasskeyActor } from '../../../../tests/server/actors/passkey-actor.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { ORIGIN, testApp } from '../../../../tests/server/test-app.ts'
import { accountsReader } from './read-accounts.ts'
import { findLeft } from './store.ts'

const FACTORY: Hex = `0x${'fa'.repeat(20)}`
const WALLET: Hex = `0x${'ab'.repeat(20)}`
const STRANGER: AccountKey = passkeyOf(FACTORY, { x: `0x${'01'.repeat(32)}`, y: `0x${'02'.repeat(32)}` })

const test = openForEach(() => testApp({ settings: { accountFactory: FACTORY } }))
let ada: PasskeyActor
let account: string
let first: AccountKey
let read: () => Promise<void>

beforeEach(async () => {
  test.ctx.chain.honestOthers = 1
  ada = new PasskeyActor(test)
  await ada.join()
  account = (await ada.me()).walletAddress?.toLowerCase() ?? ''
  first = (await signers())[0] as AccountKey
  read = accountsReader(test.ctx)
})

const keysOf = async (who = ada) => (await who.call('GET /api/account/keys')).account?.keys
const signers = async () => ((await ada.call('GET /api/passkeys')).wallet?.keys ?? []).map(({ key }) => key)
const notices = async () => (await ada.call('GET /api/notifications')).map(({ title }) => title)
const inHours = (hours: number) => new Date(test.ctx.clock.now().getTime() + hours * 3_600_000)
const added = (key: Hex) => test.ctx.chain.changeKey(account, { kind: 'added', key })
const leaving = (key: Hex) => test.ctx.chain.changeKey(account, { kind: 'leaving', key, until: inHours(48) })
const stays = (key: Hex) => test.ctx.chain.changeKey(account, { kind: 'stays', key })

/** Accounts of which a passkey here is to be made one that signs in only. */
const left = () => findLeft(test.ctx.db, { now: test.ctx.clock.now(), verifier: implementationOf(FACTORY), limit: 9 })

/** A passkey of another device that signs in. Returns the key it would be. */
async function secondPasskey(): Promise<AccountKey> {
  const phone = new PasskeyActor(test, new Authenticator(ORIGIN))
  for (const [name, value] of ada.cookies) phone.cookies.set(name, value)
  await phone.addPasskey()
  const { candidates = [] } = (await ada.call('GET /api/account/keys')).account ?? {}
  return candidates[0]?.key as AccountKey
}

describe('the keys of a passkey account', () => {
  it('are its first one until it is on the network, and then those that the network has [settings.keys-list]', async () => {
    expect(await ada.call('GET /api/account/keys')).toMatchObject({
      account: { isDeployed: false, candidates: [], keys: [{ id: keyId(first), addedAt: null, leavesAt: null }] },
    })
    added(first)
    added(WALLET)
    expect(await ada.call('GET /api/account/keys')).toMatchObject({
      account: {
        isDeployed: true,
        keys: [
          { id: keyId(first), walletAddress: null, passkeyId: expect.any(String), leavesAt: null },
          { id: keyId(WALLET), walletAddress: getAddress(WALLET), passkeyId: null, name: null },
        ],
      },
    })
    expect((await keysOf())?.[0]?.name).toBe((await ada.call('GET /api/passkeys')).passkeys[0]?.name)
    leaving(WALLET)
    expect((await keysOf())?.[1]).toMatchObject({ leavesAt: inHours(48).toISOString() })
    test.ctx.clock.advance({ hours: 48 })
    expect(await keysOf()).toHaveLength(1)
  })

  it('are nobody’s who has an ordinary wallet, and unknown while the network is away [settings.keys-list]', async () => {
    const bo = await signedUp(test)
    expect(await bo.call('GET /api/account/keys')).toEqual({ account: null })
    test.ctx.chain.isReachable = false
    test.ctx.chain.honestOthers = 0
    expect(await ada.send('GET', '/api/account/keys')).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
    test.ctx.chain.isReachable = true
    expect(await keysOf()).toHaveLength(1)
  })

  it('aren’t believed of one node that hides or delays a key [settings.keys-quorum]', async () => {
    added(first)
    await keysOf()
    const hash = added(STRANGER)
    test.ctx.chain.leftOut.add(hash)
    expect(await ada.send('GET', '/api/account/keys')).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
    test.ctx.chain.leftOut.clear()
    expect(await keysOf()).toHaveLength(2)
    test.ctx.chain.mine(3)
    await keysOf()
    test.ctx.chain.leftOut.add(hash)
    // It is final, so the node isn't asked again.
    expect(await keysOf()).toHaveLength(2)
  })

  it('are known up to the block that both nodes have [settings.keys-quorum]', async () => {
    added(first)
    added(WALLET)
    test.ctx.chain.othersLag = 1
    expect(await keysOf()).toHaveLength(1)
    test.ctx.chain.othersLag = 0
    expect(await keysOf()).toHaveLength(2)
  })

  it('are what the network has after a reorganisation [settings.keys-quorum]', async () => {
    added(first)
    test.ctx.chain.mine(3)
    const hash = added(WALLET)
    expect(await keysOf()).toHaveLength(2)
    test.ctx.chain.reorg(1, { drop: [hash] })
    expect(await keysOf()).toHaveLength(1)
    added(WALLET)
    test.ctx.chain.reorg(1)
    expect(await keysOf()).toHaveLength(2)
  })

  it('are found in many blocks, also of an account that was there before it was a wallet here [settings.keys-quorum]', async () => {
    added(first)
    added(STRANGER)
    test.ctx.chain.mine(45_000)
    // It takes more than 20 requests, and half a list isn't a list.
    expect(await ada.send('GET', '/api/account/keys')).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
    expect(await keysOf()).toHaveLength(2)
    const widths = test.ctx.chain.accountReads.map(({ from, to }) => to - from + 1)
    expect(Math.max(...widths)).toBeLessThanOrEqual(2_000)
    expect(widths.length).toBeGreaterThan(20)
  })

  it('are told of at once while accounts of others are far behind [settings.keys-told]', async () => {
    const { chain } = test.ctx
    const behind: string[] = []
    for (const who of [new PasskeyActor(test), new PasskeyActor(test)]) {
      await who.join()
      behind.push((await who.me()).walletAddress?.toLowerCase() ?? '')
    }
    for (const address of behind) chain.changeKey(address, { kind: 'added', key: WALLET })
    chain.mine(45_000)
    await read()
    added(first)
    added(STRANGER)
    const reads = async () => {
      chain.accountReads.length = 0
      await read()
      return chain.accountReads.map(({ accounts, from }) => [...accounts.toSorted(), from])
    }
    // The others are read together, after it, where the first run stopped.
    expect((await reads()).slice(0, 2)).toEqual([
      [account, expect.any(Number)],
      [...behind.sort(), 40_001],
    ])
    expect(await notices()).toEqual(['A key was added to your wallet'])
    expect((await reads()).map(({ length }) => length - 1)).toEqual([3])
  })
})

describe('a second passkey', () => {
  it('signs for the wallet once the network has it as a key, and no longer once it left [settings.keys-add] [settings.keys-remove]', async () => {
    added(first)
    const second = await secondPasskey()
    expect(await signers()).toEqual([first])
    added(second)
    await read()
    expect(new Set(await signers())).toEqual(new Set([first, second]))
    const passkeys = (await ada.call('GET /api/passkeys')).passkeys
    expect(passkeys.map(({ isWallet }) => isWallet)).toEqual([true, true])
    leaving(first)
    await read()
    // It signs, and can stop its removal, for two more days.
    expect(await signers()).toHaveLength(2)
    test.ctx.clock.advance({ hours: 48 })
    expect(await left()).toEqual([account])
    await read()
    expect(await left()).toEqual([])
    expect(await signers()).toEqual([second])
    expect((await ada.me()).passkeyWallet).toMatchObject({ status: 'bound', walletAddress: getAddress(account) })
    const lost = (await ada.call('GET /api/passkeys')).passkeys.find(({ isWallet }) => !isWallet)
    expect((await ada.call('GET /api/passkeys')).wallet?.accountKey).toBe(first)
    expect((await ada.call('GET /api/account/keys')).account?.candidates).toEqual([
      { passkeyId: lost?.id, name: lost?.name, key: first },
    ])
  })

  it('keeps the wallet a wallet of passkeys when no passkey signs for it any more', async () => {
    added(first)
    added(WALLET)
    leaving(first)
    await read()
    test.ctx.clock.advance({ hours: 48 })
    expect(await left()).toEqual([])
    await read()
    expect((await ada.me()).passkeyWallet).toMatchObject({ status: 'bound' })
  })

  it('stays one that signs if its removal was stopped, or it was added again [settings.keys-stop]', async () => {
    added(first)
    const second = await secondPasskey()
    added(second)
    leaving(first)
    stays(first)
    leaving(second)
    await read()
    test.ctx.clock.advance({ hours: 48 })
    added(second)
    await read()
    expect(await left()).toEqual([])
    expect(await signers()).toHaveLength(2)
  })
})

describe('the owner', () => {
  it('is told once of each key that comes, leaves or stays, whoever did it [settings.keys-told]', async () => {
    added(first)
    await read()
    expect(await notices()).toEqual([])
    added(STRANGER)
    leaving(first)
    for (const again of [read, accountsReader(test.ctx), read]) await again()
    expect(await notices()).toEqual(['A key is leaving your wallet', 'A key was added to your wallet'])
    const [leaves, came] = await ada.call('GET /api/notifications')
    expect(came?.message).toContain('A passkey that Aura doesn’t know')
    const { name } = (await ada.call('GET /api/passkeys')).passkeys[0] ?? {}
    expect(leaves?.message).toContain(`“${name}” signs until ${utcMinute(inHours(48))}`)
    stays(first)
    await read()
    expect((await notices())[0]).toBe('A key removal was stopped')
    test.ctx.chain.reorg(2)
    await read()
    expect(await notices()).toHaveLength(3)
  })

  it('notifies its owner also when other accounts changed keys in the same blocks [settings.keys-told]', async () => {
    const others = Array.from({ length: 4 }, () => new PasskeyActor(test))
    await read()
    for (const other of others) {
      await other.join()
      const address = (await other.me()).walletAddress?.toLowerCase() ?? ''
      test.ctx.chain.changeKey(address, { kind: 'added', key: STRANGER })
    }
    await read()
    for (const other of others) expect(await other.call('GET /api/notifications')).toHaveLength(1)
  })

  it('is told of a wallet by its address', async () => {
    added(first)
    added(WALLET)
    await read()
    const [came] = await ada.call('GET /api/notifications')
    expect(came?.message).toContain(`${getAddress(WALLET).slice(0, 6)}...`)
  })

  it('isn’t told what happened before the account was theirs', async () => {
    added(first)
    added(STRANGER)
    test.ctx.clock.advance({ hours: 1 })
    await test.ctx.db.query('update wallet_bindings set bound_at = $2 where address = $1', [account, inHours(0)])
    await read()
    expect(await notices()).toEqual([])
    expect(await keysOf()).toHaveLength(2)
  })
})
