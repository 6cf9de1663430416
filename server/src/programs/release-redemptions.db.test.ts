import type { Answer } from '@aura/api/calls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../tests/server/actors/actors.ts'
import { earn, follow } from '../../../tests/server/chain/chain.ts'
import { BreakableDb } from '../../../tests/server/database/breakable-db.ts'
import { databaseState } from '../../../tests/server/database/database-state.ts'
import { type TestApp, testApp } from '../../../tests/server/test-app.ts'
import { ChainFollower } from '../features/chain-events/index.ts'
import { auditLedger, balancesOf } from '../features/ledger/index.ts'
import { auditSteeze } from '../features/steeze/index.ts'
import { eventHandlers } from '../run-features.ts'
import { adminOrder } from './admin-commands.ts'

type Signed = Answer<'POST /api/steeze/redeem'>

const breakable = new BreakableDb()
let test: TestApp
let ada: Actor
let bo: Actor
let adas: Signed
let bos: Signed
/** Ada holds 40 of her 100 Steeze, Bo 10 of his 30. No server follows the chain from here on. */
beforeEach(async () => {
  test = await testApp({ wrapDb: breakable.wrap })
  ada = await newcomer(test)
  bo = await newcomer(test)
  await earn(test, ada, 100)
  await earn(test, bo, 30)
  test.ctx.chain.mine(3)
  await follow(test)
  adas = await redeem(ada, 40)
  bos = await redeem(bo, 10)
})
afterEach(() => test.close())

const redeem = (actor: Actor, amount: number) => actor.call('POST /api/steeze/redeem', { body: { amount } })
const withdraw = ({ wallet }: Actor, amount: number, terms: Signed) =>
  test.ctx.chain.withdraw(wallet.address, amount, terms)

async function release(): Promise<string> {
  const order = adminOrder(['release-redemptions', 'The', 'contract', 'is', 'replaced.'])
  if ('fault' in order) throw new Error(order.fault)
  return order.run(test.ctx)
}

const balances = () =>
  Promise.all(
    [ada, bo].map(async (actor) => {
      const { steeze_earned: earned, steeze_held: held } = await balancesOf(test.ctx.db, (await actor.me()).id)
      return { earned, held }
    }),
  )
const logged = () => test.ctx.db.query('select action, admin_id, subject, reason from admin_actions order by reason')
const notices = (title: string) =>
  test.ctx.db.query<{ userId: string }>('select user_id as "userId" from notifications where title = $1', [title])

/** Pauses the contract and lets blocks pass every deadline. */
function abandon(): void {
  test.ctx.chain.isPaused = true
  test.ctx.clock.advance({ minutes: 11 })
  test.ctx.chain.mine(3)
}

async function expectSound(): Promise<void> {
  expect((await auditLedger(test.ctx.db)).broken).toEqual([])
  expect((await auditSteeze(test.ctx.db)).broken).toEqual([])
  expect(await ada.call('GET /api/reserves')).toMatchObject({ difference: 0 })
}

const HELD = [
  { earned: 60, held: 40 },
  { earned: 20, held: 10 },
]

const FREE = [
  { earned: 100, held: 0 },
  { earned: 30, held: 0 },
]

/** Expects a refusal that leaves holds, redemptions, notices and logs unchanged. */
async function expectRefused(sentence: RegExp, { except }: { except?: string[] } = {}): Promise<void> {
  const before = await databaseState(test.ctx.db, except && { except })
  await expect(release()).rejects.toThrow(sentence)
  expect(await databaseState(test.ctx.db, except && { except })).toEqual(before)
  expect(await balances()).toEqual(HELD)
}
const READ_FROM_THE_CHAIN = ['chain_events', 'chain_event_keys', 'chain_cursors', 'chain_checkpoints']

describe('npm run admin -- release-redemptions', () => {
  it('releases the holds of a paused contract once, with a log entry and a notification for each owner', async () => {
    abandon()
    expect(await release()).toBe('50 Steeze of 2 redemptions are released.')
    expect(await balances()).toEqual(FREE)
    const row = async (actor: Actor, amount: number) => ({
      action: 'release-redemptions',
      admin_id: null,
      subject: (await actor.me()).id,
      reason: `${amount} Steeze of ${actor.wallet.address.toLowerCase()}: The contract is replaced.`,
    })
    expect(await logged()).toEqual([await row(bo, 10), await row(ada, 40)])
    expect(await notices('Your redemption ran out')).toHaveLength(2)
    await expectSound()
    const released = await databaseState(test.ctx.db)
    expect(await release()).toBe('No redemption is open.')
    expect(await databaseState(test.ctx.db)).toEqual(released)
    await follow(test)
    expect((await balances())[0]).toEqual({ earned: 100, held: 0 })
  })

  it('settles the part that was withdrawn and releases the rest, with no server running', async () => {
    await withdraw(ada, 15, adas)
    await withdraw(bo, 10, bos)
    abandon()
    expect(await release()).toBe(
      '25 Steeze had been withdrawn and were settled. 25 Steeze of 1 redemption is released.',
    )
    expect(await balances()).toEqual([
      { earned: 85, held: 0 },
      { earned: 20, held: 0 },
    ])
    expect(await logged()).toMatchObject([{ subject: (await ada.me()).id }])
    expect(await notices('Your redemption ran out')).toEqual([{ userId: (await ada.me()).id }])
    await expectSound()
  })

  it('releases each hold once when it is run twice at once, or beside a server', async () => {
    abandon()
    await Promise.allSettled([release(), release(), follow(test)])
    await release()
    expect(await balances()).toEqual(FREE)
    expect(await notices('Your redemption ran out')).toHaveLength(2)
    await expectSound()
  })

  it.each([false, true])('releases all once when the database is lost meanwhile (kept: %s)', async (isKept) => {
    abandon()
    await new ChainFollower(test.ctx, eventHandlers).catchUp()
    breakable.failNextCommit(new Error('lost'), { isKept })
    await expect(release()).rejects.toThrow('lost')
    expect(await balances()).toEqual(isKept ? FREE : HELD)
    expect(await release()).toBe(isKept ? 'No redemption is open.' : '50 Steeze of 2 redemptions are released.')
    expect([await balances(), (await logged()).length]).toEqual([FREE, 2])
    await expectSound()
  })
})

