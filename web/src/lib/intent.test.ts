import { describe, expect, it } from 'vitest'
import { ApiError, OfflineError } from './api-error.ts'
import { Intent, outcomeOf } from './intent.ts'

describe('an intent', () => {
  const begin = (intent: Intent, what: unknown): string => {
    const key = intent.begin(what)
    if (key === null) throw new Error('the intent is dead')
    return key
  }

  it('is dead from the first press until its attempt ends', () => {
    const intent = new Intent()
    begin(intent, { amount: 10 })
    expect(intent.begin({ amount: 10 })).toBeNull()
    expect(intent.begin({ amount: 20 })).toBeNull()
  })

  it('is carried out once: what is done stays done until something else is asked for, or it is started over', () => {
    const intent = new Intent()
    const first = begin(intent, { amount: 10 })
    intent.end(first, 'done')
    expect(intent.begin({ amount: 10 })).toBeNull()
    const second = begin(intent, { amount: 20 })
    intent.end(second, 'done')
    intent.reopen()
    const third = begin(intent, { amount: 20 })
    expect(new Set([first, second, third]).size).toBe(3)
  })

  it('stays the same when its form is opened again, for as long as nobody heard what came of it', () => {
    const intent = new Intent()
    const first = begin(intent, 'a')
    intent.reopen()
    expect(intent.begin('a')).toBeNull()
    intent.end(first, 'unheard')
    intent.reopen()
    expect(begin(intent, 'a')).toBe(first)
  })

  it('keeps its key when nobody heard the answer, and takes another after a refusal or for another wish', () => {
    const intent = new Intent()
    const first = begin(intent, 'a')
    intent.end(first, 'unheard')
    expect(begin(intent, 'a')).toBe(first)
    intent.end(first, 'unheard')
    const other = begin(intent, 'b')
    expect(other).not.toBe(first)
    intent.end(other, 'refused')
    expect(begin(intent, 'b')).not.toBe(other)
  })

  it('is not ended by an attempt from before it was started over', () => {
    const intent = new Intent()
    const old = begin(intent, 'a')
    intent.renew()
    begin(intent, 'a')
    intent.end(old, 'unheard')
    expect(intent.begin('a')).toBeNull()
  })
})

it.each([
  [400, 'refused'],
  [409, 'refused'],
  [422, 'refused'],
  [401, 'unheard'],
  [429, 'unheard'],
  [500, 'unheard'],
  [503, 'unheard'],
] as const)('a call that failed with %d was %s', (status, outcome) =>
  expect(outcomeOf(new ApiError(status, '', ''))).toBe(outcome),
)

it('a call without an answer was unheard', () => expect(outcomeOf(new OfflineError())).toBe('unheard'))
