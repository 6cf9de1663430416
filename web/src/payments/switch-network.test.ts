import { expect, it } from 'vitest'
import { switchedToast } from './switch-network.ts'

it('says which network a wallet went to, or learned of [frame.text-network-switched] [frame.text-network-added]', () => {
  expect(switchedToast('switched', 'Base Mainnet')).toEqual({
    title: 'Network Switched',
    description: 'Successfully switched to Base Mainnet',
    durationMs: 3_000,
  })
  expect(switchedToast('added', 'Base Sepolia')).toMatchObject({ title: 'Network Added' })
})
