import { parseSignature, serializeCompactSignature, signatureToCompactSignature, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { unconnectedChain } from '#platform/chain/rpc-chain'
import { verifySignature } from './verify-signature.ts'

const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)

it('a compact signature (EIP-2098) of a plain account is accepted without a node [access.signature-plain-account]', async () => {
  const parities = new Set<number>()
  for (const message of ['one', 'two', 'three', 'four', 'five', 'six']) {
    const parsed = parseSignature(await owner.signMessage({ message }))
    parities.add(parsed.yParity)
    const signature = serializeCompactSignature(signatureToCompactSignature(parsed))
    const signed = { walletAddress: owner.address, message, signature }
    await verifySignature(unconnectedChain('local'), signed)
    const altered = { ...signed, message: `${message}!` }
    await expect(verifySignature(unconnectedChain('local'), altered)).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    })
  }
  expect(parities.size).toBe(2)
})

it('the zero address, which nobody owns, signs nothing, without a node', async () => {
  for (const signature of [`0x${'00'.repeat(65)}`, `0x${'12'.repeat(64)}1b`]) {
    const signed = { walletAddress: zeroAddress, message: 'one', signature }
    await expect(verifySignature(unconnectedChain('local'), signed)).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
    })
  }
})
