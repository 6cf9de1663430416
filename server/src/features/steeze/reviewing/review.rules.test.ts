import { expect, it } from 'vitest'
import { causeOf, causeText, mayAppeal } from './review.rules.ts'

it('waits above the limit of a day, or after gifts from a related account [steeze.review-cause]', () => {
  const cause = (amount: number, redeemed: number, hasRelatedGiver: boolean) =>
    causeOf({ amount, redeemed, hasRelatedGiver }, 500)
  expect(cause(500, 0, false)).toBeNull()
  expect(cause(501, 0, false)).toEqual({ above: 500, isRelated: false })
  expect(cause(1, 500, false)).toEqual({ above: 500, isRelated: false })
  expect(cause(1, 0, true)).toEqual({ above: null, isRelated: true })
  expect(cause(501, 0, true)).toEqual({ above: 500, isRelated: true })
  expect(causeOf({ amount: 1, redeemed: 0, hasRelatedGiver: false }, 0)).toEqual({ above: 0, isRelated: false })
})

it('says why, without naming anybody', () => {
  expect(causeText({ above: 1_500, isRelated: true })).toBe(
    'We check redemptions above 1,500 Steeze in 24 hours. An account that gifted you looks related to yours.',
  )
  expect(causeText({ above: 0, isRelated: false })).toBe('We check every redemption.')
})

it('can be appealed once, while it waits or after a rejection [steeze.review-appeal]', () => {
  const at = new Date(0)
  expect((['waiting', 'rejected'] as const).map((status) => mayAppeal({ status, appealedAt: null }))).toEqual([
    true,
    true,
  ])
  expect(mayAppeal({ status: 'waiting', appealedAt: at })).toBe(false)
  for (const status of ['approved', 'cancelled', 'unanswered', 'unused', 'signed'] as const)
    expect(mayAppeal({ status, appealedAt: null })).toBe(false)
})
