import { expect, it } from 'vitest'
import { confirmsByLink } from './confirm-links.tsx'

it('lets a linked account confirm without a wallet, beside a passkey that may be lost [settings.passkey-remove] [settings.delete-fresh]', () => {
  const x = { provider: 'x', name: 'X', id: '1', handle: 'ada', verified: false, channel: null } as never
  const other = { provider: 'y', name: 'Y', id: null } as never
  expect(confirmsByLink({ walletAddress: null, linkedAccounts: [other, x] })).toBe(true)
  expect(confirmsByLink({ walletAddress: null, linkedAccounts: [other] })).toBe(false)
  expect(confirmsByLink({ walletAddress: '0x1', linkedAccounts: [x] })).toBe(false)
})
