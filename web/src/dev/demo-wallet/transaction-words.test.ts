import { auraVouchAbi, steezeStackAbi, usdcAbi } from '@aura/contracts/abi'
import { encodeFunctionData, maxUint256, zeroHash } from 'viem'
import { describe, expect, it } from 'vitest'
import steeze from '../../features/steeze/contract.ts'
import vouching from '../../features/vouching/contract.ts'
import { transactionWords } from './transaction-words.ts'

const words = (transaction: Parameters<typeof transactionWords>[0]) => transactionWords(transaction, [vouching, steeze])

const BO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const at = { to: '0x00000000000000000000000000000000000000aa' }

describe('a transaction in words', () => {
  it('is what the contract will do', () => {
    const approve = (amount: bigint) =>
      words({
        ...at,
        data: encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [BO, amount] }),
      })
    expect(approve(5_500_000n)).toEqual(['Allow 0x7099...79C8 to spend up to 5.5 USDC.'])
    expect(approve(maxUint256)).toEqual(['Allow 0x7099...79C8 to spend any amount of your USDC.'])
    expect(approve(0n)).toEqual(['Allow 0x7099...79C8 to spend no more of your USDC.'])

    const vouch = encodeFunctionData({ abi: auraVouchAbi, functionName: 'vouch', args: [BO, 3_000_000n] })
    expect(words({ ...at, data: vouch })).toEqual(['Vouch 3 USDC for 0x7099...79C8. All of it goes to them.'])

    const stack = { abi: steezeStackAbi }
    const buy = encodeFunctionData({
      ...stack,
      functionName: 'buySteezeWithPermit',
      args: [1_200_000n, 9n, 27, zeroHash, zeroHash],
    })
    expect(words({ ...at, data: buy })).toEqual(['Buy 12 Steeze for 1.2 USDC.'])
    const redeem = encodeFunctionData({ ...stack, functionName: 'withdrawSteeze', args: [10n, 10n, 9n, '0x'] })
    expect(words({ ...at, data: redeem })).toEqual(['Redeem 10 Steeze for 0.7 USDC.'])
  })

  it('names the ETH sent along and shows unknown calls as they are', () => {
    expect(words({ to: BO, value: '0x16345785d8a0000' })).toEqual(['Send 0.1 ETH to 0x7099...79C8.'])
    expect(words({ to: BO })).toEqual(['Send nothing to 0x7099...79C8.'])
    expect(words({ data: '0x6000' })).toEqual(['Deploy a new contract.'])
    expect(words({ to: BO, data: '0x12345678', value: '0x16345785d8a0000' })).toEqual([
      'Send 0.1 ETH to 0x7099...79C8.',
      `Call the unknown contract ${BO} with 0x12345678.`,
    ])
  })
})
