import { describe, expect, it } from 'vitest'
import { ApiError } from '#lib/api-error'
import { giftFailure, giftProblem } from './gift-checks.ts'

const facts = { isSignedIn: true, amount: 10, balance: 10 }

describe('a gift is refused', () => {
  it('is nothing when all is well', () => {
    expect([giftProblem(facts), giftProblem({ ...facts, amount: 1 })]).toEqual([null, null])
  })

  it('is said in the order sign-in, amount, balance [battles.check-gift-order] [battles.check-gift-signed-in]', () => {
    const wrong = { isSignedIn: false, amount: 0, balance: -1 }
    expect(giftProblem(wrong)).toEqual({
      title: 'Authentication Required',
      description: 'Please log in to gift Steeze tokens',
    })
    expect(giftProblem({ ...wrong, isSignedIn: true })).toMatchObject({ title: 'Invalid Amount' })
    expect(giftProblem({ ...facts, amount: 11 })).toMatchObject({ title: 'Gift Failed' })
  })

  it.each([null, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    '%s is no amount [battles.check-gift-amount] [battles.check-gift-present]',
    (amount) => {
      expect(giftProblem({ ...facts, amount })).toEqual({
        title: 'Invalid Amount',
        description: 'Please enter a valid gift amount',
      })
    },
  )
})

it('a gift of one is a vote, and fails as one [battles.text-vote-failed]', () => {
  expect(giftFailure(new Error('no words'), 1)).toEqual({
    title: 'Failed to Cast Vote',
    description: 'Please try again',
  })
  expect(giftFailure(new Error('no words'), 2)).toEqual({
    title: 'Gift Failed',
    description: 'Failed to gift Steeze tokens',
  })
  const refused = new ApiError(409, 'Conflict', JSON.stringify({ code: 'X', message: 'Voting has ended.' }))
  expect(giftFailure(refused, 1).description).toBe('Please try again. Voting has ended.')
  expect(giftFailure(refused, 2).description).toBe('Voting has ended.')
})
