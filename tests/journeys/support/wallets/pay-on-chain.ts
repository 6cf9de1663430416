import { steezeStackAbi } from '@aura/contracts/abi'
import { mockUsdcAbi } from '@aura/contracts/bytecode'
import { expect } from '@playwright/test'
import { encodeFunctionData, type Hex, maxUint256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { rpc } from '../../../../tools/local-chain/rpc.ts'
import type { LocalChain } from '../../../../tools/local-chain/start-local-chain.ts'

const MICROS = 1_000_000n
const GAS = 400_000n
const FEE_WEI = 10_000_000_000n
const PURSE_WEI = 10n ** 18n

/** Buys Steeze for a wallet without a page, with USDC minted for it. */
export async function buySteezeOnChain(
  { contracts, rpcUrl }: LocalChain,
  from: PrivateKeyAccount,
  usdc: number,
): Promise<void> {
  const amount = BigInt(usdc) * MICROS
  const data = encodeFunctionData({ abi: steezeStackAbi, functionName: 'buySteeze', args: [amount] })
  await rpc(rpcUrl, 'anvil_setBalance', [from.address, `0x${PURSE_WEI.toString(16)}`])
  const chainId = Number(await rpc<Hex>(rpcUrl, 'eth_chainId'))
  const calls = [
    {
      to: contracts.usdc,
      data: encodeFunctionData({ abi: mockUsdcAbi, functionName: 'mint', args: [from.address, amount] }),
    },
    {
      to: contracts.usdc,
      data: encodeFunctionData({ abi: mockUsdcAbi, functionName: 'approve', args: [contracts.steeze, maxUint256] }),
    },
    { to: contracts.steeze, data },
  ]
  for (const call of calls) {
    const nonce = Number(await rpc<Hex>(rpcUrl, 'eth_getTransactionCount', [from.address, 'latest']))
    const signed = await from.signTransaction({
      ...call,
      type: 'eip1559',
      chainId,
      nonce,
      gas: GAS,
      maxFeePerGas: FEE_WEI,
      maxPriorityFeePerGas: 1n,
    })
    const hash = await rpc<Hex>(rpcUrl, 'eth_sendRawTransaction', [signed])
    const status = async () =>
      (await rpc<{ status: Hex } | null>(rpcUrl, 'eth_getTransactionReceipt', [hash]))?.status ?? null
    await expect.poll(status).toBe('0x1')
  }
}
