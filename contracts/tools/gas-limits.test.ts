import { expect, it } from 'vitest'
import { GAS_LIMITS, measuredGas } from './gas-limits.ts'

it.each(GAS_LIMITS)('$operation costs at most $above gas above its floor', ({ operation, floor, above }) => {
  const gas = measuredGas()
  const cost = (gas.get(operation) ?? Number.NaN) - (gas.get(floor) ?? Number.NaN)
  expect(cost).toBeGreaterThan(0)
  expect(cost).toBeLessThanOrEqual(above)
})
