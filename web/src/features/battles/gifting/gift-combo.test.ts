import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GiftCombo, steezeLeft } from './gift-combo.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Setting {
  balance?: number
  tookMs?: number
  msLeft?: number
  give?: (amount: number) => Promise<number>
}

/** A combo whose gifts take `tookMs` to be answered, and count as on their way until then. */
function combo({ balance = 1_000, tookMs = 100, msLeft = 3_600_000, give }: Setting = {}) {
  const asked: [number, number][] = []
  const ended: object[] = []
  const beganMs = Date.now()
  let left = balance
  const answered = async (amount: number) => {
    asked.push([Date.now() - beganMs, amount])
    left -= amount
    await new Promise((resolve) => setTimeout(resolve, tookMs))
    return give ? give(amount) : amount
  }
  const taps = new GiftCombo({
    give: answered,
    available: () => left,
    msLeft: () => msLeft,
    onEnd: (end) => ended.push(end),
  })
  return { taps, asked, ended }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('taps of a second are one gift of their sum, and the end says what was given [battles.tap-sum]', async () => {
  const { taps, asked, ended } = combo()
  for (const amount of [1, 5, 1]) taps.tap(amount)
  await pass(999)
  expect([asked, taps.state().unsent]).toEqual([[], 7])
  await pass(1)
  expect([asked, taps.state()]).toEqual([[[1_000, 7]], { unsent: 0, sending: 7, given: 0, limit: null }])
  await pass(100)
  expect([ended, taps.state().given]).toEqual([[{ given: 7, dropped: 0, isAll: false }], 0])
})

it('one request at a time, whatever the link takes, and never more unsent than goes without a dialog [battles.tap-sum] [battles.const-tap-limit]', async () => {
  const { taps, asked, ended } = combo({ tookMs: 2_500 })
  let counted = 0
  for (let tap = 0; tap < 40; tap++) counted += taps.tap(1)
  expect([counted, taps.state().limit]).toEqual([20, 'pace'])
  await pass(1_000)
  for (let tap = 0; tap < 10; tap++) counted += taps.tap(1)
  await pass(10_000)
  expect(asked).toEqual([
    [1_000, 20],
    [4_500, 10],
  ])
  expect([counted, ended]).toEqual([30, [{ given: 30, dropped: 0, isAll: false }]])
})

it('is undone until it is sent, and what is sent stays [battles.tap-undo]', async () => {
  const { taps, asked, ended } = combo({ tookMs: 1_500 })
  taps.tap(5)
  taps.undo()
  await pass(5_000)
  expect([asked, ended]).toEqual([[], []])
  taps.tap(5)
  await pass(1_000)
  taps.tap(10)
  taps.undo()
  expect(taps.state()).toMatchObject({ unsent: 0, sending: 5 })
  await pass(5_000)
  expect([asked.map(([, amount]) => amount), ended]).toEqual([[5], [{ given: 5, dropped: 0, isAll: false }]])
})

it('beyond the balance it counts what is there and says so [battles.tap-balance]', async () => {
  const { taps, asked, ended } = combo({ balance: 12 })
  expect([10, 10, 10].map((amount) => taps.tap(amount))).toEqual([10, 2, 0])
  expect(taps.state()).toMatchObject({ unsent: 12, limit: 'balance' })
  await pass(1_000)
  expect(taps.tap(1)).toBe(0)
  await pass(1_000)
  expect([asked.map(([, amount]) => amount), ended]).toEqual([[12], [{ given: 12, dropped: 0, isAll: true }]])
})

it('says so too if only the server knew that less was there [battles.tap-balance]', async () => {
  const { taps, ended } = combo({ give: async () => 3 })
  taps.tap(10)
  await pass(2_000)
  expect(ended).toEqual([{ given: 3, dropped: 0, isAll: true }])
})

it('counts a gift on its way once, whether the balance was read before or after it [battles.tap-balance]', () => {
  const pending = [{ amount: 20, sentAtMs: 1_000 }]
  expect([500, 1_500].map((readAtMs) => steezeLeft(35, readAtMs, pending))).toEqual([15, 35])
  expect(steezeLeft(5, 0, pending)).toBe(0)
})

it('a failure ends it: what was not sent is dropped [battles.tap-unsent]', async () => {
  const { taps, asked, ended } = combo({
    tookMs: 1_500,
    give: async () => {
      throw new Error('refused')
    },
  })
  taps.tap(10)
  await pass(1_000)
  taps.tap(5)
  await pass(10_000)
  expect([asked.length, ended, taps.state().unsent]).toEqual([1, [{ given: 0, dropped: 5, isAll: false }], 0])
})

it('leaving the battle sends nothing more [battles.tap-unsent]', async () => {
  const { taps, asked } = combo()
  taps.tap(10)
  expect(taps.stop()).toBe(10)
  await pass(5_000)
  expect(asked).toEqual([])
})

it('near the end it is sent in time [battles.tap-end]', async () => {
  const { taps, asked } = combo({ msLeft: 1_800 })
  taps.tap(5)
  await pass(300)
  expect(asked).toEqual([[300, 5]])
  const late = combo({ msLeft: 200 })
  late.taps.tap(5)
  await pass(0)
  expect(late.asked).toEqual([[0, 5]])
})
