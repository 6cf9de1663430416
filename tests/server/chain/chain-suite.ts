import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChainFollower, ChainReplaced, confirmTransaction } from '../../../server/src/features/chain-events/index.ts'
import { houseAccount, userAccount } from '../../../server/src/features/ledger/index.ts'
import { ChainUnreachable, ScanTooLarge } from '../../../server/src/platform/chain/chain.ts'
import { eventHandlers } from '../../../server/src/run-features.ts'
import { Actor, newcomer } from '../actors/actors.ts'
import { post } from '../actors/ledger.ts'
import { databaseState } from '../database/database-state.ts'
import { refusal } from '../refusal.ts'
import { follow as followOf, purchasedOf, steezeOf, USDC } from './chain.ts'
import { type ChainStage, richNewcomer } from './chain-stage.ts'
import { inventedPurchase, inventedWithdrawal, purchaseData } from './lies.ts'

/**
 * Tests the server's behaviour on any chain: the fake one and anvil. Cases that need a broken contract, such as an
 * unsigned withdrawal, can't be provoked on a real chain and are tested beside their feature.
 */
export function chainSuite(openStage: () => Promise<ChainStage>): void {
  let stage: ChainStage
  let db: ChainStage['test']['ctx']['db']
  beforeEach(async () => {
    stage = await openStage()
    db = stage.test.ctx.db
  })
  afterEach(() => stage?.close())

  const rich = (usdc?: number) => richNewcomer(stage, usdc)
  const buy = (actor: Actor, usdc: number, options = {}) => stage.buy(actor.wallet, usdc * USDC, options)
  const follow = () => followOf(stage.test)
  /** Follows the chain after that many more blocks. */
  const followAfter = async (blocks: number, secondsApart?: number) => {
    await stage.mine(blocks, secondsApart)
    await follow()
  }
  const buyAndFollow = async (actor: Actor, usdc: number) => {
    const hash = await buy(actor, usdc)
    await follow()
    return hash
  }
  const idOf = async (actor: Actor) => (await actor.me()).id
  const cursor = async () =>
    (
      await db.query<{ at: number; final: number }>(
        'select block_number as at, final_number as final from chain_cursors',
      )
    )[0]
  const statuses = async () =>
    (await db.query<{ status: string }>('select status from chain_events order by id')).map(({ status }) => status)
  const confirm = (actor: Actor, transactionHash: string, more: object = {}, headers = {}) =>
    actor.send<Record<string, unknown>>('POST', '/api/steeze/confirm-purchase', { transactionHash, ...more }, headers)
  /** Makes the node return at most two blocks per scan from now on. */
  const tellLittle = (afterwards: (from: number, to: number) => Promise<void> = async () => {}) => {
    const { scan } = stage.node
    stage.node.scan = async (from, to) => {
      if (to - from > 1) throw new ScanTooLarge('more than 2 blocks')
      const found = await scan.call(stage.node, from, to)
      await afterwards(from, to)
      return found
    }
  }

  describe('following the chain', () => {
    it('resumes at the cursor, and rereads blocks only when final [steeze.watcher-cursor] [steeze.watcher-credits]', async () => {
      const ada = await rich()
      await buyAndFollow(ada, 1)
      expect(await purchasedOf(ada)).toBe(10)
      await buyAndFollow(ada, 2)
      expect(await purchasedOf(ada)).toBe(30)
      await followAfter(5)
      const reads = stage.node.scans.length
      await follow()
      expect(stage.node.scans).toHaveLength(reads)
      const { number } = await stage.node.latest()
      expect(await cursor()).toEqual({ at: number, final: number - 2 })
    })

    it('waits until blocks are deep enough, however many there are in a second [steeze.confirm-202]', async () => {
      stage.node.confirmationSeconds = 60
      const ada = await rich()
      await buy(ada, 1)
      await followAfter(5)
      expect(await purchasedOf(ada)).toBe(0)
      await followAfter(1, 30)
      expect(await purchasedOf(ada)).toBe(0)
      await followAfter(1, 30)
      expect(await purchasedOf(ada)).toBe(10)
    })

    it('finds what became deep enough while no server ran [steeze.watcher-cursor]', async () => {
      const [ada, bo] = [await rich(), await rich()]
      await follow()
      stage.node.confirmationSeconds = 60
      await buy(ada, 1)
      await stage.mine(20)
      await stage.mine(1, 60)
      await buy(bo, 1)
      const { number } = await stage.node.latest()
      await follow()
      expect([await purchasedOf(ada), await purchasedOf(bo)]).toEqual([10, 0])
      expect((await cursor())?.at).toBe(number - 2)
    })

    it('of a running server counts the depth of the block that a reorganisation put there', async () => {
      const follower = new ChainFollower(stage.test.ctx, eventHandlers)
      const ada = await rich()
      await follower.catchUp()
      stage.node.confirmationSeconds = 60
      await buy(ada, 1)
      await follower.catchUp()
      await stage.mine(1, 30)
      await follower.catchUp()
      stage.test.ctx.clock.advance({ ms: 50_000 })
      await stage.reorg(2)
      await stage.mine(1, 20)
      await follower.catchUp()
      expect(await purchasedOf(ada)).toBe(0)
      await stage.mine(1, 40)
      await follower.catchUp()
      expect(await purchasedOf(ada)).toBe(10)
    })

    it('records every event once, however often a node reports it [steeze.credited-once]', async () => {
      const ada = await rich()
      stage.node.repeats = true
      await buyAndFollow(ada, 1)
      await followAfter(4)
      expect(await purchasedOf(ada)).toBe(10)
    })

    it('finds omitted events when their block is final', async () => {
      const ada = await rich()
      stage.node.leftOut.add(await buy(ada, 1))
      await follow()
      expect(await purchasedOf(ada)).toBe(0)
      stage.node.leftOut.clear()
      await followAfter(3)
      expect(await purchasedOf(ada)).toBe(10)
    })

    it('does not revert events omitted from the second reading', async () => {
      const ada = await rich()
      const hash = await buyAndFollow(ada, 1)
      stage.node.leftOut.add(hash)
      await followAfter(3)
      expect(await purchasedOf(ada)).toBe(10)
    })

    it('follows a lagging node', async () => {
      const ada = await rich()
      await buyAndFollow(ada, 1)
      const before = await cursor()
      await buy(ada, 1)
      stage.node.lag = 2
      await follow()
      expect(await cursor()).toEqual(before)
      stage.node.lag = 0
      await follow()
      expect(await purchasedOf(ada)).toBe(20)
    })

    it('pauses while the network is down and loses nothing', async () => {
      const ada = await rich()
      await buy(ada, 1)
      const before = await databaseState(db, { except: ['chain_cursors'] })
      stage.node.isReachable = false
      await expect(follow()).rejects.toBeInstanceOf(ChainUnreachable)
      expect(await databaseState(db, { except: ['chain_cursors'] })).toEqual(before)
      stage.node.isReachable = true
      await follow()
      expect(await purchasedOf(ada)).toBe(10)
    })

    it('reads smaller ranges when a node requires them', async () => {
      const ada = await rich()
      for (let bought = 0; bought < 5; bought++) await buy(ada, 1)
      tellLittle()
      await follow()
      expect(await purchasedOf(ada)).toBe(50)
    })

    it('works the same with two followers at once', async () => {
      const ada = await rich()
      for (let bought = 0; bought < 4; bought++) await buy(ada, 1)
      await Promise.all([follow(), follow(), follow()])
      expect(await purchasedOf(ada)).toBe(40)
      expect(await statuses()).toEqual(Array(4).fill('applied'))
    })
  })

  describe('a chain that reorganises', () => {
    it('reverts removed purchases as far as the balance allows [steeze.reorg]', async () => {
      const [ada, bo] = [await rich(), await rich()]
      const hash = await buy(ada, 3)
      await buyAndFollow(bo, 1)
      expect([await purchasedOf(ada), await purchasedOf(bo)]).toEqual([30, 10])
      await stage.reorg(2, { drop: [hash] })
      await follow()
      expect([await purchasedOf(ada), await purchasedOf(bo)]).toEqual([0, 10])
      expect((await ada.call('GET /api/steeze/transactions')).length).toBe(0)
    })

    it('and returns a purchase in another block leaves it credited once', async () => {
      const ada = await rich()
      const hash = await buy(ada, 3)
      await stage.mine()
      await follow()
      await stage.reorg(2, { later: [hash] })
      await follow()
      expect(await purchasedOf(ada)).toBe(30)
      await stage.reorg(2, { drop: [hash] })
      await follow()
      expect(await purchasedOf(ada)).toBe(0)
    })

    it('is rewound to the fork', async () => {
      const people = [await rich(), await rich(), await rich()]
      stage.node.finality = 20
      const hashes: string[] = []
      for (const person of people) hashes.push(await buy(person, 1))
      await follow()
      await followAfter(3)
      await stage.reorg(5, { drop: hashes.slice(1, 2) })
      await follow()
      expect(await Promise.all(people.map(purchasedOf))).toEqual([10, 0, 10])
      expect((await statuses()).sort()).toEqual(['applied', 'applied', 'gone'])
    })

    it('is noticed after a range was prefetched', async () => {
      const people = [await rich(), await rich(), await rich()]
      stage.node.finality = 20
      await follow()
      const hashes: string[] = []
      for (const person of people) hashes.push(await buy(person, 1))
      await stage.mine()
      const parts = (await stage.node.latest()).number - 1
      let isOver = false
      tellLittle(async (from, to) => {
        if (isOver || from > parts || to < parts) return
        isOver = true
        await stage.reorg(2, { drop: hashes.slice(2) })
      })
      await follow()
      expect(isOver).toBe(true)
      expect(await Promise.all(people.map(purchasedOf))).toEqual([10, 10, 0])
    })

    it('loses no prefetched event that becomes final meanwhile', async () => {
      const ada = await rich()
      stage.node.finality = 0
      await stage.mine()
      await follow()
      stage.node.finality = 1
      await buy(ada, 1)
      const left = await buy(ada, 2)
      stage.node.leftOut.add(left)
      const follower = new ChainFollower(stage.test.ctx, eventHandlers)
      await follower.step()
      stage.node.leftOut.delete(left)
      await stage.mine()
      await follower.catchUp()
      expect(await purchasedOf(ada)).toBe(30)
    })

    it('past a final block is a different chain: nothing is changed', async () => {
      const ada = await rich()
      await buy(ada, 1)
      await followAfter(5)
      const before = await databaseState(db)
      await stage.reorg(6)
      await expect(follow()).rejects.toBeInstanceOf(ChainReplaced)
      expect(await databaseState(db)).toEqual(before)
    })
  })

  describe('a purchase', () => {
    it('is credited when confirmed, ten Steeze per USDC [ledger.usdc-micros]', async () => {
      const [ada, bo] = [await rich(), await rich()]
      expect(await confirm(ada, await buy(ada, 2.5))).toMatchObject({
        status: 200,
        body: { status: 'completed', amount: 25, message: 'Steeze tokens added to your balance' },
      })
      expect([await purchasedOf(ada), await purchasedOf(bo)]).toEqual([25, 0])
      expect((await ada.me()).steezeBalance).toBe(25)
      const said = await db.query(
        `select e.usdc_micros as told, p.usdc_micros as kept from chain_events e join steeze_purchases p on p.event_id = e.id`,
      )
      expect(said).toEqual([{ told: 2_500_000, kept: 2_500_000 }])
      await follow()
      expect(await bo.call('GET /api/reserves')).toMatchObject({
        ...{ usdcHeld: 2.5, steezeOutstanding: 25, isMatching: true },
      })
    })

    it('is confirming until it is deep enough, with 202, and credited nowhere before [steeze.confirm-202]', async () => {
      stage.node.confirmationSeconds = 60
      const ada = await rich()
      const hash = await buy(ada, 1, { isPending: true })
      const key = { 'idempotency-key': 'one-and-the-same' }
      const confirmedSeconds = async () => {
        const { body, status } = await confirm(ada, hash, {}, key)
        const confirming = { status: 'confirming', confirmationSeconds: 60, message: 'Confirming', amount: null }
        expect({ body, status }).toMatchObject({ status: 202, body: confirming })
        return body.confirmedSeconds
      }
      expect(await confirmedSeconds()).toBe(0)
      await stage.mine()
      expect(await confirmedSeconds()).toBe(0)
      await stage.mine(1, 30)
      // A real node's clock goes on meanwhile.
      expect(await confirmedSeconds()).toBeGreaterThanOrEqual(30)
      await follow()
      expect(await purchasedOf(ada)).toBe(0)
      await stage.mine(1, 30)
      expect(await confirm(ada, hash, {}, key)).toMatchObject({
        ...{ status: 200, body: { status: 'completed', amount: 10 } },
      })
      expect(await purchasedOf(ada)).toBe(10)
    })

    it('is credited once, whoever finds it first and however often [steeze.credited-once]', async () => {
      const ada = await rich()
      const first = await buy(ada, 1)
      await confirm(ada, first)
      await follow()
      await confirm(ada, first)
      const second = await buyAndFollow(ada, 1)
      await Promise.all([confirm(ada, second), confirm(ada, second.toUpperCase().replace('0X', '0x')), follow()])
      expect(await purchasedOf(ada)).toBe(20)
    })

    it('that returns in another block is credited once, whichever reader finds it first', async () => {
      const [ada, bo] = [await rich(), await rich()]
      await buy(bo, 1)
      const hash = await buyAndFollow(ada, 3)
      await stage.reorg(2)
      const { status } = await confirm(ada, hash)
      expect([await purchasedOf(ada), status]).toEqual([30, 202])
      await follow()
      expect(await confirm(ada, hash)).toMatchObject({ status: 200, body: { status: 'completed', amount: 30 } })
      expect([await purchasedOf(ada), await purchasedOf(bo)]).toEqual([30, 10])
    })
  })

  describe('confirming anything but my purchase is refused with its reason and credits nothing', () => {
    const refused = async (hash: string, expected: object, more: object = {}, asker = ada) => {
      const before = await databaseState(db)
      expect(await confirm(asker, hash, more)).toMatchObject(expected)
      expect(await databaseState(db)).toEqual(before)
    }
    let ada: Actor
    beforeEach(async () => {
      ada = await rich()
    })

    it('somebody else’s [steeze.confirm-foreign-hash]', async () =>
      refused(await buy(await rich(), 1), refusal(403, 'TRANSACTION_OF_ANOTHER')))
    it('another contract’s, though it looks the same', async () =>
      refused(await stage.alien(ada.wallet, USDC), refusal(409, 'TRANSACTION_NOT_OURS')))
    it('a vouch', async () => {
      const bo = await newcomer(stage.test)
      await refused(await stage.vouch(ada.wallet, bo.wallet, USDC), refusal(409, 'TRANSACTION_NOT_OURS'))
    })
    it('a failed transaction', async () => refused(await buy(ada, 0.05), refusal(409, 'TRANSACTION_FAILED')))
    it('a transaction on another network', async () =>
      refused(await buy(ada, 1), refusal(409, 'WRONG_CHAIN'), { chainId: 1 }))
    it('an unknown transaction', () => refused(`0x${'7'.repeat(64)}`, refusal(404, 'TRANSACTION_NOT_FOUND')))
    it('anything while the network is down, which is an outage', async () => {
      const hash = await buy(ada, 1)
      stage.node.isReachable = false
      await refused(hash, refusal(503, 'CHAIN_UNAVAILABLE'))
      stage.node.isReachable = true
      expect(await confirm(ada, hash)).toMatchObject({ status: 200 })
    })
  })

  describe('a purchase by an unbound wallet', () => {
    let ada: Actor
    beforeEach(async () => {
      ada = new Actor(stage.test)
      await stage.mint(ada.wallet, 10 * USDC)
    })
    const unclaimed = async () =>
      (
        await db.query<{ total: number }>(
          `select coalesce(sum(e.amount), 0)::bigint as total from ledger_entries e
           join ledger_accounts a on a.id = e.account_id where a.kind = 'steeze_unclaimed'`,
        )
      )[0]?.total

    it('waits, and is credited once to the next user who binds the wallet [steeze.unclaimed]', async () => {
      const bo = await newcomer(stage.test)
      await buyAndFollow(ada, 3)
      expect(await unclaimed()).toBe(30)
      stage.test.ctx.clock.advance({ minutes: 1 })
      await ada.signIn()
      expect([await purchasedOf(ada), await purchasedOf(bo), await unclaimed()]).toEqual([30, 0, 0])
      await ada.signIn()
      await followAfter(4)
      expect([await purchasedOf(ada), await unclaimed()]).toEqual([30, 0])
    })

    it('found only after the wallet was bound goes to the user who bound it [steeze.credit-by-block-time]', async () => {
      await buy(ada, 3)
      stage.test.ctx.clock.advance({ minutes: 1 })
      await ada.signIn()
      await follow()
      expect([await purchasedOf(ada), await unclaimed()]).toEqual([30, 0])
    })

    it('that disappears before belongs to nobody', async () => {
      const hash = await buyAndFollow(ada, 3)
      await stage.reorg(1, { drop: [hash] })
      await follow()
      await ada.signIn()
      expect([await purchasedOf(ada), await unclaimed()]).toEqual([0, 0])
    })
  })

  const give = async (from: Actor, to: Actor, amount: number) =>
    post(db, {
      ...{ key: `gift/${randomUUID()}`, kind: 'test_credit', reference: 'test', amount },
      from: userAccount(await idOf(from), 'steeze_purchased'),
      to: userAccount(await idOf(to), 'steeze_earned'),
    })

  describe('a purchase that disappears after it was spent', () => {
    let ada: Actor
    let bo: Actor
    beforeEach(async () => {
      ada = await rich()
      bo = await rich()
      const hash = await buyAndFollow(ada, 3)
      await give(ada, bo, 20)
      await stage.reorg(1, { drop: [hash] })
      await follow()
    })

    const debt = async () =>
      (
        await db.query<{ balance: number }>(
          `select balance from ledger_accounts where kind = 'steeze_debt' and owner_id = $1`,
          [await idOf(ada)],
        )
      )[0]?.balance

    it('takes the remaining balance and leaves the rest as the owner’s debt [steeze.reorg]', async () => {
      expect([await purchasedOf(ada), await debt()]).toEqual([0, -20])
      expect(await steezeOf(bo)).toEqual({ battleEarnedSteeze: 20, purchasedSteeze: 0 })
    })

    it('is repaid first from later credits [steeze.debt-paid-first]', async () => {
      await buyAndFollow(ada, 1.5)
      expect([await purchasedOf(ada), await debt()]).toEqual([0, -5])
      await buyAndFollow(ada, 1)
      expect([await purchasedOf(ada), await debt()]).toEqual([5, 0])
    })

    it('blocks its owner from spending either kind until then', async () => {
      const adaId = await idOf(ada)
      await expect(give(ada, bo, 1)).rejects.toMatchObject({ code: 'IN_DEBT' })
      const spend = {
        ...{ key: 'spend', kind: 'hold' as const, reference: 'test', amount: 1 },
        from: userAccount(adaId, 'ap_available'),
        to: houseAccount('ap_issued'),
      }
      await expect(post(db, spend)).rejects.toMatchObject({ code: 'IN_DEBT' })
      await buyAndFollow(ada, 2)
      await post(db, spend)
    })
  })

  describe('a vouch', () => {
    const ap = async (of: Actor) => (await of.me()).auraPoints
    const create = async (from: Actor, to: Actor, transactionHash: string) =>
      from.send('POST', '/api/vouch/create', { vouchedUserId: await idOf(to), usdcAmount: 1, transactionHash })

    it('is credited by the watcher alone, and once by both [vouching.watcher-credits] [vouching.credited-once]', async () => {
      const [ada, bo] = [await rich(), await newcomer(stage.test)]
      const hash = await stage.vouch(ada.wallet, bo.wallet, 2 * USDC)
      await follow()
      expect(await ap(bo)).toBe(120)
      expect(await create(ada, bo, hash)).toMatchObject({ status: 200, body: { auraAwarded: 20 } })
      await Promise.all([create(ada, bo, hash), follow()])
      const told = (await bo.call('GET /api/notifications')).filter(({ type }) => type === 'vouch_received')
      expect([await ap(bo), told.length]).toEqual([120, 1])
    })

    it('beyond the cap, of two sent together, is reverted by the contract', async () => {
      const [ada, bo] = [await rich(200), await newcomer(stage.test)]
      const usdcOf = async ({ wallet: { address } }: Actor) =>
        (await ada.call('GET /api/web3/balance/:address', { params: { address } })).balance
      // Two tabs send before either transaction is in a block, so neither knows of the other.
      const send = () => stage.vouch(ada.wallet, bo.wallet, 60 * USDC, { isPending: true })
      const [first, second] = [await send(), await send()]
      await stage.mine()
      expect(await create(ada, bo, second)).toMatchObject(refusal(409, 'TRANSACTION_FAILED'))
      expect(await create(ada, bo, first)).toMatchObject({ status: 200, body: { auraAwarded: 600 } })
      await follow()
      expect([await usdcOf(ada), await usdcOf(bo), await ap(bo)]).toEqual([140, 60, 700])
      const pair = { voucherId: await idOf(ada), vouchedId: await idOf(bo) }
      expect(await ada.call('GET /api/vouch/amount/:voucherId/:vouchedId', { params: pair })).toMatchObject({
        ...{ totalVouchedAmount: 60, remainingAmount: 40, vouchCount: 1 },
      })
    })
  })

  describe('a node that lies', () => {
    let ada: Actor
    let bo: Actor
    beforeEach(async () => {
      ada = await rich()
      bo = await rich()
      await buy(ada, 3)
      await followAfter(3)
      await give(ada, bo, 20)
    })
    afterEach(() => stage.node.lies.clear())

    const made = async (actor: Actor, amount: number) => ({
      contract: stage.node.contracts?.steeze ?? '',
      block: await stage.node.latest(),
      account: actor.wallet.address,
      amount,
    })
    const redeem = (actor: Actor, amount = 10) => actor.send('POST', '/api/steeze/redeem', { amount })
    const reserves = () => ada.call('GET /api/reserves')
    const trouble = async () => {
      const follower = new ChainFollower(stage.test.ctx, eventHandlers)
      await follower.catchUp()
      return follower.trouble
    }
    const inMetrics = async (name: string) =>
      new RegExp(`^${name} (.*)$`, 'm').exec((await stage.test.app.inject('/metrics')).body)?.[1]

    /** Ways to detect the lie: the node's own receipts, another node, or two of them. */
    const ways = [
      { others: 0, areInReceipts: false, who: 'its own receipts deny it' },
      { others: 1, areInReceipts: false, who: 'another node and its own receipts deny it' },
      { others: 2, areInReceipts: true, who: 'two others deny it' },
    ]
    const lie = ({ others, areInReceipts }: Pick<(typeof ways)[number], 'others' | 'areInReceipts'>) => {
      stage.node.honestOthers = others
      stage.node.lies.areInReceipts = areInReceipts
    }

    it.each(ways)(
      'and invents a purchase: it is taken back when it should be final, and nothing is signed until then ($who)',
      async (way) => {
        lie(way)
        await stage.mine()
        stage.node.lies.invented.push(inventedPurchase(await made(ada, 1_000)))
        await follow()
        expect(await purchasedOf(ada)).toBe(1_010)
        expect(await reserves()).toMatchObject({ difference: 1_000, isMatching: false })
        expect(await redeem(bo)).toMatchObject({ status: 409, body: { data: { reason: 'reserves' } } })
        expect(await inMetrics('steeze_reserves_difference')).toBe('1000')
        await followAfter(4)
        expect([await purchasedOf(ada), await trouble()]).toEqual([10, null])
        expect(await reserves()).toMatchObject({ difference: 0, isMatching: true })
        expect(await redeem(bo)).toMatchObject({ status: 200 })
      },
    )

    it('and invents a withdrawal settles nothing, and signing continues', async () => {
      lie({ others: 2, areInReceipts: true })
      await stage.mine()
      stage.node.lies.invented.push(inventedWithdrawal(await made(bo, 7)))
      await follow()
      expect(await statuses()).toEqual(['applied', 'seen'])
      await followAfter(4)
      expect([await statuses(), await steezeOf(bo)]).toEqual([
        ['applied', 'gone'],
        { battleEarnedSteeze: 20, purchasedSteeze: 0 },
      ])
      expect(await redeem(bo)).toMatchObject({ status: 200 })
      expect(await inMetrics('steeze_unexplained')).toBe('0')
    })

    it('and alters an amount does not change what counts', async () => {
      lie({ others: 2, areInReceipts: true })
      const hash = await buy(ada, 2)
      stage.node.lies.altered.set(hash, purchaseData(900_000_000, 9_000))
      await follow()
      expect(await purchasedOf(ada)).toBe(9_010)
      await followAfter(4)
      expect([await purchasedOf(ada), await trouble()]).toEqual([30, null])
    })

    it('and leaves a purchase out, then and again: another node tells of it', async () => {
      lie({ others: 1, areInReceipts: false })
      const hash = await buy(ada, 2)
      stage.node.lies.hidden.add(hash)
      await follow()
      expect(await purchasedOf(ada)).toBe(10)
      await followAfter(4)
      expect([await purchasedOf(ada), await trouble()]).toEqual([30, null])
    })

    it('and contradicts the only other is not believed: the event is reverted and reported until they agree', async () => {
      lie({ others: 1, areInReceipts: true })
      await stage.mine()
      const log = inventedPurchase(await made(ada, 1_000))
      stage.node.lies.invented.push(log)
      const real = await buyAndFollow(bo, 1)
      expect(await purchasedOf(ada)).toBe(1_010)
      const before = await cursor()
      await followAfter(4)
      // A node confirms and another denies: the purchase is not credited, and no later one is final, but later ones are
      // seen.
      expect([await purchasedOf(ada), await purchasedOf(bo)]).toEqual([10, 10])
      expect(await trouble()).toMatchObject({
        alert: 'chain-nodes-disagree',
        block: log.block.number,
        disputes: [{ txHash: log.txHash, toldBy: ['the-first'], deniedBy: ['honest-1'] }],
      })
      expect(await cursor()).toMatchObject({ final: log.block.number - 1 })
      expect((await cursor())?.at).toBeGreaterThan(Number(before?.at))
      expect(await inMetrics('chain_disputed_block')).toBe(String(log.block.number))
      const [times] = await db.query<{ read: number; final: number }>(
        'select extract(epoch from block_time)::int as read, extract(epoch from final_time)::int as final from chain_cursors',
      )
      expect(await inMetrics('chain_read_timestamp_seconds')).toBe(String(times?.read))
      expect(await inMetrics('chain_final_timestamp_seconds')).toBe(String(times?.final))
      expect(await confirm(ada, log.txHash)).toMatchObject({ status: 202 })
      expect(await purchasedOf(ada)).toBe(10)
      stage.node.lies.clear()
      await follow()
      expect([await purchasedOf(ada), await purchasedOf(bo), await trouble()]).toEqual([10, 10, null])
      expect((await cursor())?.final).toBeGreaterThan(log.block.number)
      expect(await inMetrics('chain_disputed_block')).toBe('0')
      expect(await confirm(bo, real)).toMatchObject({ status: 200 })
    })

    it('and hides a purchase delays it until both nodes agree', async () => {
      lie({ others: 1, areInReceipts: true })
      const hash = await buy(ada, 2)
      stage.node.lies.hidden.add(hash)
      await followAfter(4)
      expect([await purchasedOf(ada), (await trouble())?.alert]).toEqual([10, 'chain-nodes-disagree'])
      stage.node.lies.clear()
      await follow()
      expect([await purchasedOf(ada), await trouble()]).toEqual([30, null])
    })

    it('about an old final block is not believed on manual confirmation either', async () => {
      lie({ others: 1, areInReceipts: true })
      const log = inventedPurchase(await made(ada, 1_000))
      await followAfter(5)
      stage.node.lies.invented.push(log)
      expect(await confirm(ada, log.txHash)).toMatchObject({ status: 202 })
      expect(await purchasedOf(ada)).toBe(10)
    })

    describe('about a block that becomes final while a purchase is confirmed', () => {
      /** Runs `other` once, right before the next transaction, when all reads before it are done. */
      const beforeTransaction = (other: () => Promise<unknown>) => {
        const { tx } = db
        vi.spyOn(db, 'tx').mockImplementationOnce((async (work: Parameters<typeof tx>[0]) => {
          await other()
          return tx.call(db, work)
        }) as typeof tx)
      }
      const confirmInvented = async (hash: string) =>
        confirmTransaction(stage.test.ctx, eventHandlers, {
          hash,
          kind: 'steeze_purchased',
          wallets: new Set([ada.wallet.address.toLowerCase()]),
        })
      /** Invents a purchase in a block that one node called confirmed and that is final at the follower's next step. */
      const inventLate = async () => {
        lie({ others: 2, areInReceipts: true })
        await stage.mine()
        const log = inventedPurchase(await made(ada, 1_000))
        await follow()
        await stage.mine(4)
        stage.node.lies.invented.push(log)
        expect((await cursor())?.final).toBeLessThan(log.block.number)
        return log
      }
      const isNeverCredited = async (log: { txHash: string; block: { number: number } }) => {
        await follow()
        expect((await cursor())?.final).toBeGreaterThan(log.block.number)
        expect(await purchasedOf(ada)).toBe(10)
        expect(await confirm(ada, log.txHash)).toMatchObject({ status: 202 })
        expect(await purchasedOf(ada)).toBe(10)
      }

      it('is not believed when the final reading passed it first', async () => {
        const log = await inventLate()
        beforeTransaction(follow)
        expect(await confirmInvented(log.txHash)).toMatchObject({ events: null })
        await isNeverCredited(log)
      })

      it('is taken back when the final reading had not seen it stored', async () => {
        const log = await inventLate()
        beforeTransaction(async () => {
          expect((await confirmInvented(log.txHash)).events).toHaveLength(1)
          expect(await purchasedOf(ada)).toBe(1_010)
        })
        await isNeverCredited(log)
      })
    })

    describe('about what two nodes have made final', () => {
      const logOf = async (kind: string) => {
        const [event] = await db.query<{ hash: string }>('select tx_hash as hash from chain_events where kind = $1', [
          kind,
        ])
        const [log] = (await stage.node.verifiers[0]?.receiptLogs([event?.hash ?? ''])) ?? []
        if (!log) throw new Error(`no ${kind}`)
        return log
      }
      const tellOfLatest = async (kind: string) => {
        lie({ others: 2, areInReceipts: true })
        stage.node.lies.invented.push({ ...(await logOf(kind)), block: await stage.node.latest() })
        await follow()
        await followAfter(4)
      }

      it('moves no purchase out of its block', async () => {
        await stage.mine()
        await tellOfLatest('steeze_purchased')
        expect([await purchasedOf(ada), await statuses(), await trouble()]).toEqual([10, ['applied'], null])
      })

      it('moves no settled withdrawal, and following goes on', async () => {
        await stage.withdraw(bo.wallet, 10, await bo.call('POST /api/steeze/redeem', { body: { amount: 10 } }))
        await followAfter(4)
        await stage.mine()
        await tellOfLatest('steeze_withdrawn')
        expect([await statuses(), await trouble()]).toEqual([['applied', 'applied'], null])
        expect(await steezeOf(bo)).toMatchObject({ battleEarnedSteeze: 10 })
      })

      it('changes no amount on manual confirmation', async () => {
        lie({ others: 2, areInReceipts: true })
        const log = await logOf('steeze_purchased')
        const { number } = await stage.node.latest()
        stage.node.lies.invented.push({
          ...log,
          block: { ...log.block, number },
          data: purchaseData(900_000_000, 9_000),
        })
        await confirm(ada, log.txHash)
        expect(await purchasedOf(ada)).toBe(10)
      })
    })

    it('about a block that was not requested is not believed', async () => {
      const { scan } = stage.node
      const log = inventedPurchase(await made(ada, 1_000))
      await stage.mine()
      stage.node.scan = async (from, to) => {
        const found = await scan.call(stage.node, from, to)
        return { ...found, logs: [...found.logs, { ...log, block: { ...log.block, number: 0 } }] }
      }
      await follow()
      expect(await purchasedOf(ada)).toBe(10)
    })

    it('about the outstanding Steeze cannot enable signing', async () => {
      stage.node.honestOthers = 1
      stage.node.lies.outstanding = 5_000
      expect(await redeem(bo)).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
      stage.node.lies.clear()
      expect(await redeem(bo)).toMatchObject({ status: 200 })
    })

    it.each([0, 1])(
      'about what a wallet has withdrawn raises no limit that is signed (beside %d others)',
      async (others) => {
        stage.node.honestOthers = others
        stage.node.lies.withdrawn = 1_000_000
        const expected =
          others === 0
            ? { status: 409, body: { data: { reason: 'withdrawals-differ' } } }
            : refusal(503, 'CHAIN_UNAVAILABLE')
        expect(await redeem(bo)).toMatchObject(expected)
        expect(await steezeOf(bo)).toMatchObject({ battleEarnedSteeze: 20 })
        stage.node.lies.clear()
        expect(await redeem(bo)).toMatchObject({ status: 200, body: { limit: 10 } })
      },
    )

    it('is never trusted alone where two are configured: purchases are seen, but nothing is final', async () => {
      stage.node.honestOthers = 1
      const { verifiers } = stage.node
      const away = { ...verifiers[1], finalised: async () => Promise.reject(new ChainUnreachable('away')) }
      Object.defineProperty(stage.node, 'verifiers', { configurable: true, get: () => [verifiers[0], away] })
      const before = await cursor()
      await buy(ada, 2)
      await followAfter(4)
      expect(await purchasedOf(ada)).toBe(30)
      expect(await cursor()).toMatchObject({ final: before?.final })
      expect((await trouble())?.alert).toBe('chain-too-few-nodes')
      Object.defineProperty(stage.node, 'verifiers', { configurable: true, get: () => verifiers })
      await follow()
      expect((await cursor())?.final).toBeGreaterThan(Number(before?.final))
    })
  })

  it('earned Steeze is redeemed by a signature the contract accepts, and settled when final [steeze.redeem-settles]', async () => {
    const [ada, bo] = [await rich(), await rich(0.5)]
    await buy(ada, 3)
    await followAfter(3)
    await give(ada, bo, 20)
    const terms = await bo.call('POST /api/steeze/redeem', { body: { amount: 20 } })
    const transactionHash = await stage.withdraw(bo.wallet, 20, terms)
    const confirmed = () => bo.send('POST', '/api/steeze/redeem-confirm', { transactionHash })
    expect(await confirmed()).toMatchObject({ status: 202 })
    await follow()
    const reserves = () => ada.call('GET /api/reserves')
    expect(await reserves()).toMatchObject({ steezeOutstanding: 10, withdrawnUnsettled: 20, isMatching: true })
    await followAfter(3)
    expect(await confirmed()).toMatchObject({ status: 200, body: { status: 'completed', amount: 20 } })
    expect(await steezeOf(bo)).toEqual({ battleEarnedSteeze: 0, purchasedSteeze: 0 })
    expect(await reserves()).toMatchObject({ withdrawnUnsettled: 0, isMatching: true })
    const address = bo.wallet.address
    expect(await bo.call('GET /api/web3/balance/:address', { params: { address } })).toEqual({ balance: 1.9 })
  })
}
