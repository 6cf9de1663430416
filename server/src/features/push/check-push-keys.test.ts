import { expect, it } from 'vitest'
import webpush from 'web-push'
import { checkPushKeys } from './check-push-keys.ts'

const keys = webpush.generateVAPIDKeys()
const status = (push: Parameters<typeof checkPushKeys>[0]) => checkPushKeys(push, 'base')[0]?.status

it('finds VAPID keys that are no pair, and a missing contact', () => {
  const subject = 'mailto:ops@aura.example'
  expect(status({ keys, subject })).toBe('ok')
  expect(status({ keys: { ...keys, publicKey: webpush.generateVAPIDKeys().publicKey }, subject })).toBe('problem')
  expect(status({ keys: { ...keys, privateKey: 'A'.repeat(43) }, subject })).toBe('problem')
  expect(status({ keys, subject: 'mailto:nobody@localhost' })).toBe('warning')
  expect(status({ keys: null, subject })).toBe('skipped')
})
