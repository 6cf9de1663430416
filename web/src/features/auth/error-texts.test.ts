import { expect, it } from 'vitest'
import { ApiError } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { errorTexts } from './error-texts.ts'

const failed = (code: string, message: string) =>
  new ApiError(401, 'Status Text', JSON.stringify({ code, message, requestId: 'r' }))

it('shows the server’s message, else status and status text, when signing in fails [frame.text-authentication-failed] [frame.text-auth-failed-status]', () => {
  expect(errorText(failed('NONCE_INVALID', 'Expired'), errorTexts.authenticate)).toEqual({
    title: 'Authentication Failed',
    description: 'Expired',
  })
  expect(errorText(new ApiError(502, 'Bad Gateway', ''), errorTexts.authenticate).description).toBe('502: Bad Gateway')
  expect(errorText(new Error('odd'), errorTexts.authenticate).description).toBe(
    'Failed to authenticate wallet. Please try again.',
  )
})

it('has the same for a wallet that could not be linked [frame.text-linking-failed] [frame.text-linking-failed-default]', () => {
  expect(errorText(failed('WALLET_TAKEN', 'Taken'), errorTexts.linkWallet)).toEqual({
    title: 'Linking Failed',
    description: 'Taken',
  })
  expect(errorText(new Error('odd'), errorTexts.linkWallet).description).toBe(
    'Failed to link wallet. Please try again.',
  )
})
