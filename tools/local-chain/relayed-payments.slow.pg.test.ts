import { randomBytes } from 'node:crypto'
import type { RelayedAccountCall, RelayedPayment } from '@aura/api/calls/relay'
import { RELAY_RULES } from '@aura/api/rules/relay'
import { auraAccountAbi, auraAccountFactoryAbi, usdcAbi } from '@aura/contracts/abi'
import { mockUsdcAbi } from '@aura/contracts/bytecode'
import {
  type AccountKey,
  type AccountPlace,
  accountAddress,
  accountCode,
  addingKey,
  callsByKey,
  implementationOf,
  type KeysTask,
  keepingKey,
  keyId,
  passkeyOf,
  passkeySignature,
  paymentByKey,
  removingKey,
  type SignedCalls,
  sendingUsdc,
} from '@aura/contracts/signing/account'
import { purchaseAuthorization, type SignedData, vouchAuthorization } from '@aura/contracts/signing/authorization'
import {
  type Abi,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  hexToBigInt,
  numberToHex,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { joinWithWallet } from '../../server/src/features/auth/index.ts'
import { openSender, RelayKey, relayPayment } from '../../server/src/features/relay/index.ts'
import { RelaySender } from '../../server/src/features/relay/relay-sender.ts'
import { takeLease } from '../../server/src/features/relay/store.ts'
import { rpcChain } from '../../server/src/platform/chain/rpc-chain.ts'
import { newcomer } from '../../tests/server/actors/actors.ts'
import type { ChainStage } from '../../tests/server/chain/chain-stage.ts'
import { createPasskey, type Passkey } from '../../tests/server/chain/passkey.ts'
import { openAgain } from '../../tests/server/database/open-test-database.ts'
import { type TestApp, testApp } from '../../tests/server/test-app.ts'
import { AnvilNetwork } from './anvil-network.ts'
import { LOCAL_CONTRACTS } from './deploy.ts'
import { LOCAL_SIGNER_KEY } from './published-keys.ts'

const FACTORY = LOCAL_CONTRACTS.accounts.toLowerCase() as Hex
const { usdc, vouch, steeze } = LOCAL_CONTRACTS
const TEN = 10_000_000n

let network: AnvilNetwork
let stage: ChainStage
let ctx: ChainStage['test']['ctx']
let relayKey: Hex
let relay: RelayKey
let sender: RelaySender
const minter = privateKeyToAccount(generatePrivateKey())
beforeAll(async () => {
  network = await AnvilNetwork.start()
})
afterAll(() => network?.stop())
beforeEach(async () => {
  stage = await network.stage()
  ctx = stage.test.ctx
  relayKey = generatePrivateKey()
  relay = relayOf(ctx)
  for (const address of [relay.address, minter.address]) {
    await network.rpc('anvil_setBalance', [address, numberToHex(10n ** 18n)])
  }
  await openSender(ctx, relay)
  await lease(ctx, 'test')
  sender = new RelaySender(ctx, relay, { holder: 'test', log: SILENT })
})
afterEach(() => stage.close())

const SILENT = { warn() {}, error() {} }

/** Lets a server take payments on, with the key of this test. Returns its copy of the key. */
function relayOf(server: TestApp['ctx']): RelayKey {
  const own = new RelayKey(relayKey)
  // anvil's gas is a thousand times as dear as Base's.
  const caps = { hourGwei: 1e12, dayGwei: 1e12, perPersonDay: 100 }
  Object.assign(server, { relay: own, limits: { ...server.limits, relay: { ...server.limits.relay, ...caps } } })
  Object.assign(server.settings, { accountFactory: FACTORY })
  return own
}

/** Returns whether a server may send for the next minute. */
const lease = ({ db, chain, clock }: TestApp['ctx'], holder: string) =>
  takeLease(db, `${chain.id}/${relay.address}`, { holder, lifeMs: 60_000, now: clock.sqlNow() })

/** Somebody who pays with a key: of an ordinary wallet, or of an account that it made. */
interface Payer {
  userId: string
  address: Hex
  accountKey: AccountKey
  /** Signs what USDC checks. */
  payment(data: SignedData): Promise<Hex>
  /** Signs calls of the account. */
  calls(calls: SignedCalls, at?: AccountPlace): Promise<Hex>
}

async function joined(address: Hex, micros = 100n * TEN): Promise<string> {
  const { userId } = await ctx.db.tx((tx) => joinWithWallet(ctx, tx, { address, timeZone: 'UTC' }))
  if (micros > 0n) await mint(address, micros)
  return userId
}

async function mint(address: Hex, micros: bigint): Promise<void> {
  await usdcCall(encodeFunctionData({ abi: mockUsdcAbi, functionName: 'mint', args: [address, micros] }))
}

async function usdcCall(data: Hex): Promise<void> {
  await network.send(minter, usdc, data)
  await network.mine()
}

const place = (account: Hex) => ({ chainId: ctx.chain.id, account })

type Sign = (data: SignedData) => Promise<Hex>

const done = async ({ toSign, signatureOf }: KeysTask, sign: Sign) => signatureOf(await sign(toSign))

async function payerBy(key: AccountKey, sign: Sign): Promise<Payer> {
  const address = accountAddress(FACTORY, key)
  return {
    userId: await joined(address),
    address,
    accountKey: key,
    payment: (data) => done(paymentByKey(place(address), key, data), sign),
    calls: (calls, at = place(address)) => done(callsByKey(at, key, calls), sign),
  }
}

const byPasskey = (passkey: Passkey) => async (data: SignedData) => passkeySignature(passkey.sign(hashTypedData(data)))

const ONES: Hex = `0x${'11'.repeat(65)}`

const byWallet = (wallet: PrivateKeyAccount) => (data: SignedData) => wallet.signTypedData(data)

function passkeyPayer() {
  const passkey = createPasskey()
  return payerBy(passkeyOf(FACTORY, passkey), byPasskey(passkey))
}

const keyOf = (wallet: PrivateKeyAccount) => wallet.address.toLowerCase() as AccountKey

function walletPayer(wallet = privateKeyToAccount(generatePrivateKey())) {
  return payerBy(keyOf(wallet), byWallet(wallet))
}

async function ordinaryPayer(): Promise<Payer> {
  const wallet = privateKeyToAccount(generatePrivateKey())
  const address = wallet.address.toLowerCase() as Hex
  const sign = byWallet(wallet)
  return { userId: await joined(address), address, accountKey: '0x', payment: sign, calls: async () => ONES }
}

const token = { chainId: 31_337, address: usdc, name: 'USD Coin', version: '2' }
const salt = (): Hex => `0x${randomBytes(32).toString('hex')}`
const inSeconds = (seconds: number) => Math.floor(ctx.clock.now().getTime() / 1_000) + seconds
const withKey = ({ accountKey }: Payer) => (accountKey === '0x' ? {} : { accountKey })

async function purchase(payer: Payer, amount = 10, change: { validBefore?: number } = {}): Promise<RelayedPayment> {
  const signed = { salt: salt(), validBefore: change.validBefore ?? inSeconds(600) }
  const data = purchaseAuthorization(token, {
    ...signed,
    from: payer.address,
    steeze,
    micros: BigInt(amount) * 100_000n,
  })
  return { purpose: 'buy', steeze: amount, ...signed, signature: await payer.payment(data) }
}

async function vouching(payer: Payer, userId: string, target: Hex): Promise<RelayedPayment> {
  const signed = { salt: salt(), validBefore: inSeconds(600) }
  const data = vouchAuthorization(token, { ...signed, from: payer.address, vouch, target, micros: TEN })
  return { purpose: 'vouch', vouchedUserId: userId, usdc: 10, ...signed, signature: await payer.payment(data) }
}

const callOf = (account: Hex, call: RelayedAccountCall) => {
  if (call.kind === 'send-usdc') return sendingUsdc(usdc, { to: call.to as Hex, micros: BigInt(call.usdcMicros) })
  if (call.kind === 'add-key') return addingKey(account, call.key as Hex)
  return (call.kind === 'remove-key' ? removingKey : keepingKey)(account, call.keyId as Hex)
}

async function execution(
  payer: Payer,
  call: RelayedAccountCall,
  { nonce = salt(), deadline = inSeconds(600) }: { nonce?: Hex; deadline?: number } = {},
): Promise<RelayedPayment> {
  const calls = [callOf(payer.address, call)]
  const signature = await payer.calls({ calls, nonce: hexToBigInt(nonce), deadline })
  return { purpose: 'execute', call, nonce, deadline, signature }
}

const ask = ({ userId }: Payer, payment: RelayedPayment, server = ctx) => relayPayment(server, { userId, payment })

const whyRefused = (payer: Payer, payment: RelayedPayment, server = ctx) =>
  ask(payer, payment, server).then(
    () => 'taken',
    (error: { data?: { reason?: string } }) => error.data?.reason ?? error,
  )

/** Brings what was taken on into a block. Returns what became of it. */
async function settled(id: string): Promise<string> {
  for (let look = 0; look < 3; look++) {
    await sender.step()
    await network.mine()
    ctx.clock.advance({ ms: 500 })
  }
  return became(id)
}

async function became(id: string): Promise<string> {
  const [row] = await ctx.db.query<{ status: string; reason: string | null }>(
    'select status, reason from relayed_payments where id = $1',
    [id],
  )
  return row?.reason ?? row?.status ?? 'gone'
}

const pay = async (payer: Payer, payment: RelayedPayment) => settled((await ask(payer, payment)).id)

/** Adds a wallet as a key of the payer's account. Returns the payer with the wallet in hand. */
async function withWallet(payer: Payer): Promise<Payer> {
  const wallet = privateKeyToAccount(generatePrivateKey())
  const key = keyOf(wallet)
  expect(await pay(payer, await execution(payer, { kind: 'add-key', key }))).toBe('mined')
  const at = place(payer.address)
  return {
    ...payer,
    payment: (data) => done(paymentByKey(at, key, data), byWallet(wallet)),
    calls: (calls) => done(callsByKey(at, key, calls), byWallet(wallet)),
  }
}

async function read(to: Hex, abi: Abi, functionName: string, args: readonly unknown[] = []): Promise<unknown> {
  const data = await ctx.chain.call({ to, data: encodeFunctionData({ abi, functionName, args }) })
  return decodeFunctionResult({ abi, functionName, data })
}
const balanceOf = (address: Hex) => read(usdc, usdcAbi, 'balanceOf', [address])
const isKey = (account: Hex, key: AccountKey) => read(account, auraAccountAbi, 'isKey', [key])

const SOMEBODY: Hex = '0x00000000000000000000000000000000000c0ffe'
const sending: RelayedAccountCall = { kind: 'send-usdc', to: SOMEBODY, usdcMicros: 2_500_000 }

/** Returns an account that is there, since it paid before. */
async function established(payer: Payer): Promise<Payer> {
  expect(await pay(payer, { ...(await purchase(payer)), ...withKey(payer) } as RelayedPayment)).toBe('mined')
  return payer
}

it('computes the addresses that the factory computes', async () => {
  const key = passkeyOf(FACTORY, createPasskey())
  const implementation = await read(FACTORY, auraAccountFactoryAbi, 'implementation')
  expect(String(implementation).toLowerCase()).toBe(implementationOf(FACTORY))
  const found = await read(FACTORY, auraAccountFactoryAbi, 'accountOf', [key])
  expect(String(found).toLowerCase()).toBe(accountAddress(FACTORY, key))
})

describe('pays the fee of', () => {
  it.each([
    ['a passkey account', passkeyPayer],
    ['an account of a wallet', walletPayer],
    ['an ordinary wallet', ordinaryPayer],
  ])('%s that buys, vouches and redeems without ETH [relay.paid] [relay.account-made]', async (_, open) => {
    const payer = await open()
    const bo = await newcomer(stage.test)
    expect(await pay(payer, { ...(await purchase(payer, 30)), ...withKey(payer) } as RelayedPayment)).toBe('mined')
    if (payer.accountKey !== '0x') expect(await ctx.chain.code(payer.address)).toBe(accountCode(FACTORY))
    const target = bo.wallet.address
    expect(await pay(payer, await vouching(payer, (await bo.me()).id, target))).toBe('mined')
    expect(await balanceOf(target)).toBe(TEN)
    const deadline = inSeconds(300)
    const withdrawal: RelayedPayment = {
      ...{ purpose: 'withdraw', limit: 20, deadline },
      signature: await signedLimit(payer.address, 20, deadline),
    }
    expect(await pay(payer, withdrawal)).toBe('mined')
    expect(await balanceOf(payer.address)).toBe(1_000_000_000n - 3_000_000n - TEN + 1_400_000n)
    expect(await whyRefused(payer, { ...withdrawal, limit: 25 } as RelayedPayment)).toBe('signature')
    expect(await whyRefused(payer, { ...withdrawal, deadline: deadline + 1 } as RelayedPayment)).toBe('nothing')
  })
})

/** What the server signs for a redemption. */
const signedLimit = (account: Hex, limit: number, deadline: number): Promise<Hex> =>
  privateKeyToAccount(LOCAL_SIGNER_KEY).signTypedData({
    domain: { name: 'SteezeStack', version: '1', chainId: 31_337, verifyingContract: steeze },
    types: {
      Withdrawal: [
        { name: 'account', type: 'address' },
        { name: 'limit', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Withdrawal',
    message: { account, limit: BigInt(limit), deadline: BigInt(deadline) },
  })

describe('has an account', () => {
  it.each([
    ['a passkey', passkeyPayer],
    ['a wallet', walletPayer],
  ])('of %s send USDC, and makes it first [relay.execute] [relay.account-made]', async (_, open) => {
    const payer = await open()
    expect(await whyRefused(payer, await execution(payer, sending))).toBe('undeployed')
    const first = { ...(await execution(payer, sending)), ...withKey(payer) } as RelayedPayment
    expect(await pay(payer, first)).toBe('mined')
    expect(await balanceOf(SOMEBODY)).toBe(2_500_000n)
    expect(await pay(payer, await execution(payer, sending))).toBe('mined')
    expect(await balanceOf(SOMEBODY)).toBe(5_000_000n)
  })

  it('add, remove and keep keys, each of which signs alone [relay.execute]', async () => {
    const payer = await established(await passkeyPayer())
    const bySecond = await withWallet(payer)
    const first = keyId(payer.accountKey)
    expect(await pay(bySecond, await execution(bySecond, { kind: 'remove-key', keyId: first }))).toBe('mined')
    expect(await pay(payer, await execution(payer, { kind: 'keep-key', keyId: first }))).toBe('mined')
    expect(await pay(bySecond, await execution(bySecond, { kind: 'remove-key', keyId: first }))).toBe('mined')
    await network.mine(1, 48 * 3_600)
    ctx.clock.advance({ hours: 48 })
    expect(await isKey(payer.address, payer.accountKey)).toBe(false)
    expect(await whyRefused(payer, await execution(payer, sending))).toBe('signature')
    expect(await whyRefused(payer, await purchase(payer))).toBe('signature')
    expect(await pay(bySecond, await execution(bySecond, sending))).toBe('mined')
  })
})

describe('refuses, with the reason, and sends nothing', () => {
  let payer: Payer
  beforeEach(async () => {
    payer = await established(await passkeyPayer())
  })
  afterEach(async () => {
    expect(await ctx.db.query('select 1 from relayed_payments where status <> $1', ['mined'])).toEqual([])
    expect(await ctx.chain.transactionCount(relay.address)).toBe(1)
  })

  it('USDC that is paused [relay.refused]', async () => {
    await usdcCall(encodeFunctionData({ abi: mockUsdcAbi, functionName: 'setPaused', args: [true] }))
    expect(await whyRefused(payer, await execution(payer, sending))).toBe('usdc-paused')
    expect(await whyRefused(payer, await purchase(payer))).toBe('usdc-paused')
  })

  it.each(['payer', 'receiver'])('a blocked %s', async (who) => {
    const address = who === 'payer' ? payer.address : SOMEBODY
    await usdcCall(encodeFunctionData({ abi: mockUsdcAbi, functionName: 'setBlocked', args: [address, true] }))
    expect(await whyRefused(payer, await execution(payer, sending))).toBe('usdc-blocked')
  })

  it('more than there is', async () => {
    expect(await whyRefused(payer, await execution(payer, { ...sending, usdcMicros: 2e9 }))).toBe('balance')
    expect(await whyRefused(payer, await purchase(payer, 20_000))).toBe('balance')
  })

  it('a signature for another target, amount, account, chain, number or purpose', async () => {
    const other = await passkeyPayer()
    const good = (await execution(payer, sending)) as Extract<RelayedPayment, { purpose: 'execute' }>
    const bought = (await purchase(payer)) as Extract<RelayedPayment, { purpose: 'buy' }>
    const calls = [callOf(payer.address, sending)]
    const onBase = await payer.calls(
      { calls, nonce: hexToBigInt(good.nonce as Hex), deadline: good.deadline },
      { chainId: 8_453, account: payer.address },
    )
    const changed: RelayedPayment[] = [
      { ...good, call: { ...sending, to: minter.address } },
      { ...good, call: { ...sending, usdcMicros: 2_500_001 } },
      { ...good, call: { kind: 'remove-key', keyId: keyId(payer.accountKey) } },
      { ...good, nonce: salt() },
      { ...good, deadline: good.deadline + 1 },
      { ...good, signature: onBase },
      { ...good, signature: bought.signature },
      { ...bought, steeze: 11 },
      { ...bought, salt: salt() },
      { ...bought, signature: good.signature },
    ]
    for (const payment of changed) expect(await whyRefused(payer, payment)).toBe('signature')
    expect(await whyRefused(payer, { ...good, accountKey: other.accountKey })).toBe('key')
  })

  it('what is too late, or counts for too long', async () => {
    expect(await whyRefused(payer, await execution(payer, sending, { deadline: inSeconds(5) }))).toBe('time')
    expect(await whyRefused(payer, await execution(payer, sending, { deadline: inSeconds(3_601) }))).toBe('time')
    expect(await whyRefused(payer, await purchase(payer, 10, { validBefore: inSeconds(5) }))).toBe('time')
  })

  it('USDC to where it would be lost, or to oneself', async () => {
    for (const to of [usdc, vouch, steeze, FACTORY, `0x${'0'.repeat(40)}`]) {
      expect(await whyRefused(payer, await execution(payer, { ...sending, to }))).toBe('lost-there')
    }
    expect(await whyRefused(payer, await execution(payer, { ...sending, to: payer.address }))).toBe('own-address')
  })

  it('keys that can’t be added, removed or kept', async () => {
    const own = keyId(payer.accountKey)
    const cases: [RelayedAccountCall, string][] = [
      [{ kind: 'add-key', key: payer.accountKey }, 'key-exists'],
      [{ kind: 'add-key', key: payer.address }, 'key-unusable'],
      [{ kind: 'remove-key', keyId: salt() }, 'key-not-staying'],
      [{ kind: 'remove-key', keyId: own }, 'last-key'],
      [{ kind: 'keep-key', keyId: own }, 'key-not-leaving'],
    ]
    for (const [call, reason] of cases) expect(await whyRefused(payer, await execution(payer, call))).toBe(reason)
  })

  it('calls of what is no account', async () => {
    const ordinary = await ordinaryPayer()
    expect(await whyRefused(ordinary, await execution(ordinary, sending))).toBe('undeployed')
    await network.rpc('anvil_setCode', [ordinary.address, '0x00'])
    expect(await whyRefused(ordinary, await execution(ordinary, sending))).toBe('no-account')
    Object.assign(ctx.settings, { accountFactory: null })
    expect(await whyRefused(payer, await execution(payer, sending))).toBe('no-account')
  })

  it('an account’s payment before the account is there', async () => {
    const early = await passkeyPayer()
    expect(await whyRefused(early, await purchase(early))).toBe('undeployed')
  })
})

describe('on two servers', () => {
  let other: TestApp
  let first: Payer
  let second: Payer
  let senders: { server: TestApp['ctx']; holder: string; sender: RelaySender }[]
  beforeEach(async () => {
    first = await established(await passkeyPayer())
    second = await withWallet(first)
    other = await testApp({ clock: ctx.clock, openDb: () => openAgain(ctx.db) })
    Object.assign(other.ctx, { chain: rpcChain(network.settings) })
    const another = new RelaySender(other.ctx, relayOf(other.ctx), { holder: 'other', log: SILENT })
    senders = [
      { server: ctx, holder: 'test', sender },
      { server: other.ctx, holder: 'other', sender: another },
    ]
  })
  afterEach(() => other.close())

  /** Has both servers look at the same moment, of which the one with the lease sends. */
  async function look(): Promise<void> {
    const mayStep = await Promise.all(senders.map(({ server, holder }) => lease(server, holder)))
    expect(mayStep.filter(Boolean)).toHaveLength(1)
    await Promise.all(senders.filter((_, at) => mayStep[at]).map((each) => each.sender.step()))
  }

  /** Brings into a block what both have taken on. The one that sends changes in between. */
  async function finish(): Promise<void> {
    for (let looks = 0; looks < 4; looks++) {
      await look()
      await network.mine()
      ctx.clock.advance({ minutes: 1, ms: 1 })
      senders.reverse()
    }
  }

  /** Hands each payment to both servers at once. Returns what became of each in the end. */
  async function handedToBoth(payments: [Payer, RelayedPayment][]): Promise<string[]> {
    const taken = await Promise.all(
      payments.map(([payer, payment]) =>
        Promise.all([ctx, other.ctx].map((server) => ask(payer, payment, server).then(({ id }) => id))),
      ),
    )
    const ids = taken.map((both) => new Set(both))
    expect(ids.map(({ size }) => size)).toEqual(payments.map(() => 1))
    await finish()
    return Promise.all(ids.flatMap((both) => [...both].map(became)))
  }

  it('two keys of an account that act at once each pay once [relay.two-keys]', async () => {
    const sent = await ctx.chain.transactionCount(relay.address)
    const payments: [Payer, RelayedPayment][] = [
      [first, await execution(first, sending)],
      [second, await execution(second, sending)],
      [second, await purchase(second)],
    ]
    expect(await handedToBoth(payments)).toEqual(['mined', 'mined', 'mined'])
    expect(await balanceOf(SOMEBODY)).toBe(5_000_000n)
    expect(await balanceOf(first.address)).toBe(1_000_000_000n - 5_000_000n - 2_000_000n)
    expect(await ctx.chain.transactionCount(relay.address)).toBe(sent + payments.length)
  })

  it('sends the balance once when two keys send all of it, and tells the other why it failed [relay.two-keys]', async () => {
    const all: RelayedAccountCall = { ...sending, usdcMicros: Number(await balanceOf(first.address)) }
    const ends = await handedToBoth([
      [first, await execution(first, all)],
      [second, await execution(second, all)],
    ])
    expect(ends.toSorted()).toEqual(['mined', 'reverted'])
    expect(await balanceOf(SOMEBODY)).toBe(BigInt(all.usdcMicros))
    expect(await balanceOf(first.address)).toBe(0n)
  })

  it('a key that two others remove at once leaves once [relay.two-keys]', async () => {
    const third = keyOf(privateKeyToAccount(generatePrivateKey()))
    expect(await pay(first, await execution(first, { kind: 'add-key', key: third }))).toBe('mined')
    const removal: RelayedAccountCall = { kind: 'remove-key', keyId: keyId(third) }
    const ends = await handedToBoth([
      [first, await execution(first, removal)],
      [second, await execution(second, removal)],
    ])
    expect(ends.toSorted()).toEqual(['mined', 'reverted'])
    const until = Number(await read(first.address, auraAccountAbi, 'validUntil', [keyId(third)]))
    const left = until - Math.floor((await ctx.chain.latest()).time.getTime() / 1_000)
    expect(Math.abs(left - RELAY_RULES.removalHours * 3_600)).toBeLessThan(60)
  })

  describe('of a key that is being removed,', () => {
    beforeEach(async () => {
      const removal: RelayedAccountCall = { kind: 'remove-key', keyId: keyId(first.accountKey) }
      // The key that leaves acts at the same moment, and pays.
      expect(
        await handedToBoth([
          [second, await execution(second, removal)],
          [first, await execution(first, sending)],
        ]),
      ).toEqual(['mined', 'mined'])
      await passUntilRemoved(-600)
    })
    afterEach(async () => {
      expect(await isKey(first.address, first.accountKey)).toBe(false)
      expect(await balanceOf(SOMEBODY)).toBe(2_500_000n)
      expect(await ctx.db.query('select 1 from relayed_payments where settled_at is null')).toEqual([])
    })

    /** Lets time pass up to so many seconds after the key has left. */
    async function passUntilRemoved(seconds: number): Promise<void> {
      const until = await read(first.address, auraAccountAbi, 'validUntil', [keyId(first.accountKey)])
      const { time } = await ctx.chain.latest()
      const left = Number(until) + seconds - Math.floor(time.getTime() / 1_000)
      await network.mine(1, left)
      ctx.clock.advance({ ms: left * 1_000 })
    }

    const handedIn = async (): Promise<RelayedPayment[]> => [
      await execution(first, sending, { deadline: inSeconds(1_500) }),
      await purchase(first, 10, { validBefore: inSeconds(1_500) }),
    ]

    it('a payment is refused once it has left, also one that was signed before [relay.removed-key]', async () => {
      const before = await handedIn()
      await passUntilRemoved(0)
      for (const payment of [...before, ...(await handedIn())]) {
        for (const server of [ctx, other.ctx]) expect(await whyRefused(first, payment, server)).toBe('signature')
      }
      expect((await handedToBoth([[second, await purchase(second)]]))[0]).toBe('mined')
    })

    it('a payment that was taken on before it left is not sent after [relay.removed-key]', async () => {
      const sent = await ctx.chain.transactionCount(relay.address)
      const ids = await Promise.all((await handedIn()).map(async (payment) => (await ask(first, payment)).id))
      await passUntilRemoved(0)
      await finish()
      expect(await Promise.all(ids.map(became))).toEqual(['refused', 'refused'])
      expect(await ctx.chain.transactionCount(relay.address)).toBe(sent)
    })

    it('a payment that was sent before it left, and comes into a block after, moves nothing [relay.removed-key]', async () => {
      const ids = await Promise.all((await handedIn()).map(async (payment) => (await ask(first, payment)).id))
      await look()
      expect(await Promise.all(ids.map(became))).toEqual(['sent', 'sent'])
      await passUntilRemoved(0)
      await finish()
      expect(await Promise.all(ids.map(became))).toEqual(['reverted', 'reverted'])
      expect(await balanceOf(first.address)).toBe(1_000_000_000n - 1_000_000n - 2_500_000n)
    })
  })
})
