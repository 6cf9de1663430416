import { randomBytes, randomUUID } from 'node:crypto'
import type { Body } from '@aura/api/calls'
import { accountAddress, accountCode } from '@aura/contracts/signing/account'
import { encodeErrorResult, type Hex, parseAbi, parseTransaction } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { follow, purchasedOf, USDC, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { CallReverted, ChainUnreachable } from '../../platform/chain/chain.ts'
import { suspendPerson } from '../moderation/index.ts'
import { checkRelay } from './check-relay.ts'
import { RelayKey, senderIdOf } from './relay-key.ts'
import { openSender } from './relay-payment.ts'
import { RelaySender } from './relay-sender.ts'
import {
  deleteAbandoned,
  findOfOtherSenders,
  findOldestOpen,
  findQueued,
  findSent,
  findSpentByDay,
  findUnfinal,
  hasUnfinal,
  takeLease,
} from './store.ts'

const test = openForEach(() => testApp())
const key = generatePrivateKey()
let relay: RelayKey
let ada: Actor
const logged: object[] = []
const log = { warn: () => {}, error: (facts: object) => void logged.push(facts) }

beforeEach(async () => {
  relay = new RelayKey(key)
  Object.assign(test.ctx, { relay })
  logged.length = 0
  await openSender(test.ctx, relay)
  ada = await withUsdc(test)
})

type Payment = Body<'POST /api/relay'>

/** The fake chain doesn't look at signatures, only at what was signed. */
const SIGNATURE = `0x${'11'.repeat(65)}`
const inMinutes = (minutes: number) => Math.floor(test.ctx.clock.now().getTime() / 1_000) + minutes * 60
const salt = () => `0x${randomBytes(32).toString('hex')}`

const purchase = (steeze = 10): Payment => ({
  purpose: 'buy',
  steeze,
  validBefore: inMinutes(10),
  salt: salt(),
  signature: SIGNATURE,
})
const ask = (payment: Payment, by = ada) => by.send('POST', '/api/relay', payment, { 'idempotency-key': randomUUID() })
const taken = async (payment: Payment, by = ada) => (await by.call('POST /api/relay', { body: payment })).id
const stateOf = (id: string, by = ada) => by.call('GET /api/relay/:id', { params: { id } })

const textError = (text: string) =>
  encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: [text] })

/** Makes this account the person's wallet. */
const withAccount = async (by: Actor, account: string) =>
  test.ctx.db.query('update wallets set address = $2 where user_id = $1', [(await by.me()).id, account])

async function senderOf(holder: string): Promise<RelaySender> {
  const { ctx } = test
  await takeLease(ctx.db, senderIdOf(ctx.chain.id, relay), { holder, lifeMs: 60_000, now: ctx.clock.sqlNow() })
  return new RelaySender(ctx, relay, { holder, log })
}

/** Looks, and mines a block before each further look. */
async function run(looks: number, sender?: RelaySender): Promise<void> {
  const looking = sender ?? (await senderOf('one'))
  for (let look = 0; look < looks; look++) {
    await looking.step()
    test.ctx.chain.mine()
    test.ctx.clock.advance({ ms: 500 })
  }
}

/** Lets the node say something else at the next call of each of these. */
function liesOnce(lies: Record<string, (...args: never[]) => unknown>): void {
  const node = test.ctx.chain as unknown as Record<string, unknown>
  for (const [name, lie] of Object.entries(lies)) {
    const honest = node[name]
    node[name] = async (...args: never[]) => {
      node[name] = honest
      return lie(...args)
    }
  }
}

const outcomes = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (({ status, reason }) => reason ?? status)(await stateOf(id))))

/** Returns the numbers of all transactions that were signed, sorted. */
async function numbersOf(): Promise<number[]> {
  const signed = await test.ctx.db.query<{ raw: `0x${string}` }>('select raw from relay_transactions')
  return signed.map(({ raw }) => parseTransaction(raw).nonce ?? 0).sort((a, b) => a - b)
}

