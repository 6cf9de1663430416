import { describe, expect, it } from 'vitest'
import { ChainUnreachable } from './chain.ts'
import { rpcChain, unconnectedChain } from './rpc-chain.ts'
import { agreedSignature } from './verifiers.ts'

describe('a network', () => {
  it('may be renamed in tests of a local network only [frame.chain-test-override]', () => {
    const asBase = { id: 8_453, name: 'Base Mainnet', explorerUrl: 'https://basescan.org' }
    const settings = { confirmationSeconds: 0, contracts: null, startBlock: 0, rpcUrls: [] }
    expect(rpcChain({ ...settings, kind: 'local' }, asBase)).toMatchObject({ ...asBase, kind: 'local' })
    for (const kind of ['base-sepolia', 'base'] as const) {
      expect(() => rpcChain({ ...settings, kind }, asBase)).toThrow(`CHAIN=${kind}`)
    }
  })

  it('reports an unreachable network, and never a bad signature, when there is no node', async () => {
    const asked = agreedSignature(unconnectedChain('base'), { address: '0x', message: '', signature: '0x' })
    await expect(asked).rejects.toBeInstanceOf(ChainUnreachable)
  })
})