describe('npm run admin -- release-redemptions is refused, for everybody', () => {
  it('while a signature can still be used, with the time to retry', async () => {
    test.ctx.clock.advance({ minutes: 8 })
    const again = await bo.call('POST /api/steeze/redeem/sign', { body: { holdId: bos.holdId } })
    test.ctx.chain.isPaused = true
    test.ctx.clock.set(new Date(again.deadline * 1_000))
    test.ctx.chain.mine(3)
    const iso = (seconds: number) => new Date(seconds * 1_000).toISOString()
    await expectRefused(new RegExp(`until ${iso(again.deadline)}.*Nothing was released. Run this again after `))
    await expectRefused(new RegExp(`after ${iso(again.deadline + 1)}`))
    test.ctx.clock.advance({ ms: 1_000 })
    test.ctx.chain.mine(3)
    expect(await release()).toBe('50 Steeze of 2 redemptions are released.')
  })

  it('while no final block is past the deadline, whatever the clock says', async () => {
    test.ctx.clock.advance({ minutes: 60 })
    test.ctx.chain.mine()
    await expectRefused(/newest final block is from/)
  })

  it('when the network, or one of the two required nodes, does not respond', async () => {
    abandon()
    const { chain } = test.ctx
    chain.isReachable = false
    await expectRefused(/answers can’t be verified now.*Nothing was released/)
    chain.honestOthers = 1
    await expectRefused(/answers can’t be verified now.*Nothing was released/)
    chain.isReachable = true
    expect(await release()).toBe('50 Steeze of 2 redemptions are released.')
  })

  it('when two nodes disagree on what a wallet has withdrawn', async () => {
    await withdraw(ada, 15, adas)
    abandon()
    const { chain } = test.ctx
    chain.honestOthers = 1
    chain.lies.withdrawn = 0
    await expectRefused(/nodes disagree about the state.*Nothing was released/)
    chain.lies.clear()
    expect(await release()).toContain('35 Steeze of 2 redemptions are released.')
    expect(await balances()).toEqual([{ earned: 85, held: 0 }, FREE[1]])
  })

  it('when two nodes disagree on a withdrawal', async () => {
    const hash = await withdraw(ada, 15, adas)
    abandon()
    const { chain } = test.ctx
    chain.honestOthers = 1
    chain.lies.hidden.add(hash)
    chain.lies.areInReceipts = true
    await expectRefused(/nodes disagree about block.*Nothing was released/, { except: READ_FROM_THE_CHAIN })
  })

  it('when nodes disagree on whether a final block is past the deadline', async () => {
    test.ctx.chain.mine(3)
    const { chain } = test.ctx
    chain.honestOthers = 1
    const block = chain.block.bind(chain)
    const scan = chain.scan.bind(chain)
    const late = <T extends { time: Date } | undefined>(told: T): T =>
      told && { ...told, time: new Date(told.time.getTime() + 3_600_000) }
    chain.block = async (number) => late(await block(number))
    chain.scan = async (from, to) => {
      const { before, last, logs } = await scan(from, to)
      return { before: late(before), last: late(last), logs }
    }
    await expectRefused(/nodes disagree about block.*Nothing was released/, { except: READ_FROM_THE_CHAIN })
  })

  it('when the contract reports more withdrawn than its events', async () => {
    const hash = await withdraw(ada, 15, adas)
    test.ctx.chain.leftOut.add(hash)
    abandon()
    await expectRefused(/has withdrawn 15 Steeze, and 0 are settled here. Nothing was released/, {
      except: READ_FROM_THE_CHAIN,
    })
  })

  it('when a redemption is signed again meanwhile', async () => {
    abandon()
    const { chain } = test.ctx
    const later = new Date(test.ctx.clock.now().getTime() + 600_000)
    const call = chain.call.bind(chain)
    let calls = 0
    chain.call = async (asked) => {
      // This is the last check of a wallet, after the deadlines were compared.
      if (++calls === 4) {
        await test.ctx.db.query('update steeze_redemptions set deadline = $2 where id = $1', [bos.holdId, later])
      }
      return call(asked)
    }
    await expect(release()).rejects.toThrow('A redemption changed meanwhile. Nothing was released. Run this again.')
    expect([calls, await balances(), await logged()]).toEqual([4, HELD, []])
  })
})
