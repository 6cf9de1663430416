import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buy, follow, purchasedOf, USDC, withUsdc } from '../../../test/chain.ts'
import { databaseState } from '../../../test/database-state.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { eventHandlers } from '../../event-handlers.ts'
import { ChainUnreachable, ScanTooLarge } from '../../platform/chain/chain.ts'
import { ChainFollower, ChainReplaced } from './follow-chain.ts'

let test: TestApp
beforeEach(async () => {
  test = await testApp()
})
afterEach(() => test.close())

const cursor = async () =>
  (
    await test.ctx.db.query<{ at: number; final: number }>(
      'select block_number as at, final_number as final from chain_cursors',
    )
  )[0]
const statuses = async () =>
  (await test.ctx.db.query<{ status: string }>('select status from chain_events order by id')).map(
    ({ status }) => status,
  )

describe('the chain is followed', () => {
  it('from where it was left, and nothing is read twice but to see it final [steeze.watcher-cursor] [steeze.watcher-credits]', async () => {
    const ada = await withUsdc(test)
    buy(test, ada, 1)
    await follow(test)
    expect(await purchasedOf(ada)).toBe(10)
    buy(test, ada, 2)
    // As a server that has just started.
    await follow(test)
    expect(await purchasedOf(ada)).toBe(30)
    test.ctx.chain.mine(5)
    await follow(test)
    const reads = test.ctx.chain.scans.length
    await follow(test)
    expect(test.ctx.chain.scans).toHaveLength(reads)
    expect(await cursor()).toEqual({ at: 7, final: 5 })
  })

  it('only as deep as it must be [steeze.confirm-202]', async () => {
    test.ctx.chain.confirmations = 3
    const ada = await withUsdc(test)
    buy(test, ada, 1)
    test.ctx.chain.mine()
    await follow(test)
    expect(await purchasedOf(ada)).toBe(0)
    test.ctx.chain.mine()
    await follow(test)
    expect(await purchasedOf(ada)).toBe(10)
  })

  it('with every event once, however often a node tells of it [steeze.credited-once]', async () => {
    const ada = await withUsdc(test)
    test.ctx.chain.repeats = true
    buy(test, ada, 1)
    await follow(test)
    test.ctx.chain.mine(4)
    await follow(test)
    expect(await purchasedOf(ada)).toBe(10)
  })

  it('and what a node left out is found when its block is final', async () => {
    const ada = await withUsdc(test)
    const hash = buy(test, ada, 1)
    test.ctx.chain.leftOut.add(hash)
    await follow(test)
    expect(await purchasedOf(ada)).toBe(0)
    test.ctx.chain.leftOut.clear()
    test.ctx.chain.mine(3)
    await follow(test)
    expect(await purchasedOf(ada)).toBe(10)
  })

  it('and what is left out the second time is not taken for gone', async () => {
    const ada = await withUsdc(test)
    const hash = buy(test, ada, 1)
    await follow(test)
    test.ctx.chain.leftOut.add(hash)
    test.ctx.chain.mine(3)
    await follow(test)
    expect(await purchasedOf(ada)).toBe(10)
  })

  it('at the pace of a node that lags behind', async () => {
    const ada = await withUsdc(test)
    buy(test, ada, 1)
    await follow(test)
    const before = await cursor()
    buy(test, ada, 1)
    test.ctx.chain.lag = 2
    await follow(test)
    expect(await cursor()).toEqual(before)
    test.ctx.chain.lag = 0
    await follow(test)
    expect(await purchasedOf(ada)).toBe(20)
  })

  it('not at all while the network is down, and nothing is lost by it', async () => {
    const ada = await withUsdc(test)
    buy(test, ada, 1)
    const before = await databaseState(test.ctx.db, { except: ['chain_cursors'] })
    test.ctx.chain.isReachable = false
    await expect(follow(test)).rejects.toBeInstanceOf(ChainUnreachable)
    expect(await databaseState(test.ctx.db, { except: ['chain_cursors'] })).toEqual(before)
    test.ctx.chain.isReachable = true
    await follow(test)
    expect(await purchasedOf(ada)).toBe(10)
  })

  it('in smaller pieces where a node wants to tell less at once', async () => {
    const ada = await withUsdc(test)
    for (let bought = 0; bought < 5; bought++) buy(test, ada, 1)
    const { scan } = test.ctx.chain
    test.ctx.chain.scan = async (from, to) => {
      if (to - from > 1) throw new ScanTooLarge('more than 2 blocks')
      return scan.call(test.ctx.chain, from, to)
    }
    await follow(test)
    expect(await purchasedOf(ada)).toBe(50)
  })

  it('by two at once as by one', async () => {
    const ada = await withUsdc(test)
    for (let bought = 0; bought < 4; bought++) buy(test, ada, 1)
    await Promise.all([follow(test), follow(test), follow(test)])
    expect(await purchasedOf(ada)).toBe(40)
    expect(await statuses()).toEqual(Array(4).fill('applied'))
  })
})

