import { expect, it } from 'vitest'
import { ApiError } from '#lib/api-error'
import { hashMissing } from '#lib/chain/send-call'
import { moneyErrorText } from '#payments/payment-text.ts'
import { purchaseTracker, redemptionTracker } from './payment-trackers.ts'

const base = { networkName: 'Base Mainnet' }
const silent = new Error('no words')

it('says that a wallet did not name what it sent, and has a text of its own where nobody gave a reason [steeze.text-hash-missing] [steeze.text-redeem-failed]', () => {
  const missing = hashMissing()
  const texts = [purchaseTracker, redemptionTracker].flatMap(({ sendFailed }) => [
    moneyErrorText(missing, sendFailed, base),
    moneyErrorText(silent, sendFailed, base),
  ])
  expect(texts).toEqual([
    { title: 'Purchase Failed', description: 'Transaction hash is missing' },
    { title: 'Purchase Failed', description: 'Failed to purchase Steeze' },
    { title: 'Redeem Failed', description: 'Transaction hash is missing' },
    { title: 'Redeem Failed', description: 'Failed to redeem Steeze' },
  ])
})

it('says why the server refused what was sent [steeze.text-confirmation-failed] [steeze.text-redeem-confirm-failed]', () => {
  const refused = new ApiError(409, 'Conflict', '{"code":"TRANSACTION_FAILED","message":"It failed."}')
  expect(moneyErrorText(refused, purchaseTracker.confirmFailed, base)).toEqual({
    title: 'Confirmation Failed',
    description: 'It failed.',
  })
  expect(moneyErrorText(silent, redemptionTracker.confirmFailed, base)).toEqual({
    title: 'Confirmation Failed',
    description: 'Failed to confirm redeem',
  })
})
