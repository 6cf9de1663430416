import { TRUST_RULES } from '@aura/api/rules/trust'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { deleteAccount } from '../../../../tests/server/actors/inviting.ts'
import { replaceWallet } from '../../../../tests/server/actors/replacing.ts'
import { trustJob } from '../../../../tests/server/actors/trusting.ts'
import { follow, USDC, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { features } from '../../features.ts'
import { explainTrust } from '../trust/index.ts'
import { returnsReader } from './read-returns.ts'

const trustSeeds: string[] = []
const test = openForEach(() => testApp({ settings: { trustSeeds } }))
let seed: Actor
let ada: Actor
let read: () => Promise<void>
let job: ReturnType<typeof trustJob>

beforeEach(async () => {
  ;[seed, ada] = [await withUsdc(test), await withUsdc(test)]
  trustSeeds.splice(0, 9, seed.wallet.address.toLowerCase())
  read = returnsReader(test.ctx)
  job = trustJob(test)
  await seed.call('PUT /api/places/:id', { params: { id: (await ada.me()).id }, body: {} })
})

const vouch = (from: Actor, to: Actor, usdc: number) =>
  test.ctx.chain.vouch(from.wallet.address, to.wallet.address, usdc * USDC)
const send = (from: Actor, to: Actor, usdc: number) =>
  test.ctx.chain.transfer(from.wallet.address, to.wallet.address, usdc * USDC)
async function makeFinal(): Promise<void> {
  test.ctx.chain.mine(test.ctx.chain.finality + 1)
  await follow(test)
}
const isDoubled = async (): Promise<boolean> => {
  await job.runBatch()
  const { places } = await explainTrust(test.ctx, features, { userId: (await ada.me()).id, limit: 9 })
  return places.some(({ money }) => money !== null)
}
const stored = async (): Promise<number[]> =>
  (await test.ctx.db.query<{ micros: string }>('select usdc_micros::text as micros from usdc_returns order by id')).map(
    ({ micros }) => Number(micros) / USDC,
  )

describe('money that goes back by a plain transfer', () => {
  it('takes from a vouch, so that it doesn’t double a place, on every server [trust.plain-return]', async () => {
    vouch(seed, ada, 10)
    await makeFinal()
    await read()
    expect(await isDoubled()).toBe(true)
    test.ctx.clock.advance({ days: 5 })
    send(ada, seed, 9.5)
    // It isn't final yet.
    await follow(test)
    await read()
    expect(await stored()).toEqual([])
    await makeFinal()
    for (const again of [read, returnsReader(test.ctx), read]) await again()
    expect(await stored()).toEqual([9.5])
    expect(await isDoubled()).toBe(false)
    job = trustJob(test)
    expect(await isDoubled()).toBe(false)
    vouch(seed, ada, 1)
    await makeFinal()
    await read()
    expect(await isDoubled()).toBe(true)
  })

  it('is one row for a day between two vouches, however little is sent at a time, and takes as much [trust.returns-by-day]', async () => {
    vouch(seed, ada, 2)
    for (let sent = 0; sent < 6; sent++) send(ada, seed, 0.25)
    await makeFinal()
    await read()
    expect(await stored()).toEqual([1.5])
    expect(await isDoubled()).toBe(false)
    vouch(seed, ada, 1)
    await makeFinal()
    await read()
    expect(await isDoubled()).toBe(true)
    send(ada, seed, 0.25)
    await makeFinal()
    await read()
    // The same server learns that a row grew.
    expect(await isDoubled()).toBe(false)
    send(ada, seed, 0.5)
    await makeFinal()
    for (const again of [read, returnsReader(test.ctx)]) await again()
    expect(await stored()).toEqual([1.5, 0.75])
    test.ctx.clock.advance({ days: 1 })
    send(ada, seed, 0.25)
    await makeFinal()
    await read()
    expect(await stored()).toEqual([1.5, 0.75, 0.25])
  })

  it('counts from a wallet that the sender had before, or has since [trust.returns-wallets]', async () => {
    vouch(seed, ada, 10)
    const [old, next] = [ada.wallet, new Actor(test).wallet]
    await makeFinal()
    test.ctx.chain.mint(next.address, 100 * USDC)
    test.ctx.chain.transfer(next.address, seed.wallet.address, 4 * USDC)
    await replaceWallet(ada, next)
    test.ctx.clock.advance({ days: 1 })
    test.ctx.chain.transfer(old.address, seed.wallet.address, 5 * USDC)
    await makeFinal()
    await read()
    expect(await stored()).toEqual([4, 5])
  })

  it('is searched for every few minutes, since that asks about all pairs', async () => {
    Object.assign(test.ctx, { limits: { ...test.ctx.limits, returnsEveryMs: 60_000 } })
    vouch(seed, ada, 10)
    await makeFinal()
    await read()
    send(ada, seed, 5)
    await makeFinal()
    test.ctx.clock.advance({ ms: 59_999 })
    await read()
    expect(await stored()).toEqual([])
    test.ctx.clock.advance({ ms: 1 })
    await read()
    expect(await stored()).toEqual([5])
  })

  it('counts only between two people, after a vouch, and within 180 days', async () => {
    const bo = await withUsdc(test)
    send(ada, seed, 1)
    vouch(seed, ada, 10)
    vouch(bo, ada, 10)
    send(seed, ada, 2)
    send(bo, seed, 3)
    // A vouch back is one already.
    vouch(ada, bo, 10)
    await makeFinal()
    await read()
    expect(await stored()).toEqual([])
    test.ctx.clock.advance({ days: TRUST_RULES.returnDays })
    send(ada, seed, 4)
    await makeFinal()
    await read()
    test.ctx.clock.advance({ days: 1 })
    send(ada, seed, 5)
    await makeFinal()
    await read()
    expect(await stored()).toEqual([4])
  })

  it('is searched in few blocks and wallets at a time, and only where two nodes agree', async () => {
    test.ctx.chain.honestOthers = 1
    vouch(seed, ada, 10)
    await makeFinal()
    await read()
    test.ctx.chain.mine(4_500)
    const hash = send(ada, seed, 10)
    await makeFinal()
    test.ctx.chain.leftOut.add(hash)
    test.ctx.chain.transferReads.length = 0
    await expect(read()).rejects.toThrow('nodes report different transfers')
    expect(await stored()).toEqual([])
    const reads = test.ctx.chain.transferReads
    expect(reads).toHaveLength(3)
    expect(Math.max(...reads.map(({ from, to }) => to - from + 1))).toBe(2_000)
    for (const { senders, receivers } of reads)
      expect([senders, receivers]).toEqual([[ada.wallet.address.toLowerCase()], [seed.wallet.address.toLowerCase()]])
    test.ctx.chain.leftOut.clear()
    await read()
    expect(await stored()).toEqual([10])
  })

  it('still counts once its sender has deleted the account', async () => {
    vouch(seed, ada, 10)
    await makeFinal()
    send(ada, seed, 10)
    await makeFinal()
    await read()
    await deleteAccount(ada)
    expect(await stored()).toEqual([10])
  })
})
