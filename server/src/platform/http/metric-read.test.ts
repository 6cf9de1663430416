import { expect, it } from 'vitest'
import { metricRead } from './metric-read.ts'

it('returns what is read, also nothing', async () => {
  expect(await metricRead(Promise.resolve(7), Number.NaN)).toBe(7)
  expect(await metricRead(Promise.resolve(null), Number.NaN)).toBeNull()
})

it('returns the unknown value if the read fails or never ends', async () => {
  expect(await metricRead(Promise.reject(new Error('away')), [])).toEqual([])
  expect(await metricRead(new Promise(() => {}), Number.NaN, 1)).toBeNaN()
})
