import { API_ERRORS } from '@aura/api/errors'
import { describe, expect, it } from 'vitest'
import { ApiError, OfflineError } from './api-error.ts'
import { errorText } from './error-text.ts'

const failed = (status: number, code: string, message: string) =>
  new ApiError(status, 'Status Text', JSON.stringify({ code, message, requestId: 'r' }))

describe('errorText', () => {
  it('says the closed beta in its own words, for 6 s [access.const-beta-toast]', () => {
    expect(
      errorText(failed(403, 'BETA_ACCESS_REQUIRED', API_ERRORS.BETA_ACCESS_REQUIRED.message), 'authenticate'),
    ).toEqual({
      title: 'Beta Access Required',
      description:
        'This wallet address is not whitelisted for the closed beta. Check your access status or contact support.',
      durationMs: 6_000,
    })
  })

  it('shows the server’s message, else status and status text, when signing in fails [frame.text-authentication-failed] [frame.text-auth-failed-status]', () => {
    expect(errorText(failed(401, 'NONCE_INVALID', 'Expired'), 'authenticate')).toEqual({
      title: 'Authentication Failed',
      description: 'Expired',
    })
    expect(errorText(new ApiError(502, 'Bad Gateway', ''), 'authenticate').description).toBe('502: Bad Gateway')
    expect(errorText(new Error('odd'), 'authenticate').description).toBe(
      'Failed to authenticate wallet. Please try again.',
    )
  })

  it('has the same for a wallet that could not be linked [frame.text-linking-failed] [frame.text-linking-failed-default]', () => {
    expect(errorText(failed(409, 'WALLET_TAKEN', 'Taken'), 'linkWallet')).toEqual({
      title: 'Linking Failed',
      description: 'Taken',
    })
    expect(errorText(new Error('odd'), 'linkWallet').description).toBe('Failed to link wallet. Please try again.')
  })

  it('keeps the fixed texts', () => {
    expect(errorText(failed(500, 'INTERNAL', 'x'), 'quiz')).toEqual({
      title: 'Quiz Error',
      description: 'Please try again.',
    })
    expect(errorText(new Error('x'), 'completeLesson')).toEqual({
      title: 'Error',
      description: 'Failed to complete lesson',
    })
    expect(errorText(failed(409, 'LESSON_NOT_AVAILABLE', 'Gone'), 'completeLesson').description).toBe('Gone')
  })

  it('says so when there is no network', () => {
    expect(errorText(new OfflineError(), 'quiz').description).toContain('No connection')
  })
})
