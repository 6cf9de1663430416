import { API_ERRORS } from '@aura/api/errors'
import { describe, expect, it } from 'vitest'
import { ApiError, OfflineError } from './api-error.ts'
import { errorText } from './error-text.ts'

const failed = (status: number, code: string, message: string) =>
  new ApiError(status, 'Status Text', JSON.stringify({ code, message, requestId: 'r' }))

const save = { title: 'Not saved', description: 'Failed to save' }

describe('errorText', () => {
  it('says the closed beta in its own words, for 6 s', () => {
    expect(errorText(failed(403, 'BETA_ACCESS_REQUIRED', API_ERRORS.BETA_ACCESS_REQUIRED.message), save)).toEqual({
      title: 'Beta Access Required',
      description:
        'This wallet address is not whitelisted for the closed beta. Check your access status or contact support.',
      durationMs: 6_000,
    })
  })

  it('prefers the server’s message to the text of the action', () => {
    expect(errorText(failed(409, 'LESSON_NOT_AVAILABLE', 'Gone'), save)).toEqual({
      title: 'Not saved',
      description: 'Gone',
    })
    expect(errorText(new ApiError(502, 'Bad Gateway', ''), save)).toEqual(save)
    expect(errorText(new Error('odd'), save)).toEqual(save)
  })

  it('says the server’s reason after a fixed text [frame.text-then-reason]', () => {
    const fixed = { ...save, fixed: true } as const
    expect(errorText(failed(500, 'INTERNAL', 'x'), fixed)).toEqual(save)
    expect(errorText(failed(429, 'RATE_LIMITED', 'Slow down'), fixed).description).toBe('Failed to save. Slow down')
  })

  it('has one text for whatever was read', () => {
    expect(errorText(new Error('odd'))).toEqual({ title: 'Error', description: 'This didn’t load.' })
  })

  it('says after the action’s text that there is no network [frame.text-offline]', () => {
    const quiz = { title: 'Quiz Error', description: 'Please try again.', fixed: true } as const
    const hint = 'No connection to Aura: check your network.'
    expect(errorText(new OfflineError(), quiz)).toEqual({
      title: 'Quiz Error',
      description: `Please try again. ${hint}`,
    })
    expect(errorText(new OfflineError(), save).description).toBe(`Failed to save. ${hint}`)
  })

  it('says the action’s text of a failure on the server’s side [frame.text-internal]', () => {
    const internal = failed(500, 'INTERNAL', API_ERRORS.INTERNAL.message)
    expect(errorText(internal, save)).toEqual(save)
    expect(errorText(internal, { ...save, orStatus: true }).description).toBe(API_ERRORS.INTERNAL.message)
  })
})
