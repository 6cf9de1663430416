import { expect, it } from 'vitest'
import { batchLoader } from './batch-loader.ts'

function reader() {
  const asked: (readonly number[])[] = []
  const waiting: PromiseWithResolvers<void>[] = []
  const read = batchLoader<number, string>(async (keys) => {
    asked.push(keys)
    const mine = Promise.withResolvers<void>()
    waiting.push(mine)
    await mine.promise
    return keys.map((key) => (key < 0 ? undefined : `value ${key}`))
  })
  const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))
  return {
    asked,
    read,
    turn,
    finish: (at: number) => waiting[at]?.resolve(),
    fail: (at: number) => waiting[at]?.reject(new Error('away')),
  }
}

it('combines the reads of one turn and returns each caller its own value', async () => {
  const { asked, read, turn, finish } = reader()
  const answers = Promise.all([read(1), read(-1), read(3), read(1)])
  await turn()
  finish(0)
  expect(await answers).toEqual(['value 1', undefined, 'value 3', 'value 1'])
  expect(asked).toEqual([[1, -1, 3, 1]])
})

it('starts a new read for keys requested while one is under way: no result is stale', async () => {
  const { asked, read, turn, finish } = reader()
  const first = read(1)
  await turn()
  const later = Promise.all([read(1), read(2)])
  await turn()
  expect(asked).toEqual([[1]])
  finish(0)
  expect(await first).toBe('value 1')
  await turn()
  finish(1)
  expect(await later).toEqual(['value 1', 'value 2'])
  expect(asked).toEqual([[1], [1, 2]])
})

it('rejects only the callers that shared a failed read', async () => {
  const { read, turn, finish, fail } = reader()
  const shared = [read(1), read(2)]
  const outcomes = Promise.allSettled(shared)
  await turn()
  const later = read(3)
  fail(0)
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await turn()
  finish(1)
  expect(await later).toBe('value 3')
})

it('reads at most 500 keys per statement', async () => {
  const { asked, read, turn, finish } = reader()
  const answers = Promise.all(Array.from({ length: 501 }, (_, key) => read(key)))
  await turn()
  finish(0)
  await turn()
  finish(1)
  expect((await answers)[500]).toBe('value 500')
  expect(asked.map((keys) => keys.length)).toEqual([500, 1])
})
