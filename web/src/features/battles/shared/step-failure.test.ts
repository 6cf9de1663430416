import { expect, it } from 'vitest'
import { ApiError } from '#lib/api-error'
import { type Step, stepFailure } from './step-failure.ts'

it.each<[Step, string]>([
  ['accept', 'Failed to accept challenge'],
  ['reject', 'Failed to reject challenge'],
  ['withdraw', 'Failed to withdraw challenge'],
  ['requestCancellation', 'Failed to request cancellation'],
  ['takeBackCancellation', 'Failed to take the request back'],
  ['approveCancellation', 'Failed to approve cancellation'],
])(
  '%s: the server’s words, else its own [battles.text-accept-failed] [battles.text-reject-failed] [battles.text-withdraw-failed] [battles.text-request-failed] [battles.text-approve-failed]',
  (step, description) => {
    expect(stepFailure(new Error('no words'), step)).toEqual({ title: 'Error', description })
    expect(stepFailure(new ApiError(500, 'Internal Server Error', 'x'), step)).toEqual({ title: 'Error', description })
    const refused = new ApiError(409, 'Conflict', JSON.stringify({ code: 'X', message: 'It has begun.' }))
    expect(stepFailure(refused, step)).toEqual({ title: 'Error', description: 'It has begun.' })
  },
)
