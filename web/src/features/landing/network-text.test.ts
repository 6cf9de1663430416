import { expect, it } from 'vitest'
import { networkText } from './network-text.ts'

it('names the network the server runs on', () => {
  expect(networkText({ kind: 'base-sepolia', id: 84532, name: 'Base Sepolia', explorerUrl: null })).toBe(
    'Built on Base Sepolia Testnet',
  )
  expect(networkText({ kind: 'local', id: 31337, name: 'Aura Local', explorerUrl: null })).toBe('Built on Aura Local')
  expect(networkText({ kind: 'base', id: 8453, name: 'Base Mainnet', explorerUrl: null })).toBe('Built on Base Mainnet')
})