describe('a chain that reorganises', () => {
  it('takes back what is not part of it any more, as far as it is there [steeze.reorg]', async () => {
    const [ada, bo] = [await withUsdc(test), await withUsdc(test)]
    const hash = buy(test, ada, 3)
    buy(test, bo, 1)
    await follow(test)
    expect([await purchasedOf(ada), await purchasedOf(bo)]).toEqual([30, 10])
    test.ctx.chain.reorg(2, { drop: [hash] })
    await follow(test)
    expect([await purchasedOf(ada), await purchasedOf(bo)]).toEqual([0, 10])
    expect((await ada.call('GET /api/steeze/transactions')).length).toBe(0)
  })

  it('and brings a purchase again in another block leaves it credited once', async () => {
    const ada = await withUsdc(test)
    const hash = buy(test, ada, 3)
    test.ctx.chain.mine()
    await follow(test)
    test.ctx.chain.reorg(2, { later: [hash] })
    await follow(test)
    expect(await purchasedOf(ada)).toBe(30)
    test.ctx.chain.reorg(2, { drop: [hash] })
    await follow(test)
    expect(await purchasedOf(ada)).toBe(0)
  })

  it('is followed back to where it parted', async () => {
    const ada = await withUsdc(test)
    test.ctx.chain.finality = 20
    const hashes = [buy(test, ada, 1), buy(test, ada, 2), buy(test, ada, 4)]
    await follow(test)
    test.ctx.chain.mine(3)
    await follow(test)
    test.ctx.chain.reorg(5, { drop: [hashes[1] ?? ''] })
    await follow(test)
    expect(await purchasedOf(ada)).toBe(50)
    expect((await statuses()).sort()).toEqual(['applied', 'applied', 'gone'])
  })

  it('after a piece was read ahead of its turn is noticed, too', async () => {
    const ada = await withUsdc(test)
    test.ctx.chain.finality = 20
    const hashes = [1, 2, 4, 8].map((usdc) => buy(test, ada, usdc))
    const { scan } = test.ctx.chain
    let isOver = false
    test.ctx.chain.scan = async (from, to) => {
      if (to - from > 1) throw new ScanTooLarge('more than 2 blocks')
      const found = await scan.call(test.ctx.chain, from, to)
      if (from <= 3 && to >= 3 && !isOver) {
        test.ctx.chain.reorg(2, { drop: hashes.slice(2, 3) })
        isOver = true
      }
      return found
    }
    await follow(test)
    expect([isOver, await purchasedOf(ada)]).toEqual([true, 110])
  })

  it('and shrinks waits until it has grown again', async () => {
    const ada = await withUsdc(test)
    buy(test, ada, 1)
    await follow(test)
    test.ctx.chain.lag = 1
    await follow(test)
    expect(await purchasedOf(ada)).toBe(10)
  })

  it('past what was final is not the same chain: nothing is touched', async () => {
    const ada = await withUsdc(test)
    buy(test, ada, 1)
    test.ctx.chain.mine(5)
    await follow(test)
    const before = await databaseState(test.ctx.db)
    test.ctx.chain.reorg(6)
    await expect(follow(test)).rejects.toBeInstanceOf(ChainReplaced)
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })
})

it('is caught up from a long backlog in the right order', async () => {
  const people = await Promise.all([withUsdc(test), withUsdc(test), withUsdc(test)])
  for (let round = 0; round < 20; round++) {
    for (const { wallet } of people) test.ctx.chain.buy(wallet.address, USDC, { isPending: true })
    test.ctx.chain.mine()
  }
  const follower = new ChainFollower(test.ctx, eventHandlers)
  await follower.catchUp()
  expect(await Promise.all(people.map(purchasedOf))).toEqual([200, 200, 200])
})
