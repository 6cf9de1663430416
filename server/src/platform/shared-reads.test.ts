import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sharedReads } from './shared-reads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function counted(options: { ms: number; most?: number }) {
  const asked: string[] = []
  const read = sharedReads(options, async (key) => {
    const nth = asked.push(key)
    await Promise.resolve()
    if (key === 'bad') throw new Error('no')
    return `${key} ${nth}`
  })
  return { read, asked }
}

it('reads once per key for all callers within the time limit', async () => {
  const { read, asked } = counted({ ms: 1_000 })
  expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual(['a 1', 'a 1', 'b 2'])
  await vi.advanceTimersByTimeAsync(999)
  expect(await read('a')).toBe('a 1')
  await vi.advanceTimersByTimeAsync(1)
  expect(await read('a')).toBe('a 3')
  expect(asked).toEqual(['a', 'b', 'a'])
})

it('caches nothing where results are shared by concurrent callers only', async () => {
  const { read } = counted({ ms: 0 })
  expect(await Promise.all([read('a'), read('a')])).toEqual(['a 1', 'a 1'])
  expect(await read('a')).toBe('a 2')
})

it('rejects all waiting callers on a failure, and retries for the next', async () => {
  const { read, asked } = counted({ ms: 1_000 })
  const both = await Promise.allSettled([read('bad'), read('bad')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(read('bad')).rejects.toThrow('no')
  expect(asked).toEqual(['bad', 'bad'])
})

it('evicts the oldest when the cache is full', async () => {
  const { read, asked } = counted({ ms: 1_000, most: 2 })
  for (const key of ['a', 'b', 'c', 'b', 'a']) await read(key)
  expect(asked).toEqual(['a', 'b', 'c', 'a'])
})