describe('a payment that somebody signed', () => {
  it('is sent and credited like their own transaction [relay.paid]', async () => {
    const bo = await newcomer(test)
    const { id: vouchedUserId } = await bo.me()
    const bought = await taken(purchase(30))
    const vouch: Payment = { ...purchase(), purpose: 'vouch', vouchedUserId, usdc: 5 } as Payment
    const vouched = await taken(vouch)
    expect(await stateOf(bought)).toMatchObject({ status: 'queued', transactionHash: null })
    await run(3)
    const done = await stateOf(bought)
    expect(done).toMatchObject({ status: 'mined', transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    await follow(test)
    expect(await purchasedOf(ada)).toBe(30)
    const body = { vouchedUserId, usdcAmount: 5, transactionHash: (await stateOf(vouched)).transactionHash ?? '' }
    expect(await ada.call('POST /api/vouch/create', { body })).toMatchObject({ status: 'completed' })
    expect((await bo.me()).auraPoints).toBeGreaterThanOrEqual(50)
  })

  it('is one payment, however often it is handed in, by whomever [relay.once] [relay.own]', async () => {
    const payment = purchase()
    const ids = await Promise.all([taken(payment), taken(payment), taken(payment)])
    expect(new Set(ids).size).toBe(1)
    await run(3)
    expect(await taken(payment)).toBe(ids[0])
    expect(test.ctx.chain.arrived).toHaveLength(1)
    const bo = await newcomer(test)
    const { status } = await bo.send('GET', `/api/relay/${ids[0]}`)
    expect(status).toBe(404)
  })

  it('has an id that stays, whatever a second click is told [relay.once]', async () => {
    const { chain } = test.ctx
    const gates = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
    const started = gates.map(() => Promise.withResolvers<void>())
    let asked = 0
    chain.estimateGas = async () => {
      const click = asked++
      started[click]?.resolve()
      if (await gates[click]?.promise) return 100_000n
      throw new CallReverted('reverted')
    }
    /** The second click comes while the first is checked; the first is told before the second. */
    async function clicks(first: boolean, second: boolean) {
      const payment = purchase()
      asked = 0
      for (const index of [0, 1]) {
        gates[index] = Promise.withResolvers()
        started[index] = Promise.withResolvers()
      }
      const one = ask(payment)
      await started[0]?.promise
      const two = ask(payment)
      await Promise.race([started[1]?.promise, two])
      gates[0]?.resolve(first)
      const replies = [await one]
      gates[1]?.resolve(second)
      replies.push(await two)
      return replies.map(({ status, body }) => (status === 202 ? (body as unknown as { id: string }).id : status))
    }
    const [one, two] = await clicks(true, false)
    expect(two).toBe(one)
    expect(await stateOf(String(one))).toMatchObject({ status: 'queued' })
    expect(await clicks(false, false)).toEqual([409, 409])
    expect(await clicks(false, true)).toEqual([409, 503])
    Reflect.deleteProperty(chain, 'estimateGas')
  })

  it('is refused if the network would refuse it, and may be tried again [relay.refused]', async () => {
    const payment = purchase()
    test.ctx.chain.simulationError = new CallReverted('reverted', textError('FiatTokenV2: invalid signature'))
    expect(await ask(payment)).toMatchObject({
      status: 409,
      body: { code: 'RELAY_REFUSED', data: { reason: 'signature' } },
    })
    test.ctx.chain.simulationError = null
    expect(await test.ctx.db.query('select 1 from relayed_payments')).toEqual([])
    expect(await ask({ ...payment, validBefore: inMinutes(0) } as Payment)).toMatchObject(refusal(409, 'RELAY_REFUSED'))
    expect(await ask({ ...payment, validBefore: inMinutes(40) } as Payment)).toMatchObject(
      refusal(409, 'RELAY_REFUSED'),
    )
    expect(await ask(payment)).toMatchObject({ status: 202 })
    const { id: vouchedUserId } = await ada.me()
    const forOneself = { ...payment, purpose: 'vouch', vouchedUserId, usdc: 1 } as Payment
    expect(await ask(forOneself)).toMatchObject(refusal(409, 'VOUCH_FOR_ONESELF'))
  })

  it('is refused before money moves if it vouches more than the two, or the day, have left [vouching.refused-at-cap]', async () => {
    const { chain } = test.ctx
    const bo = await newcomer(test)
    const { id: vouchedUserId } = await bo.me()
    const vouch = (usdc: number) => ({ ...purchase(), purpose: 'vouch', vouchedUserId, usdc }) as Payment
    const vouched = async (by: Actor, usdc: number) => {
      chain.vouch(by.wallet.address, bo.wallet.address, usdc * USDC)
      await follow(test)
    }
    const first = vouch(40)
    const id = await taken(first)
    await run(3)
    await follow(test)
    // The contract knows nothing of the wallet that paid.
    await withAccount(ada, `0x${'3'.repeat(40)}`)
    expect(await ask(vouch(61))).toMatchObject({
      status: 409,
      body: { code: 'RELAY_REFUSED', data: { reason: 'pair-cap' }, message: expect.stringMatching(/60 USDC more/) },
    })
    expect(await ask(vouch(60))).toMatchObject({ status: 202 })
    for (const usdc of [100, 59]) await vouched(await withUsdc(test), usdc)
    expect(await ask(vouch(1))).toMatchObject({ status: 202 })
    await vouched(await withUsdc(test), 1)
    expect(await ask(vouch(1))).toMatchObject({
      status: 409,
      body: { code: 'RELAY_REFUSED', data: { reason: 'vouch-day-cap' }, message: expect.stringMatching(/2,000/) },
    })
    // A payment that was accepted before stays accepted.
    await withAccount(ada, ada.wallet.address.toLowerCase())
    expect(await taken(first)).toBe(id)
    test.ctx.clock.advance({ hours: 24 })
    expect(await ask(vouch(1), await withUsdc(test))).toMatchObject({ status: 202 })
  })

  it('is left to the person while the relay can’t pay [relay.unavailable]', async () => {
    const { chain, clock, limits } = test.ctx
    const why = async () => (await ask(purchase())).body as { code?: string; data?: { reason?: string } }
    chain.etherWei = 1_000_000n
    expect(await why()).toMatchObject({ code: 'RELAY_UNAVAILABLE', data: { reason: 'empty' } })
    chain.etherWei = 10n ** 18n
    chain.gasPriceWei = BigInt(limits.relay.maxPriceWei) + 1n
    expect(await why()).toMatchObject({ code: 'RELAY_UNAVAILABLE', data: { reason: 'price' } })
    chain.gasPriceWei = 1_000_000_000n
    await taken(purchase())
    clock.advance({ ms: limits.relay.queuedMs + 1 })
    expect(await why()).toMatchObject({ code: 'RELAY_UNAVAILABLE', data: { reason: 'down' } })
    expect(await ada.call('GET /api/relay')).toEqual({ isOn: true, accountFactory: null })
    Object.assign(test.ctx, { relay: null })
    expect(await why()).toMatchObject({ code: 'RELAY_UNAVAILABLE', data: { reason: 'off' } })
    expect(await ada.call('GET /api/relay')).toEqual({ isOn: false, accountFactory: null })
  })

  it('counts towards caps of the person, the hour and the day [relay.caps]', async () => {
    const { limits } = test.ctx
    const capped = async (relay: Partial<typeof limits.relay>, by = ada) => {
      Object.assign(test.ctx, { limits: { ...limits, relay: { ...limits.relay, ...relay } } })
      return ((await ask(purchase(), by)).body as { data?: { reason?: string } }).data?.reason
    }
    await taken(purchase())
    expect(await capped({ perPersonDay: 1 })).toBe('person')
    expect(await capped({ perPurposeDay: { ...limits.relay.perPurposeDay, buy: 1 } })).toBe('person')
    expect(await capped({ hourGwei: 1_000_000 })).toBe('hour')
    expect(await capped({ dayGwei: 1_000_000 })).toBe('day')
    expect(await capped({ waiting: 1 })).toBe('waiting')
    // It is counted while its signature is checked: of many at once no more than allowed ask the network.
    Object.assign(test.ctx, { limits: { ...limits, relay: { ...limits.relay, perPersonDay: 4 } } })
    const many = await Promise.all(Array.from({ length: 8 }, () => ask(purchase())))
    expect(many.filter(({ status }) => status === 202)).toHaveLength(3)
    // Also before any server has sent with this key.
    Object.assign(test.ctx, { relay: new RelayKey(generatePrivateKey()) })
    await test.ctx.db.query('delete from relayed_payments')
    const first = await Promise.all(Array.from({ length: 8 }, () => ask(purchase())))
    expect(first.filter(({ status }) => status === 202)).toHaveLength(4)
    test.ctx.clock.advance({ hours: 24, minutes: 1 })
    await test.ctx.db.query(`delete from relay_transactions`)
    await test.ctx.db.query(`delete from relayed_payments`)
    expect(await capped({ perPersonDay: 1 })).toBeUndefined()
  })

  it('makes the account of its key only for whom it belongs to [relay.refused]', async () => {
    const accountFactory: Hex = `0x${'d'.repeat(40)}`
    Object.assign(test.ctx.settings, { accountFactory })
    const accountKey: Hex = `0x${'ef'.repeat(84)}`
    const payment = { ...purchase(), accountKey } as Payment
    expect(await ask(payment)).toMatchObject(refusal(409, 'RELAY_REFUSED'))
    await withAccount(ada, accountAddress(accountFactory, accountKey))
    expect(await ask(payment)).toMatchObject({ status: 202 })
  })

  it('changes keys of an account that isn’t there only if it holds USDC, and adds none that can’t sign [relay.refused]', async () => {
    const accountFactory: Hex = `0x${'d'.repeat(40)}`
    const accountKey: Hex = `0x${'ef'.repeat(84)}`
    const account = accountAddress(accountFactory, accountKey)
    Object.assign(test.ctx.settings, { accountFactory })
    await withAccount(ada, account)
    const adding = (wallet: string): Payment => ({
      purpose: 'execute',
      call: { kind: 'add-key', key: wallet },
      ...{ nonce: salt(), deadline: inMinutes(10), signature: SIGNATURE, accountKey },
    })
    const why = async (wallet: string) => (await ask(adding(wallet))).body as { data?: { reason?: string } }
    const other = `0x${'3'.repeat(40)}`
    expect(await why(other)).toMatchObject({ data: { reason: 'empty-account' } })
    test.ctx.chain.mint(account, 999_999)
    test.ctx.chain.mine()
    expect(await why(other)).toMatchObject({ data: { reason: 'empty-account' } })
    test.ctx.chain.mint(account, 1)
    test.ctx.chain.mine()
    for (const unusable of [test.ctx.chain.contracts?.usdc ?? '', accountFactory, `0x${'0'.repeat(39)}1`]) {
      expect(await why(unusable)).toMatchObject({ data: { reason: 'key-unusable' } })
    }
    expect(await ask(adding(other))).toMatchObject({ status: 202 })
    test.ctx.chain.codes.set(account, accountCode(accountFactory))
    test.ctx.chain.mint(account, -1_000_000)
    test.ctx.chain.mine()
    expect(await ask(adding(other))).toMatchObject({ status: 202 })
  })

  it('of a restricted person is sent only if it moves what is theirs [relay.restricted]', async () => {
    const admin = await newcomer(test)
    const { id } = await ada.me()
    await suspendPerson(test.ctx, { userId: id, reason: 'For the test.', adminId: (await admin.me()).id })
    expect(await ask(purchase())).toMatchObject(refusal(403, 'ACCOUNT_SUSPENDED'))
    const withdrawal: Payment = { purpose: 'withdraw', limit: 10, deadline: inMinutes(10), signature: SIGNATURE }
    expect(await ask(withdrawal)).toMatchObject({ status: 202 })
    const accountFactory: Hex = `0x${'d'.repeat(40)}`
    const accountKey: Hex = `0x${'ef'.repeat(84)}`
    const account = accountAddress(accountFactory, accountKey)
    Object.assign(test.ctx.settings, { accountFactory })
    await withAccount(ada, account)
    test.ctx.chain.codes.set(account, accountCode(accountFactory))
    const sending: Payment = {
      purpose: 'execute',
      call: { kind: 'send-usdc', to: `0x${'3'.repeat(40)}`, usdcMicros: 1 },
      ...{ nonce: salt(), deadline: inMinutes(10), signature: SIGNATURE },
    }
    expect(await ask({ ...sending, accountKey })).toMatchObject(refusal(403, 'ACCOUNT_SUSPENDED'))
    expect(await ask(sending)).toMatchObject({ status: 202 })
  })
})

describe('the sender', () => {
  it('hands in what another signed before it ended, under the same number [relay.crash]', async () => {
    const ids = [await taken(purchase()), await taken(purchase())]
    // Ends after its commit, before any node has seen a transaction.
    const { chain } = test.ctx
    chain.send = () => Promise.reject(new ChainUnreachable('killed'))
    await expect((await senderOf('one')).step()).rejects.toThrow('killed')
    Reflect.deleteProperty(chain, 'send')
    expect(test.ctx.chain.arrived).toEqual([])
    test.ctx.clock.advance({ minutes: 2 })
    await run(3, await senderOf('two'))
    expect(await outcomes(ids)).toEqual(['mined', 'mined'])
    expect(await numbersOf()).toEqual([0, 1])
    // And one that ends once it was mined settles it without sending anything.
    const arrived = test.ctx.chain.arrived.length
    const third = await taken(purchase())
    await (await senderOf('two')).step()
    test.ctx.chain.mine()
    test.ctx.clock.advance({ minutes: 2 })
    await run(2, await senderOf('three'))
    expect(await outcomes([third])).toEqual(['mined'])
    expect(test.ctx.chain.arrived).toHaveLength(arrived + 1)
  })

  it('takes no numbers once its turn is over [relay.one-sender]', async () => {
    const one = await senderOf('one')
    test.ctx.clock.advance({ minutes: 2 })
    const two = await senderOf('two')
    const id = await taken(purchase())
    await one.step()
    expect(await stateOf(id)).toMatchObject({ status: 'queued' })
    expect(test.ctx.chain.arrived).toEqual([])
    await run(3, two)
    expect(await outcomes([id])).toEqual(['mined'])
  })

  it('hands in again what a node forgot, and replaces what became too cheap [relay.stuck]', async () => {
    const { chain, limits, clock } = test.ctx
    chain.swallows = 1
    const sender = await senderOf('one')
    const first = await taken(purchase())
    await run(2, sender)
    expect(await outcomes([first])).toEqual(['sent'])
    clock.advance({ ms: limits.relay.againMs })
    await run(3, sender)
    expect(await outcomes([first])).toEqual(['mined'])
    const ids = [await taken(purchase()), await taken(purchase())]
    await sender.step()
    chain.gasPriceWei *= 3n
    await run(2, sender)
    expect(await outcomes(ids)).toEqual(['sent', 'sent'])
    clock.advance({ ms: limits.relay.againMs })
    await run(3, sender)
    expect(await outcomes(ids)).toEqual(['mined', 'mined'])
    expect(await numbersOf()).toEqual([0, 1, 1, 2, 2])
    const [{ gwei } = { gwei: 0 }] = await findSpentByDay(test.ctx.db, new Date(0))
    expect(gwei).toBeGreaterThan(0)
  })

  it('frees the number of what is too late, so that the next goes on [relay.late]', async () => {
    const { chain, clock } = test.ctx
    const late = await taken({ ...purchase(), validBefore: inMinutes(1) } as Payment)
    await (await senderOf('one')).step()
    chain.gasPriceWei *= 3n
    clock.advance({ ms: 30_000 })
    const waiting = await taken({ ...purchase(), validBefore: inMinutes(1) } as Payment)
    const next = await taken(purchase())
    clock.advance({ minutes: 2 })
    await run(3, await senderOf('two'))
    expect(await outcomes([late, waiting, next])).toEqual(['expired', 'expired', 'mined'])
    await follow(test)
    expect(await purchasedOf(ada)).toBe(10)
  })

  it('settles what a key had sent that was replaced meanwhile [relay.late]', async () => {
    const { chain, clock } = test.ctx
    const mined = await taken(purchase())
    const old = await senderOf('one')
    await old.step()
    chain.mine()
    chain.swallows = 1
    const forgotten = await taken(purchase())
    await old.step()
    relay = new RelayKey(generatePrivateKey())
    Object.assign(test.ctx, { relay })
    await openSender(test.ctx, relay)
    const next = await taken(purchase())
    await run(3)
    expect(await outcomes([mined, forgotten, next])).toEqual(['mined', 'sent', 'mined'])
    clock.advance({ minutes: 10 })
    await run(1)
    expect(await outcomes([forgotten])).toEqual(['sent'])
    clock.advance({ minutes: 1 })
    await run(test.ctx.limits.relay.doubts - 1)
    expect(await outcomes([forgotten])).toEqual(['sent'])
    expect(await hasUnfinal(test.ctx.db)).toBe(true)
    await run(1)
    expect(await outcomes([forgotten])).toEqual(['unknown'])
    chain.mine(4)
    await run(1)
    expect(await hasUnfinal(test.ctx.db)).toBe(false)
  })

  it('goes on after a look that took longer than its turn, if no other server took over', async () => {
    const sender = await senderOf('one')
    const id = await taken(purchase())
    test.ctx.clock.advance({ ms: 60_001 })
    await run(3, sender)
    expect(await outcomes([id])).toEqual(['mined'])
  })

  it('reads open payments alone, however many there were', async () => {
    const { chain, clock, db } = test.ctx
    await db.query(
      `insert into relayed_payments (id, user_id, intent, purpose, target, data, gas, status, sender, nonce, cost_gwei,
                                     tx_hash, block_number, created_at, expires_at, settled_at, is_final)
       select gen_random_uuid(), $1, 'old/' || n, 'buy', 'target', 'data', 1, 'mined', $2, -n, 1, 'hash', 1, $3, $3, $3, true
       from generate_series(1, 3000) n`,
      [(await ada.me()).id, senderIdOf(chain.id, relay), clock.now()],
    )
    await db.script('analyze relayed_payments')
    const rowsRead = await db.tx(async (tx) => {
      const soFar = async () => {
        const [row] = await tx.query<{ rows: number }>(
          `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
           from pg_stat_xact_user_tables where relname = 'relayed_payments'`,
        )
        return row?.rows ?? 0
      }
      const before = await soFar()
      const id = senderIdOf(chain.id, relay)
      await findQueued(tx, chain.id, 32)
      await findSent(tx, id)
      await findOfOtherSenders(tx, chain.id, id)
      await findUnfinal(tx, chain.id)
      await findOldestOpen(tx)
      await deleteAbandoned(tx, clock.now())
      await hasUnfinal(tx)
      return (await soFar()) - before
    })
    expect(rowsRead).toBeLessThan(1_000)
  })

  it('believes nothing that a node says once [relay.lies]', async () => {
    const id = await taken(purchase())
    const sender = await senderOf('one')
    liesOnce({ call: () => Promise.reject(new CallReverted('a lie')) })
    await sender.step()
    expect(await outcomes([id])).toEqual(['queued'])
    await sender.step()
    expect(await outcomes([id])).toEqual(['sent'])
    // A number that is used, and a block, which are not there.
    const block = { number: 1, hash: '0xinvented', time: new Date() }
    liesOnce({
      transactionCount: () => 1,
      transaction: () => ({ receipt: { succeeded: true, block, logs: [], feeWei: 1n } }),
    })
    await sender.step()
    expect(await stateOf(id)).toMatchObject({ status: 'sent', transactionHash: null })
    liesOnce({ transactionCount: () => 1 })
    await sender.step()
    await run(3, sender)
    expect(await outcomes([id])).toEqual(['mined'])
    expect(await numbersOf()).toEqual([0])
    expect(logged).toEqual([])
  })

  it('sends again what a reorganisation dropped [relay.reorg]', async () => {
    const { chain, clock, limits } = test.ctx
    const id = await taken(purchase())
    const sender = await senderOf('one')
    await run(3, sender)
    const { transactionHash } = await stateOf(id)
    chain.reorg(3, { drop: [transactionHash ?? ''] })
    chain.mine(4)
    for (let look = 1; look < limits.relay.doubts; look++) await sender.step()
    expect(await outcomes([id])).toEqual(['mined'])
    await sender.step()
    expect(await outcomes([id])).toEqual(['sent'])
    clock.advance({ ms: limits.relay.againMs })
    await run(6, sender)
    expect(await outcomes([id])).toEqual(['mined'])
    const [{ isFinal } = { isFinal: false }] = await test.ctx.db.query<{ isFinal: boolean }>(
      'select is_final as "isFinal" from relayed_payments',
    )
    expect(isFinal).toBe(true)
    await follow(test)
    expect(await purchasedOf(ada)).toBe(10)
  })

  it('settles anew what has another outcome in another block [relay.reorg]', async () => {
    const { chain } = test.ctx
    const bo = await newcomer(test)
    const sender = await senderOf('one')
    chain.mine()
    chain.mint(bo.wallet.address, 10 * USDC)
    const [bought, sold] = [await taken(purchase(), bo), await taken(purchase())]
    await run(3, sender)
    expect([(await stateOf(bought, bo)).status, ...(await outcomes([sold]))]).toEqual(['mined', 'mined'])
    // Takes Bo’s USDC away again; what was in these blocks comes into others.
    chain.reorg(4)
    chain.mine(6)
    await sender.step()
    expect(await stateOf(bought, bo)).toMatchObject({ status: 'mined' })
    await run(8, sender)
    expect(await stateOf(bought, bo)).toMatchObject({ status: 'failed', reason: 'reverted' })
    expect(await outcomes([sold])).toEqual(['mined'])
    expect(await hasUnfinal(test.ctx.db)).toBe(false)
  })

  it('goes on above numbers that the key used elsewhere [relay.crash]', async () => {
    // An older copy of the database: the chain has two transactions that it doesn't know.
    const used = [await taken(purchase()), await taken(purchase())]
    await run(3)
    expect(await outcomes(used)).toEqual(['mined', 'mined'])
    await test.ctx.db.query('delete from relay_transactions')
    await test.ctx.db.query('delete from relayed_payments')
    await test.ctx.db.query('update relay_senders set next_nonce = 0')
    const id = await taken(purchase())
    await run(5)
    expect(await outcomes([id])).toEqual(['mined'])
    expect(await numbersOf()).toEqual([2])
  })

  it('gives a payment another number when an unknown transaction used its own [relay.crash]', async () => {
    const { chain, limits } = test.ctx
    chain.swallows = 1
    const sender = await senderOf('one')
    const id = await taken(purchase())
    await sender.step()
    const fees = { maxFeePerGas: 10_000_000_000n, maxPriorityFeePerGas: 1n }
    await chain.send(await relay.sign('empty', { chainId: chain.id, nonce: 0, fees }))
    chain.mine()
    await run(limits.relay.doubts - 1, sender)
    expect(await outcomes([id])).toEqual(['sent'])
    await run(5, sender)
    expect(await outcomes([id])).toEqual(['mined'])
    expect((await numbersOf()).at(-1)).toBe(1)
    expect(logged).toMatchObject([{ alert: 'relay-number-used', payment: id, nonce: 0 }])
  })

  it('settles a payment by its first number, if that counts while another one is looked for [relay.crash]', async () => {
    const { chain, limits } = test.ctx
    const sender = await senderOf('one')
    const id = await taken(purchase())
    await sender.step()
    chain.mine()
    // The node knows that the number is used, and for long not by what.
    const known = chain.transaction
    chain.transaction = async () => undefined
    for (let look = 0; look < limits.relay.doubts; look++) await sender.step()
    chain.transaction = known
    await run(3, sender)
    expect(await outcomes([id])).toEqual(['mined'])
    expect(await numbersOf()).toEqual([0])
  })

  describe('whose node learns late that a payment counted', () => {
    let sender: RelaySender
    let id: string

    beforeEach(async () => {
      const { chain } = test.ctx
      sender = await senderOf('one')
      id = await taken(purchase())
      await sender.step()
      chain.mine()
      chain.transaction = async () => undefined
      chain.simulationError = new CallReverted('reverted', textError('FiatTokenV2: authorization is used or canceled'))
      await look(test.ctx.limits.relay.doubts + 3)
    })

    async function look(times: number): Promise<void> {
      for (let looks = 0; looks < times; looks++) {
        await sender.step()
        test.ctx.clock.advance({ ms: test.ctx.limits.relay.busyMs })
      }
    }

    it('settles it as paid, and takes on others meanwhile [relay.unknown]', async () => {
      const { chain, clock, limits } = test.ctx
      expect(await outcomes([id])).toEqual(['queued'])
      clock.advance({ ms: limits.relay.queuedMs })
      chain.simulationError = null
      expect(await ask(purchase())).toMatchObject({ status: 202 })
      Reflect.deleteProperty(chain, 'transaction')
      await run(10, sender)
      await follow(test)
      expect(await outcomes([id])).toEqual(['mined'])
    })

    it('settles it as paid, also if its second transaction was refused [relay.unknown]', async () => {
      const { chain } = test.ctx
      chain.simulationError = null
      await run(2, sender)
      expect((await numbersOf()).at(-1)).toBe(1)
      Reflect.deleteProperty(chain, 'transaction')
      await run(3, sender)
      expect(await outcomes([id])).toEqual(['mined'])
    })

    it('says that it doesn’t know, once no node can be behind [relay.unknown]', async () => {
      const { clock, limits } = test.ctx
      clock.advance({ minutes: 10 })
      await look(1)
      expect(await outcomes([id])).toEqual(['queued'])
      clock.advance({ minutes: 1 })
      await look(limits.relay.doubts)
      expect(await stateOf(id)).toMatchObject({ status: 'failed', reason: 'unknown', transactionHash: null })
    })
  })

  describe('whose node invents a huge count again and again', () => {
    /** Looks as often while the node lies. */
    async function lie(sender: RelaySender, looks: number): Promise<void> {
      const { chain } = test.ctx
      chain.transactionCount = async () => 1_000_000
      await run(looks, sender)
      Reflect.deleteProperty(chain, 'transactionCount')
    }

    it('goes by the lower word of two nodes [relay.lies]', async () => {
      test.ctx.chain.honestOthers = 1
      const id = await taken(purchase())
      const sender = await senderOf('one')
      await lie(sender, 5)
      expect(await outcomes([id])).toEqual(['mined'])
      expect(await numbersOf()).toEqual([0])
    })

    it('goes back to the number that is free, if it has no other node [relay.lies]', async () => {
      const id = await taken(purchase())
      const sender = await senderOf('one')
      await lie(sender, 4)
      expect(await outcomes([id])).toEqual(['sent'])
      expect(await numbersOf()).toEqual([1_000_000])
      await run(test.ctx.limits.relay.doubts + 4, sender)
      expect(await outcomes([id])).toEqual(['mined'])
      expect(logged).toMatchObject([{ alert: 'relay-number-unused', nonce: 0 }])
      const next = await taken(purchase())
      await run(3, sender)
      expect(await outcomes([next])).toEqual(['mined'])
    })
  })

  it('leaves what is final as it was, if a node knows nothing of it for a while [relay.lies]', async () => {
    const { chain, limits } = test.ctx
    const sender = await senderOf('one')
    const id = await taken(purchase())
    await run(3, sender)
    expect(await outcomes([id])).toEqual(['mined'])
    const known = chain.transaction
    chain.transaction = async () => undefined
    await run(limits.relay.doubts - 1, sender)
    chain.transaction = known
    await run(1, sender)
    expect(await outcomes([id])).toEqual(['mined'])
    expect(await hasUnfinal(test.ctx.db)).toBe(false)
  })

  it('believes an invented block of a replaced key’s payment no sooner, and leaves another network’s alone [relay.lies]', async () => {
    const { chain, clock, db, limits } = test.ctx
    chain.swallows = 2
    const ids = [await taken(purchase()), await taken(purchase())]
    await (await senderOf('one')).step()
    await db.query(
      `update relayed_payments set intent = '8453' || substr(intent, 6), sender = '8453' || substr(sender, 6) where id = $1`,
      [ids[1] ?? ''],
    )
    relay = new RelayKey(generatePrivateKey())
    Object.assign(test.ctx, { relay })
    await openSender(test.ctx, relay)
    const block = { number: 1, hash: '0xinvented', time: new Date() }
    liesOnce({ transaction: () => ({ receipt: { succeeded: true, block, logs: [], feeWei: 1n } }) })
    await run(1)
    expect(await outcomes(ids)).toEqual(['sent', 'sent'])
    clock.advance({ hours: 1 })
    await run(limits.relay.doubts + 1)
    expect(await outcomes(ids)).toEqual(['unknown', 'sent'])
  })

  it('changes no number once another server has taken over [relay.one-sender]', async () => {
    const { chain, clock, limits } = test.ctx
    chain.swallows = 1
    const one = await senderOf('one')
    const id = await taken(purchase())
    await one.step()
    clock.advance({ minutes: 2 })
    await senderOf('two')
    const signed = await numbersOf()
    // To the one that lost its turn the number looks used, and then the transaction looks stuck.
    chain.transactionCount = async () => 1
    for (let look = 0; look < limits.relay.doubts + 1; look++) await one.step()
    Reflect.deleteProperty(chain, 'transactionCount')
    clock.advance({ ms: limits.relay.againMs })
    chain.gasPriceWei *= 3n
    await one.step()
    clock.advance({ ms: limits.relay.stuckMs })
    await one.step()
    expect(await outcomes([id])).toEqual(['sent'])
    expect(await numbersOf()).toEqual(signed)
  })

  describe('hands in only what is stored', () => {
    const unstored = async () => {
      const { chain, db } = test.ctx
      const stored = (await db.query<{ hash: string }>('select hash from relay_transactions')).map(({ hash }) => hash)
      return chain.arrived.filter((hash) => !stored.includes(hash))
    }

    it('also when another server takes over while it replaces a transaction [relay.one-sender]', async () => {
      const { chain, clock, limits } = test.ctx
      chain.swallows = 1
      const one = await senderOf('one')
      const id = await taken(purchase())
      await one.step()
      clock.advance({ ms: limits.relay.againMs })
      let two: RelaySender | undefined
      liesOnce({
        gasPrice: async () => {
          clock.advance({ ms: 61_000 })
          two = await senderOf('two')
          return chain.gasPriceWei * 3n
        },
      })
      await one.step()
      expect(await unstored()).toEqual([])
      await run(3, two)
      expect(await outcomes([id])).toEqual(['mined'])
      expect(await unstored()).toEqual([])
    })

    it('also when the database makes it write again [relay.crash]', async () => {
      await test.ctx.db.script(`
        create sequence conflicts;
        create function conflict() returns trigger language plpgsql as $$
        begin
          if nextval('conflicts') = 2 then raise exception using errcode = '40001'; end if;
          return null;
        end $$;
        create trigger conflict after insert on relay_transactions for each row execute function conflict()`)
      const ids = [await taken(purchase()), await taken(purchase())]
      await run(3)
      expect(await outcomes(ids)).toEqual(['mined', 'mined'])
      expect(await numbersOf()).toEqual([0, 1])
      expect(await unstored()).toEqual([])
    })
  })

  it('sets aside what a dearer transaction may cost [relay.caps]', async () => {
    const { chain, clock, db, limits } = test.ctx
    const sender = await senderOf('one')
    await taken(purchase())
    const cost = async () =>
      (await db.query<{ gwei: number }>('select cost_gwei as gwei from relayed_payments'))[0]?.gwei
    await sender.step()
    const before = (await cost()) ?? 0
    chain.gasPriceWei *= 3n
    clock.advance({ ms: limits.relay.againMs })
    await sender.step()
    expect(await cost()).toBe(before * 3)
  })
})

it('what the relay has left and what its days cost is told to the operator [relay.operator]', async () => {
  const { chain, db } = test.ctx
  const check = (relayKey: `0x${string}` | null) =>
    checkRelay({
      config: { secrets: { signerKey: null, relayKey }, settings: test.ctx.settings },
      chain,
      db,
    } as never)
  expect(await check(null)).toMatchObject([{ status: 'skipped' }])
  await taken(purchase())
  await run(3)
  await db.query('update relayed_payments set created_at = $1', [new Date()])
  expect(await check(key)).toMatchObject([
    { status: 'ok', text: expect.stringMatching(/has 1 ETH, enough for 3703 payments/) },
    { status: 'warning', text: expect.stringMatching(/ACCOUNT_FACTORY/) },
    { status: 'ok', text: expect.stringMatching(/: 1 payments relayed, 0 failed, 0\.0002 ETH paid$/) },
  ])
  chain.etherWei = 10n ** 16n
  expect(await check(key)).toMatchObject([{ status: 'warning' }, {}, {}])
  chain.etherWei = 0n
  expect(await check(key)).toMatchObject([
    { status: 'problem', text: expect.stringMatching(/Send it some ETH/) },
    {},
    {},
  ])
})
