import { describe, expect, it } from 'vitest'
import { costGwei, feesAt, nextMove, passedCap, raisedFees, type SentState, type Spent, toGwei } from './relay.rules.ts'

const GWEI = 1_000_000_000n

describe('fees', () => {
  it('leave room for the price to double, and rise by what nodes ask of a replacement', () => {
    const first = feesAt(10n * GWEI)
    expect(first).toEqual({ maxFeePerGas: 20n * GWEI, maxPriorityFeePerGas: GWEI + 1n })
    const same = raisedFees(first, 10n * GWEI)
    expect(same.maxFeePerGas * 10n).toBeGreaterThanOrEqual(first.maxFeePerGas * 11n)
    expect(same.maxPriorityFeePerGas * 10n).toBeGreaterThanOrEqual(first.maxPriorityFeePerGas * 11n)
    expect(raisedFees(first, 30n * GWEI)).toEqual(feesAt(30n * GWEI))
    expect(raisedFees({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }, 0n)).toEqual({
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
    })
  })

  it('are rounded up to gwei', () => {
    expect([toGwei(0n), toGwei(1n), toGwei(GWEI), toGwei(GWEI + 1n)]).toEqual([0, 1, 1, 2])
    expect(costGwei(100_000, GWEI)).toBe(200_000)
  })
})

describe('a transaction in no block', () => {
  const limits = { againMs: 3_000, stuckMs: 12_000, maxPriceWei: 10n * GWEI }
  const sent: SentState = { isLate: false, lastMs: 0, firstMs: 0, isEmpty: false, last: feesAt(GWEI) }
  const move = (state: Partial<SentState>, price = GWEI) => nextMove({ ...sent, ...state }, price, limits)
  const aged = { lastMs: 3_000, firstMs: 3_000 }

  it.each([
    ['handed in as it is by a server that has not', { lastMs: null, firstMs: null }, 3n * GWEI, 'again'],
    [
      'made empty by any server when what was signed is too late',
      { lastMs: null, firstMs: null, isLate: true },
      GWEI,
      'empty',
    ],
    ['waited for', { lastMs: 2_999, firstMs: 60_000, isLate: true }, 3n * GWEI, 'wait'],
    ['handed in again', aged, GWEI, 'again'],
    ['replaced when it is stuck', { lastMs: 3_000, firstMs: 12_000 }, GWEI, 'raise'],
    ['replaced when it is too cheap', aged, 2n * GWEI, 'raise'],
    ['left as it is while gas is too dear', { ...aged, firstMs: 60_000 }, 11n * GWEI, 'again'],
    ['replaced up to the highest offer', { ...aged, firstMs: 60_000, last: feesAt(7n * GWEI) }, GWEI, 'raise'],
    ['not offered more than that', { ...aged, firstMs: 60_000, last: feesAt(9n * GWEI) }, GWEI, 'again'],
    ['made empty when what was signed is too late', { ...aged, isLate: true }, 11n * GWEI, 'empty'],
    ['made empty once', { ...aged, isLate: true, isEmpty: true }, GWEI, 'again'],
  ] as const)('is %s', (_, state, price, expected) => {
    expect(move(state, price)).toBe(expected)
  })
})

describe('a cap', () => {
  const none: Spent = {
    payments: 0,
    failures: 0,
    ofPurpose: 0,
    hourGwei: 0,
    dayGwei: 0,
    waiting: 0,
    openGwei: 0,
    queuedMs: 0,
  }
  const caps = {
    perPersonDay: 3,
    failuresPerDay: 1,
    ofPurpose: 2,
    hourGwei: 10,
    dayGwei: 20,
    waiting: 3,
    queuedMs: 100,
  }

  it.each([
    [{}, undefined],
    [{ payments: 2, ofPurpose: 1, hourGwei: 5, dayGwei: 15, waiting: 2, openGwei: 5, queuedMs: 100 }, undefined],
    [{ failures: 1 }, 'failures'],
    [{ payments: 3 }, 'person'],
    [{ payments: 2, ofPurpose: 2 }, 'person'],
    [{ queuedMs: 101 }, 'down'],
    [{ waiting: 3 }, 'waiting'],
    [{ hourGwei: 6 }, 'hour'],
    [{ dayGwei: 16 }, 'day'],
    [{ openGwei: 6 }, 'empty'],
  ] as const)('is named by %j as %s', (spent, expected) => {
    expect(passedCap({ ...none, ...spent }, { cost: 5, balanceGwei: 10, caps })).toBe(expected)
  })
})
