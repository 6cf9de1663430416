import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '#lib/query-client'
import { readRepeatedly } from './use-read-when-due.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reads again only after a response, however slow, until it is stopped [battles.round-resume]', async () => {
  const client = createQueryClient(() => {})
  const waiting: ((value: number) => void)[] = []
  const signals: AbortSignal[] = []
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise<number>((resolve) => waiting.push(resolve))
  }
  const end = new QueryObserver(client, { queryKey: ['rounds'], queryFn, initialData: 0 }).subscribe(() => {})
  const stop = readRepeatedly(client, ['rounds'], 500)
  await vi.advanceTimersByTimeAsync(499)
  expect(waiting).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(5_000)
  expect([waiting.length, signals[0]?.aborted]).toEqual([1, false])
  waiting[0]?.(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([client.getQueryData(['rounds']), waiting.length]).toEqual([1, 2])
  stop()
  waiting[1]?.(2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(waiting).toHaveLength(2)
  end()
})
