import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Signals } from './signals.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function gathering(paceMs = 250) {
  const [told, posted]: [string, Record<string, number>][][] = [[], []]
  const signals = new Signals({
    paceMs: () => paceMs,
    tell: (topic, counts) => told?.push([topic, Object.fromEntries(counts)]),
    post: (topic, counts) => posted?.push([topic, Object.fromEntries(counts)]),
  })
  return { signals, told, posted }
}

it('sends the first at once, and batches the next until their turn', () => {
  const { signals, told } = gathering()
  signals.add('t', 'a', { count: 1, isOurs: true })
  vi.advanceTimersByTime(0)
  expect(told).toEqual([['t', { a: 1 }]])
  for (let i = 0; i < 100; i++) signals.add('t', i % 2 === 0 ? 'a' : 'b', { count: 2, isOurs: true })
  vi.advanceTimersByTime(249)
  expect(told).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(told?.slice(1)).toEqual([['t', { a: 100, b: 100 }]])
})

it('keeps topics apart', () => {
  const { signals, told } = gathering()
  signals.add('t', 'a', { count: 1, isOurs: true })
  signals.add('u', 'a', { count: 5, isOurs: true })
  vi.advanceTimersByTime(0)
  expect(told).toEqual([
    ['t', { a: 1 }],
    ['u', { a: 5 }],
  ])
})

it('posts its own signals to other servers, and never theirs', () => {
  const { signals, told, posted } = gathering()
  signals.add('t', 'a', { count: 1, isOurs: true })
  signals.add('t', 'a', { count: 4, isOurs: false })
  vi.advanceTimersByTime(0)
  signals.add('t', 'b', { count: 9, isOurs: false })
  vi.advanceTimersByTime(250)
  expect(told).toEqual([
    ['t', { a: 5 }],
    ['t', { b: 9 }],
  ])
  expect(posted).toEqual([['t', { a: 1 }]])
})

it('stops without signals, and starts again', () => {
  const { signals, told } = gathering()
  signals.add('t', 'a', { count: 1, isOurs: true })
  vi.advanceTimersByTime(250)
  expect(vi.getTimerCount()).toBe(0)
  signals.add('t', 'a', { count: 1, isOurs: true })
  vi.advanceTimersByTime(0)
  expect(told).toHaveLength(2)
})

it('stops with the server', () => {
  const { signals, told } = gathering()
  signals.add('t', 'a', { count: 1, isOurs: true })
  signals.close()
  signals.add('t', 'a', { count: 1, isOurs: true })
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual([])
})
