import { priceFeedAbi } from '@aura/contracts/abi'
import { decodeFunctionData, encodeFunctionResult, type Hex } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { TestClock } from '../../../../tests/server/fakes.ts'
import { testSettings } from '../../../../tests/server/test-settings.ts'
import { CallReverted, type Chain, ChainUnreachable } from './chain.ts'
import { ethUsdPrice } from './eth-price.ts'
import { unconnectedChain } from './rpc-chain.ts'

const FEED = `0x${'f'.repeat(40)}`
const HOUR_MS = 3_600_000

describe('the price of ETH', () => {
  let clock: TestClock
  let told: { answer: bigint; at: Date; decimals: number }
  let failure: Error | undefined
  let asked: string[]
  beforeEach(() => {
    clock = new TestClock()
    told = { answer: 2_512_34000000n, at: clock.now(), decimals: 8 }
    failure = undefined
    asked = []
  })

  const chain: Chain = {
    ...unconnectedChain('local'),
    async call({ to, data }) {
      if (failure) throw failure
      const { functionName } = decodeFunctionData({ abi: priceFeedAbi, data: data as Hex })
      asked.push(`${to} ${functionName}`)
      if (functionName === 'decimals')
        return encodeFunctionResult({ abi: priceFeedAbi, functionName, result: told.decimals })
      const at = BigInt(Math.floor(told.at.getTime() / 1_000))
      return encodeFunctionResult({ abi: priceFeedAbi, functionName, result: [7n, told.answer, at, at, 7n] })
    },
  }
  const price = (ethUsdFeed: string | null = FEED) =>
    ethUsdPrice({ chain, clock, settings: { ...testSettings, ethUsdFeed } })

  it("is the feed's answer in the feed's decimals", async () => {
    expect(await price()()).toBe(2_512.34)
    told = { ...told, answer: 3_000n * 10n ** 18n, decimals: 18 }
    expect(await price()()).toBe(3_000)
    expect(asked[0]).toBe(`${FEED} latestRoundData`)
  })

  it('is unknown without a feed, and sends no request', async () => {
    expect([await price(null)(), asked]).toEqual([null, []])
  })

  it.each([
    ['the network is down', new ChainUnreachable('down')],
    ['the feed refuses', new CallReverted('no')],
  ])('is unknown when %s', async (_, error) => {
    failure = error
    expect(await price()()).toBeNull()
  })

  it('is unknown when the network is unreachable or the response is invalid', async () => {
    expect(
      await ethUsdPrice({
        chain: { ...chain, call: async () => '0x' },
        clock,
        settings: { ...testSettings, ethUsdFeed: FEED },
      })(),
    ).toBeNull()
    told.answer = 0n
    expect(await price()()).toBeNull()
    told.answer = -5n
    expect(await price()()).toBeNull()
  })

  it("expires one hour after the feed's timestamp, even while cached [profile.const-feed-age]", async () => {
    told.at = new Date(clock.now().getTime() - HOUR_MS)
    const ask = price()
    expect(await ask()).toBe(2_512.34)
    clock.advance({ ms: 1_000 })
    expect(await ask()).toBeNull()
    expect(asked).toHaveLength(2)
  })

  it('is refreshed after 30 seconds and not before', async () => {
    const ask = price()
    await ask()
    told.answer = 2_600_00000000n
    clock.advance({ ms: 29_999 })
    expect(await ask()).toBe(2_512.34)
    clock.advance({ ms: 1 })
    expect(await ask()).toBe(2_600)
    failure = new ChainUnreachable('down')
    clock.advance({ ms: 30_000 })
    expect(await ask()).toBeNull()
  })
})
