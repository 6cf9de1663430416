import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { calls } from './calls.ts'
import type { Call } from './contract/call.ts'
import { Done, Moment, Username, WalletAddress, Whole } from './shapes.ts'

describe('a requested username', () => {
  it.each([
    ['Ada_1815', 'ada_1815'],
    ['  ada  ', 'ada'],
    ['ABC', 'abc'],
    ['___', '___'],
    ['a'.repeat(20), 'a'.repeat(20)],
  ])('%j becomes %j', (given, taken) => {
    expect(Username.parse(given)).toBe(taken)
  })

  it.each([
    ['ab', 'Username must be at least 3 characters'],
    ['  ab  ', 'Username must be at least 3 characters'],
    ['a'.repeat(21), 'Username must be at most 20 characters'],
    ['ada lovelace', 'Use letters, digits and underscores only'],
    ['ada!', 'Use letters, digits and underscores only'],
    ['ada-lovelace', 'Use letters, digits and underscores only'],
    ['ådå', 'Use letters, digits and underscores only'],
  ])('%j is refused first of all with: %s', (given, message) => {
    expect(Username.safeParse(given).error?.issues[0]?.message).toBe(message)
  })

  it.each([7, null, undefined, {}, 'a'.repeat(201)])('is refused when it is %j', (given) => {
    expect(Username.safeParse(given).success).toBe(false)
  })
})

describe('an id in a request', () => {
  const id = '0b6e2f0a-9d1c-4a57-8c3e-d2f4a1b5c6e7'
  const parts = Object.entries(calls as Record<string, Call>).flatMap(([key, { params, query, body }]) =>
    [params, query, body].flatMap((part) =>
      Object.entries(part instanceof z.ZodObject ? part.shape : {}).map(([name, type]) => ({ key, name, type })),
    ),
  )
  const ids = parts.filter(({ type }) => z.safeParse(type, id).success && !z.safeParse(type, 'no-id').success)

  it.each(ids)('is the same in upper case: $name of $key', ({ type }) => {
    expect(z.parse(type, id.toUpperCase())).toBe(id)
  })

  it('is found in the calls', () => {
    expect(ids.length).toBeGreaterThan(20)
  })
})

describe('an amount of AP or Steeze', () => {
  it.each([0, 1, Number.MAX_SAFE_INTEGER])('may be %d [ledger.whole-numbers]', (value) => {
    expect(Whole.parse(value)).toBe(value)
  })

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '1', null])(
    'may not be %j [ledger.whole-numbers]',
    (value) => {
      expect(Whole.safeParse(value).success).toBe(false)
    },
  )
})

describe('a moment', () => {
  it('is ISO 8601 in UTC, as Date writes it', () => {
    expect(Moment.safeParse(new Date(0).toISOString()).success).toBe(true)
  })

  it.each(['2026-03-02', '2026-03-02T12:00:00', '2026-03-02T12:00:00+01:00', '2026-02-30T12:00:00Z', 'today'])(
    'is not %s',
    (text) => {
      expect(Moment.safeParse(text).success).toBe(false)
    },
  )
})

it('an invalid address is refused with a readable message', () => {
  expect(WalletAddress.safeParse('0x1').error?.issues[0]?.message).toBe('Not a wallet address')
  expect(WalletAddress.parse(`0x${'aB'.repeat(20)}`)).toBe(`0x${'aB'.repeat(20)}`)
})

it('the empty response is { ok: true }', () => {
  expect(Done.parse({ ok: true })).toEqual({ ok: true })
  expect(Done.safeParse({ ok: false }).success).toBe(false)
})
