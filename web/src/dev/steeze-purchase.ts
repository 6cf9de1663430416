import { steezeStackAbi, usdcAbi } from '@aura/contracts/abi'
import type { Hex } from 'viem'
import { decodeFunctionData, encodeFunctionData, encodeFunctionResult } from 'viem/utils'
import { type PaymentOptions, payUsdc } from '#lib/chain/pay-usdc'

export const USDC: Hex = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const STEEZE: Hex = '0x1111111111111111111111111111111111111111'
export const TEN = 10_000_000n
export const HASH: Hex = `0x${'ab'.repeat(32)}`
export const PERMIT_SIGNATURE: Hex = `0x${'11'.repeat(32)}${'22'.repeat(32)}1b`

/** Returns what the token says when it is called with `data`. */
export function tokenAnswer(data: Hex, { balance = TEN, allowance = 0n } = {}): Hex {
  const { functionName } = decodeFunctionData({ abi: usdcAbi, data })
  const results = { balanceOf: balance, allowance, name: 'USD Coin', version: '2', nonces: 7n, approve: true }
  const result = results[functionName as keyof typeof results]
  return encodeFunctionResult({ abi: usdcAbi, functionName, result } as never)
}

type Hooks = Partial<PaymentOptions> & { onPermit?: (permit: { v: number; deadline: bigint }) => void }

/** Buys Steeze for ten USDC, without a pause. */
export const buySteeze = (ready: Parameters<typeof payUsdc>[0], { onPermit, ...hooks }: Hooks = {}): Promise<Hex> =>
  payUsdc(
    ready,
    {
      ...{ usdc: USDC, spender: STEEZE, abi: steezeStackAbi, amountMicros: TEN },
      call: () => encodeFunctionData({ abi: steezeStackAbi, functionName: 'buySteeze', args: [TEN] }),
      callWithPermit: ({ deadline, v, r, s }) => {
        onPermit?.({ v, deadline })
        const args = [TEN, deadline, v, r, s] as const
        return encodeFunctionData({ abi: steezeStackAbi, functionName: 'buySteezeWithPermit', args })
      },
    },
    {
      onStep: () => {},
      signal: new AbortController().signal,
      pause: async () => {},
      nowSeconds: () => 1_000,
      onBatch: () => {},
      ...hooks,
    },
  )
