import { expect, it } from 'vitest'
import { sharedReads } from '../../shared-reads.ts'
import { batchLoader } from '../batch-loader.ts'
import { atPrimary, inReading, laggingReading } from './reading.ts'

const lagging = <T>(work: () => Promise<T>) => inReading({ isAtPrimary: false }, work)
const where = () => (laggingReading() ? 'replica' : 'primary')

it('keeps batches of reads that may lag apart from all others', async () => {
  const batches: string[] = []
  const find = batchLoader<string, string>(async (keys) => {
    batches.push(`${where()}: ${keys.join()}`)
    return keys.map(where)
  })
  const found = await Promise.all([find('a'), lagging(() => find('b')), find('c'), lagging(() => find('d'))])
  expect(found).toEqual(['primary', 'replica', 'primary', 'replica'])
  expect(batches.sort()).toEqual(['primary: a,c', 'replica: b,d'])
})

it('shares no result of a read that may lag with one that may not', async () => {
  const read = sharedReads({ ms: 60_000 }, async () => where())
  expect(await lagging(() => read('a'))).toBe('replica')
  expect(await read('a')).toBe('primary')
  expect(await lagging(() => atPrimary(() => read('a')))).toBe('primary')
  expect(await lagging(() => read('a'))).toBe('replica')
})
