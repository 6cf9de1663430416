import { expect, it } from 'vitest'
import { ApiError } from '#lib/api-error'
import { ChainFailure } from '#lib/chain/chain-failure'
import { fallbackText, ownTransactionText, unavailableText } from './unavailable.ts'

const failed = (code: string, status: number, reason?: string) =>
  new ApiError(status, '', JSON.stringify({ code, message: code, data: { reason } }))

it('says why Aura doesn’t hand a payment in, for each reason [wallet.falls-back]', () => {
  const reasons = ['off', 'price', 'empty', 'person', 'failures', 'hour', 'day', 'waiting']
  const texts = reasons.map((reason) => unavailableText(failed('RELAY_UNAVAILABLE', 503, reason)))
  expect(new Set(texts).size).toBe(reasons.length)
  expect(unavailableText(failed('RELAY_UNAVAILABLE', 503, 'something new'))).toBe(texts.at(-1))
  expect(unavailableText(failed('CHAIN_UNAVAILABLE', 503))).toBe(texts.at(-1))
})

it('leaves to the wallet only what Aura has certainly not taken on, and what the wallet can’t sign [wallet.falls-back]', () => {
  expect(fallbackText(failed('RELAY_UNAVAILABLE', 503, 'empty'))).toContain('no ETH left')
  expect(fallbackText(failed('RELAY_REFUSED', 409, 'signature'))).toContain('signature')
  const cause = { code: 4200, message: 'unsupported' }
  expect(fallbackText(new ChainFailure('FAILED', { cause }))).toContain('signature')
  for (const final of [
    failed('RELAY_REFUSED', 409, 'balance'),
    failed('INTERNAL', 500),
    new ChainFailure('REJECTED', { cause: { code: 4001 } }),
    new TypeError('Failed to fetch'),
  ]) {
    expect(fallbackText(final)).toBeNull()
  }
})

it('hands what a passkey signed to a wallet only if Aura can’t take it, not if the signature is wrong [settings.keys-own]', () => {
  expect(ownTransactionText(failed('RELAY_UNAVAILABLE', 503, 'day'))).toMatch(
    /limit .* today. The wallet you connected sends this one/,
  )
  expect(ownTransactionText(failed('RELAY_REFUSED', 409, 'signature'))).toBeNull()
})
