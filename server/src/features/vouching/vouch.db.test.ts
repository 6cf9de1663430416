import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { deleteAccount } from '../../../../tests/server/actors/inviting.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { give, issue, post } from '../../../../tests/server/actors/ledger.ts'
import { relatePair } from '../../../../tests/server/actors/related.ts'
import { replaceWallet } from '../../../../tests/server/actors/replacing.ts'
import { follow, USDC, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { auditAll } from '../../programs/audit-all.ts'
import type { StoredEvent } from '../chain-events/index.ts'
import { postTransfers } from '../ledger/index.ts'
import { suspendPerson } from '../moderation/index.ts'
import { whitelistWallet } from '../whitelist/index.ts'
import { auditVouches } from './audit-vouches.ts'
import { vouchHandler } from './credit-vouches.ts'

const test = openForEach(testApp)
let ada: Actor
let bo: Actor
beforeEach(async () => {
  ada = await withUsdc(test)
  bo = await newcomer(test)
})

const idOf = async (actor: Actor) => (await actor.me()).id
const vouch = (from: Actor, to: Actor, usdc: number, options = {}) =>
  test.ctx.chain.vouch(from.wallet.address, to.wallet.address, usdc * USDC, options)
const create = async (from: Actor, to: Actor, transactionHash: string, more: object = {}) =>
  from.send<Record<string, unknown>>('POST', '/api/vouch/create', {
    vouchedUserId: await idOf(to),
    usdcAmount: 1,
    transactionHash,
    ...more,
  })
const amount = async (from: Actor, to: Actor, asker = from) =>
  asker.call('GET /api/vouch/amount/:voucherId/:vouchedId', {
    params: { voucherId: await idOf(from), vouchedId: await idOf(to) },
  })
const stats = async (of: Actor) => of.call('GET /api/vouch/stats/:id', { params: { id: await idOf(of) } })
const ap = async (of: Actor) => (await of.me()).auraPoints
const notices = async (of: Actor) =>
  (await of.call('GET /api/notifications')).filter(({ type }) => type === 'vouch_received')

async function replaceLater(actor: Actor, wallet: Actor['wallet']): Promise<void> {
  test.ctx.clock.advance({ minutes: 1 })
  await replaceWallet(actor, wallet)
}

/** Reverts the first vouch, as the final reading does if a node had invented it. */
async function revertFirst(): Promise<void> {
  const { ctx } = test
  const [first] = await ctx.db.query<StoredEvent>(
    `update chain_events set status = 'gone'
     where id = (select min(id) from chain_events where kind = 'vouched') returning id`,
  )
  await ctx.db.tx(async (tx) => {
    const { transfers } = await vouchHandler.undo(ctx, tx, first ? [first] : [])
    await postTransfers(tx, ctx.clock, transfers)
  })
}

describe('a vouch', () => {
  it('awards the target, notifies them and counts [notifications.vouch-type] [access.user-usdt-earned-is-usdc]', async () => {
    const bystander = await newcomer(test)
    expect(await create(ada, bo, vouch(ada, bo, 3))).toMatchObject({
      status: 200,
      body: { status: 'completed', auraAwarded: 30, multiplier: '1.0' },
    })
    expect([await ap(ada), await ap(bo), await ap(bystander)]).toEqual([100, 130, 100])
    expect(await bo.me()).toMatchObject({ totalUsdtEarned: 3, totalVouchesReceived: 1 })
    expect(await ada.me()).toMatchObject({ totalUsdtEarned: 0, totalVouchesReceived: 0 })
    expect(await stats(bo)).toEqual({ vouchesReceived: 1, totalUsdcReceived: 3, vouchesGiven: 0, totalUsdcGiven: 0 })
    expect(await stats(ada)).toEqual({ vouchesReceived: 0, totalUsdcReceived: 0, vouchesGiven: 1, totalUsdcGiven: 3 })
    expect(await notices(bo)).toMatchObject([{ relatedId: await idOf(ada), actor: { id: await idOf(ada) } }])
    expect([await notices(ada), await notices(bystander)]).toEqual([[], []])
  })

  it('made on chain by somebody the target blocked is not shown to the target, nor announced [vouching.blocked-unseen]', async () => {
    const cy = await withUsdc(test)
    await bo.call('PUT /api/blocks/:id', { params: { id: await idOf(ada) } })
    for (const from of [ada, cy]) vouch(from, bo, 2)
    await follow(test)
    const seenBy = async (viewer: Actor) =>
      (await viewer.call('GET /api/users/:id/vouches', { params: { id: await idOf(bo) } })).map(({ other }) => other.id)
    expect(await seenBy(bo)).toEqual([await idOf(cy)])
    expect((await seenBy(cy)).sort()).toEqual([await idOf(ada), await idOf(cy)].sort())
    expect((await notices(bo)).map(({ relatedId }) => relatedId)).toEqual([await idOf(cy)])
  })

  it('uses the amount on chain, whatever the page claims [vouching.create-amount-untrusted] [ledger.vouch-totals-from-chain]', async () => {
    expect(await create(ada, bo, vouch(ada, bo, 2), { usdcAmount: 99 })).toMatchObject({ body: { auraAwarded: 20 } })
    expect(await ap(bo)).toBe(120)
    vouch(ada, bo, 5)
    await follow(test)
    const [told] = await test.ctx.db.query<{ usdc: number }>(
      `select sum(usdc_micros)::bigint / 1000000 as usdc from chain_events where kind = 'vouched' and target = $1`,
      [bo.wallet.address.toLowerCase()],
    )
    expect(told).toEqual({ usdc: 7 })
    expect(await bo.me()).toMatchObject({ totalUsdtEarned: 7, totalVouchesReceived: 2 })
    expect(await stats(bo)).toMatchObject({ totalUsdcReceived: 7 })
    expect(await stats(ada)).toMatchObject({ totalUsdcGiven: 7 })
  })

  it('uses the voucher’s level at its block, whenever it is found [vouching.multiplier-at-block-time] [vouching.multiplier-stored]', async () => {
    for (let day = 0; day < 5; day++) {
      await learn(ada)
      test.ctx.clock.advance({ days: 1 })
    }
    const atFive = vouch(ada, bo, 1)
    test.ctx.clock.advance({ days: 2 })
    // The streak has ended since, and a new one begins.
    await learn(ada)
    const atOne = vouch(ada, bo, 1)
    await follow(test)
    expect(await create(ada, bo, atFive)).toMatchObject({ body: { auraAwarded: 13, multiplier: '1.3' } })
    expect(await create(ada, bo, atOne)).toMatchObject({ body: { auraAwarded: 10, multiplier: '1.0' } })
    expect(await ap(bo)).toBe(123)
  })

  it('made before the wallet was replaced is confirmed with its words afterwards', async () => {
    const hash = vouch(ada, bo, 2)
    await replaceLater(ada, new Actor(test).wallet)
    const words = 'She taught me'
    expect(await create(ada, bo, hash, { words })).toMatchObject({ status: 200, body: { auraAwarded: 20 } })
    const received = await bo.call('GET /api/users/:id/vouches', { params: { id: await idOf(bo) } })
    expect(received).toMatchObject([{ words: { text: words } }])
  })

  it('that is reverted takes its AP back, and spent AP become a debt that is paid first [vouching.reorg-debt]', async () => {
    const [hash, boId] = [vouch(ada, bo, 3), await idOf(bo)]
    await follow(test)
    await post(test.ctx.db, give(boId, await idOf(ada), 120))
    expect(await ap(bo)).toBe(10)
    test.ctx.chain.reorg(1, { drop: [hash] })
    await follow(test)
    // 10 of the 30 were left, so 20 are owed.
    expect(await ap(bo)).toBe(0)
    await post(test.ctx.db, issue(boId, 25))
    expect(await ap(bo)).toBe(5)
    expect(await bo.me()).toMatchObject({ totalUsdtEarned: 0, totalVouchesReceived: 0 })
    expect(await amount(ada, bo)).toMatchObject({ totalVouchedAmount: 0, remainingAmount: 100, vouchCount: 0 })
  })
})

describe('two accounts', () => {
  it('are told what the other vouched in the last 180 days, which a vouch back cancels [vouching.back-nets]', async () => {
    vouch(ada, bo, 20)
    await follow(test)
    expect([(await amount(bo, ada)).receivedLately, (await amount(ada, bo)).receivedLately]).toEqual([20, 0])
    test.ctx.clock.advance({ days: 179 })
    for (const actor of [ada, bo]) await actor.signIn()
    vouch(ada, bo, 5)
    await follow(test)
    expect((await amount(bo, ada)).receivedLately).toBe(25)
    // What went back already is no longer cancelled: the newest first.
    vouch(bo, ada, 2)
    await follow(test)
    expect([(await amount(bo, ada)).receivedLately, (await amount(ada, bo)).receivedLately]).toEqual([23, 0])
    test.ctx.clock.advance({ days: 2 })
    expect((await amount(bo, ada)).receivedLately).toBe(3)
  })

  it('earn AP for 100 USDC in total, over all wallets either ever had [vouching.account-cap-wallets] [vouching.remaining-smaller]', async () => {
    const counting = { isRelated: false, uncountedAmount: 0 }
    const none = { totalVouchedAmount: 0, remainingAmount: 100, canVouchMore: true, vouchCount: 0, ...counting }
    const today = { auraLeftToday: 2_000, dayEndsAt: '2026-03-03T00:00:00.000Z' }
    expect(await amount(ada, bo)).toEqual({ ...none, ...today, receivedLately: 0 })
    vouch(ada, bo, 70)
    await follow(test)
    expect([await amount(ada, bo, bo), await amount(bo, ada)]).toMatchObject([
      { remainingAmount: 30 },
      { ...none, uncountedAmount: 70 },
    ])
    const other = new Actor(test)
    test.ctx.chain.mint(other.wallet.address, 200 * USDC)
    await replaceLater(ada, other.wallet)
    // By itself the contract would still accept 100 from this wallet.
    expect(await amount(ada, bo)).toMatchObject({ remainingAmount: 30 })
    vouch(other, bo, 50)
    await follow(test)
    expect(await ap(bo)).toBe(100 + 1_000)
    expect(await bo.me()).toMatchObject({ totalUsdtEarned: 120, totalVouchesReceived: 2 })
    expect(await amount(ada, bo)).toMatchObject({ totalVouchedAmount: 120, remainingAmount: 0, canVouchMore: false })
  })

  it('have the room of a vouch that was reverted for later ones', async () => {
    vouch(ada, bo, 70)
    await follow(test)
    const [second, third] = [new Actor(test), new Actor(test)]
    for (const { wallet } of [second, third]) test.ctx.chain.mint(wallet.address, 200 * USDC)
    await replaceLater(ada, second.wallet)
    vouch(second, bo, 50)
    await follow(test)
    await replaceLater(ada, third.wallet)
    vouch(third, bo, 60)
    await follow(test)
    expect(await ap(bo)).toBe(100 + 1_000)
    await revertFirst()
    expect(await ap(bo)).toBe(100 + 1_000)
    expect(
      await test.ctx.db.query<object>(
        'select counted_micros / 1000000 as counted, aura_awarded as awarded, aura_capped as capped from vouches order by event_id',
      ),
    ).toEqual([
      { counted: 50, awarded: 500, capped: 0 },
      { counted: 50, awarded: 500, capped: 0 },
    ])
    const audits = await auditAll(test.ctx.db)
    expect(audits.flatMap(({ broken }) => broken)).toEqual([])
  })

  it('earn AP for the net of both directions only, in whatever order it is found [vouching.net] [vouching.uncounted-shown]', async () => {
    test.ctx.chain.mint(bo.wallet.address, 100 * USDC)
    test.ctx.chain.finality = 20
    const first = vouch(ada, bo, 10)
    const back = vouch(bo, ada, 25)
    const third = vouch(ada, bo, 20)
    // The last is confirmed by request, before the watcher has seen the others.
    expect(await create(ada, bo, third)).toMatchObject({ body: { auraAwarded: 200, withoutAp: null } })
    await follow(test)
    expect([await ap(ada), await ap(bo)]).toEqual([100 + 150, 100 + 100])
    expect(await create(ada, bo, third)).toMatchObject({ body: { auraAwarded: 0, withoutAp: 'uncounted' } })
    expect((await notices(ada))[0]?.message).toMatch(/awarded 150 Aura Points. Only the net/)
    expect(await amount(ada, bo)).toMatchObject({ uncountedAmount: 5, totalVouchedAmount: 30, remainingAmount: 70 })
    expect(await amount(bo, ada)).toMatchObject({ uncountedAmount: 20, remainingAmount: 75 })
    // 5 of these 12 were counted before.
    expect(await create(ada, bo, vouch(ada, bo, 12))).toMatchObject({
      body: { auraAwarded: 70, withoutAp: 'uncounted' },
    })
    // Without the first: 25 back, 20 and 12 there, which is 7 net.
    test.ctx.chain.reorg(4, { drop: [first] })
    await follow(test)
    expect([await ap(ada), await ap(bo)]).toEqual([100 + 250, 100 + 70])
    test.ctx.chain.reorg(4, { drop: [back] })
    await follow(test)
    expect([await ap(ada), await ap(bo)]).toEqual([100, 100 + 320])
    expect((await auditAll(test.ctx.db)).flatMap(({ broken }) => broken)).toEqual([])
  })

  it('that are related earn nothing, whatever becomes of the relation, and are told [related.vouches]', async () => {
    const [adaId, boId] = [await idOf(ada), await idOf(bo)]
    await relatePair(test, adaId, boId)
    expect(await amount(ada, bo)).toMatchObject({ isRelated: true, canVouchMore: true })
    // Nobody else learns it.
    expect(await amount(ada, bo, bo)).toMatchObject({ isRelated: false })
    expect(await create(ada, bo, vouch(ada, bo, 30))).toMatchObject({
      body: { auraAwarded: 0, auraCapped: 0, withoutAp: 'related' },
    })
    expect(await stats(bo)).toMatchObject({ vouchesReceived: 1, totalUsdcReceived: 30 })
    expect((await notices(bo))[0]?.message).toBe(
      '30.00 USDC is in your wallet. Vouches between related accounts bring no Aura Points.',
    )
    await test.ctx.db.query('update related_pairs set is_related = false')
    expect(await create(ada, bo, vouch(ada, bo, 10))).toMatchObject({ body: { auraAwarded: 100, withoutAp: null } })
    test.ctx.chain.reorg(1)
    await follow(test)
    expect([await ap(ada), await ap(bo)]).toEqual([100, 200])
    expect((await auditAll(test.ctx.db)).flatMap(({ broken }) => broken)).toEqual([])
  })

  it('are required to exist and to differ [vouching.amount-query-when]', async () => {
    const adaId = await idOf(ada)
    const ask = (one: string, other: string) => ada.send('GET', `/api/vouch/amount/${one}/${other}`)
    expect(await ask(adaId, adaId)).toMatchObject(refusal(409, 'VOUCH_FOR_ONESELF'))
    expect(await ask(adaId, crypto.randomUUID())).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
    test.ctx.chain.isReachable = false
    expect(await ask(adaId, await idOf(bo))).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
  })

  it('are refused a vouch that would award nothing, and only the voucher is told [vouching.refused-if-not-permitted]', async () => {
    const [adaId, boId] = [await idOf(ada), await idOf(bo)]
    const ask = (viewer: Actor) => viewer.send('GET', `/api/vouch/amount/${adaId}/${boId}`)
    await whitelistWallet(test.ctx, ada.wallet.address)
    test.ctx.settings.betaAccess = 'closed'
    expect(await ask(ada)).toMatchObject(refusal(409, 'PERSON_UNAVAILABLE'))
    await whitelistWallet(test.ctx, bo.wallet.address)
    expect(await ask(ada)).toMatchObject({ status: 200 })
    await suspendPerson(test.ctx, { userId: boId, reason: 'For the test.', adminId: null })
    expect(await ask(ada)).toMatchObject(refusal(409, 'PERSON_UNAVAILABLE'))
    const other = new Actor(test)
    await whitelistWallet(test.ctx, other.wallet.address)
    await other.signIn()
    expect(await ask(other)).toMatchObject({ status: 200, body: { canVouchMore: true } })
  })
})

describe('a vouch that does not count is recorded without AP, count or notification', () => {
  const nothingCame = async () => {
    expect(await ap(bo)).toBe(100)
    expect(await stats(bo)).toMatchObject({ vouchesReceived: 0, totalUsdcReceived: 0 })
    expect(await notices(bo)).toEqual([])
    expect(await bo.call('GET /api/vouch/stats/:id', { params: { id: await idOf(ada) } })).toMatchObject({
      vouchesGiven: 0,
    })
    expect(await test.ctx.db.query('select 1 from vouches')).not.toEqual([])
  }

  it('from or to an unbound wallet, also one that is bound before it is found [vouching.unbound]', async () => {
    vouch(ada, new Actor(test), 5)
    const stranger = new Actor(test)
    test.ctx.chain.mint(stranger.wallet.address, 5 * USDC)
    vouch(stranger, bo, 5)
    test.ctx.clock.advance({ minutes: 1 })
    await stranger.signIn()
    await follow(test)
    await nothingCame()
  })

  it('of an ineligible user [vouching.not-permitted-no-credit]', async () => {
    await whitelistWallet(test.ctx, bo.wallet.address)
    test.ctx.settings.betaAccess = 'closed'
    const hash = vouch(ada, bo, 5)
    await follow(test)
    await nothingCame()
    expect(await create(ada, bo, hash)).toMatchObject(refusal(403, 'BETA_ACCESS_REQUIRED'))
  })
})

/** What isn't on the chain at all, or failed, is refused as for a purchase. */
describe('a transaction that is not the caller’s vouch is refused and credits nothing', () => {
  const refused = async (hash: string, expected: object, more: object = {}, to = bo) => {
    const before = await databaseState(test.ctx.db)
    expect(await create(ada, to, hash, more)).toMatchObject(expected)
    expect(await databaseState(test.ctx.db)).toEqual(before)
  }

  it('another user’s [vouching.create-foreign-hash]', async () => {
    const cy = await withUsdc(test)
    await refused(vouch(cy, bo, 1), refusal(403, 'TRANSACTION_OF_ANOTHER'))
  })
  it('a vouch for oneself [vouching.check-self]', () =>
    refused(vouch(ada, bo, 1), refusal(409, 'VOUCH_FOR_ONESELF'), {}, ada))
  it('a vouch for nobody', () =>
    refused(vouch(ada, bo, 1), refusal(404, 'USER_NOT_FOUND'), { vouchedUserId: crypto.randomUUID() }))
  it('a vouch for another target than named: it counts for the real target', async () => {
    const cy = await newcomer(test)
    expect(await create(ada, cy, vouch(ada, bo, 1))).toMatchObject(refusal(409, 'VOUCH_OF_ANOTHER_TARGET'))
    expect([await ap(cy), await ap(bo)]).toEqual([100, 110])
  })
})

it('the contract’s address is available to members', async () => {
  const info = await ada.call('GET /api/vouch/contract-info')
  expect(info).toMatchObject({ chainId: 31_337, minimumUsdc: 1, maximumUsdc: 100, auraPerUsdc: 10 })
  expect(info.contractAddress.toLowerCase()).toBe(test.ctx.chain.contracts?.vouch)
  expect(info.abi).toContainEqual(expect.objectContaining({ type: 'function', name: 'vouch' }))
  test.ctx.chain.contracts = null
  expect(await ada.send('GET', '/api/vouch/contract-info')).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
})

describe('the daily cap on vouch awards', () => {
  /** Returns users who can each vouch 100 USDC, worth 1,000 AP. */
  const patrons = (count: number) => Promise.all(Array.from({ length: count }, () => withUsdc(test)))
  const awarded = async () =>
    (
      await test.ctx.db.query<{ awarded: number; capped: number }>(
        'select aura_awarded as awarded, aura_capped as capped from vouches order by vouched_at, event_id',
      )
    ).map(({ awarded, capped }) => [awarded, capped])

  it('is 2,000 AP: the vouch that crosses it earns the remainder, and both are notified [vouching.daily-cap]', async () => {
    const [cleo, dan, eve] = (await patrons(3)) as [Actor, Actor, Actor]
    expect(await amount(ada, bo)).toMatchObject({ auraLeftToday: 2_000, dayEndsAt: '2026-03-03T00:00:00.000Z' })
    await create(cleo, bo, vouch(cleo, bo, 90))
    await create(dan, bo, vouch(dan, bo, 80))
    expect(await amount(ada, bo)).toMatchObject({ auraLeftToday: 300, canVouchMore: true })
    expect(await create(eve, bo, vouch(eve, bo, 50))).toMatchObject({ body: { auraAwarded: 300, auraCapped: 200 } })
    expect([await ap(bo), (await bo.me()).totalUsdtEarned]).toEqual([2_100, 220])
    expect(await amount(ada, bo)).toMatchObject({ auraLeftToday: 0, canVouchMore: false, remainingAmount: 100 })
    expect((await notices(bo))[0]?.message).toBe(
      '50.00 USDC is in your wallet, and you were awarded 300 Aura Points. Vouches can’t award you more today: the limit is 2,000 AP.',
    )
    const { receipts } = await bo.call('GET /api/receipts')
    const receipt = await bo.call('GET /api/receipts/:id', { params: { id: receipts[0]?.id ?? '' } })
    expect(receipt).toMatchObject({ aura: 300, auraCapped: 200 })
    // A vouch sent to the contract directly is recorded, and worth nothing.
    expect(await create(ada, bo, vouch(ada, bo, 10))).toMatchObject({ body: { auraAwarded: 0, auraCapped: 100 } })
    expect([await ap(bo), await ap(ada)]).toEqual([2_100, 100])
    expect((await auditVouches(test.ctx.db)).broken).toEqual([])
  })

  it('is audited from a checkpoint on, and from the start on request', async () => {
    vouch(ada, bo, 10)
    await follow(test)
    test.ctx.chain.mine(3)
    await follow(test)
    const { db } = test.ctx
    const { checkpoint } = await auditVouches(db)
    const [cleo] = (await patrons(1)) as [Actor]
    vouch(cleo, bo, 20)
    await follow(test)
    test.ctx.chain.mine(3)
    await follow(test)
    const found = async () => [
      (await auditVouches(db)).broken.length,
      (await auditVouches(db, { checkpoint })).broken.length,
    ]
    expect(await found()).toEqual([0, 0])
    expect((await auditVouches(db, { checkpoint })).checkpoint).toEqual((await auditVouches(db)).checkpoint)
    for (const [which, counts] of [
      ['max', [1, 1]],
      ['min', [1, 0]],
    ] as const) {
      const become = (status: string) =>
        db.query(
          `update chain_events set status = $1 where id = (select ${which}(id) from chain_events where kind = 'vouched')`,
          [status],
        )
      await become('gone')
      expect(await found()).toEqual(counts)
      await become('applied')
    }
  })

  it('resets with the UTC day of the block and is per person', async () => {
    const [cleo, dan, eve] = (await patrons(3)) as [Actor, Actor, Actor]
    for (const from of [cleo, dan, eve]) vouch(from, bo, 100)
    vouch(ada, cleo, 100)
    test.ctx.clock.set(new Date('2026-03-02T23:59:59Z'))
    vouch(ada, bo, 10)
    test.ctx.clock.advance({ ms: 1_000 })
    vouch(ada, bo, 20)
    await follow(test)
    expect([await ap(bo), await ap(cleo)]).toEqual([100 + 2_000 + 200, 1_100])
    expect(await amount(ada, bo)).toMatchObject({ auraLeftToday: 1_800 })
  })

  it('gives its freed room to nobody once the target has deleted their account', async () => {
    const { ctx } = test
    for (const from of await patrons(3)) vouch(from, bo, 100)
    await follow(test)
    await deleteAccount(bo)
    await revertFirst()
    expect(await awarded()).toEqual([
      [1_000, 0],
      [0, 1_000],
    ])
    const audits = await auditAll(ctx.db)
    expect(audits.flatMap(({ broken }) => broken)).toEqual([])
  })

  it('does not depend on the order vouches are found in, nor on reorgs [frame.grouped-thousands]', async () => {
    const [cleo, dan, eve] = (await patrons(3)) as [Actor, Actor, Actor]
    test.ctx.chain.finality = 20
    const first = vouch(cleo, bo, 100)
    vouch(dan, bo, 100)
    const third = vouch(eve, bo, 100)
    // The last vouch is confirmed by request, before the watcher has seen the others.
    await create(eve, bo, third)
    expect(await awarded()).toEqual([[1_000, 0]])
    expect((await notices(bo))[0]?.message).toContain('you were awarded 1,000 Aura Points.')
    await follow(test)
    expect(await awarded()).toEqual([
      [0, 1_000],
      [1_000, 0],
      [1_000, 0],
    ])
    expect(await ap(bo)).toBe(2_100)
    test.ctx.chain.reorg(3, { drop: [first] })
    await follow(test)
    expect([await awarded(), await ap(bo)]).toEqual([
      [
        [1_000, 0],
        [1_000, 0],
      ],
      2_100,
    ])
    expect((await auditVouches(test.ctx.db)).broken).toEqual([])
    // The AP is spent meanwhile; a revert and a return leave no one in debt.
    await post(test.ctx.db, give(await idOf(bo), await idOf(ada), 2_100))
    const again = vouch(cleo, bo, 100)
    await follow(test)
    test.ctx.chain.reorg(1, { later: [again] })
    await follow(test)
    expect([await ap(bo), (await auditVouches(test.ctx.db)).broken]).toEqual([0, []])
  })
})
