import { expect, it } from 'vitest'
import { auraFor, usdcPlain, usdcToTwo } from './amounts.ts'

it('tells beforehand what the server will award [vouching.const-rate]', () => {
  expect([auraFor(25, '1.5'), auraFor(1, '1.3'), auraFor(100, '3.0'), auraFor(7, '1.0')]).toEqual([375, 13, 3_000, 70])
})

it('writes USDC in full and in short', () => {
  expect([usdcToTwo(25), usdcToTwo(0), usdcPlain(12_500_000), usdcPlain(3_000_000)]).toEqual([
    '25.00',
    '0.00',
    '12.5',
    '3',
  ])
})
