import { steezeStackAbi } from '@aura/contracts/abi'
import { mockUsdcAbi } from '@aura/contracts/bytecode'
import { expect } from '@playwright/test'
import { encodeFunctionData, type Hex, maxUint256 } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { rpc } from '../../../../tools/local-chain/rpc.ts'
import type { LocalChain } from '../../../../tools/local-chain/start-local-chain.ts'

const MICROS = 1_000_000n
const GAS = 400_000n
const FEE_WEI = 10_000_000_000n
const PURSE_WEI = 10n ** 18n

interface Call {
  to: Hex
  data: Hex
}

/** Gives an address USDC. */
export const mintUsdc = (chain: LocalChain, to: string, usdc: number): Promise<void> =>
  sendFrom(privateKeyToAccount(generatePrivateKey()), chain, [minting(chain, to, BigInt(usdc) * MICROS)])

const minting = ({ contracts }: LocalChain, to: string, micros: bigint): Call => ({
  to: contracts.usdc,
  data: encodeFunctionData({ abi: mockUsdcAbi, functionName: 'mint', args: [to as Hex, micros] }),
})

/** Buys Steeze for a wallet without a page, with USDC minted for it. */
export function buySteezeOnChain(chain: LocalChain, from: PrivateKeyAccount, usdc: number): Promise<void> {
  const { contracts } = chain
  const amount = BigInt(usdc) * MICROS
  return sendFrom(from, chain, [
    minting(chain, from.address, amount),
    {
      to: contracts.usdc,
      data: encodeFunctionData({ abi: mockUsdcAbi, functionName: 'approve', args: [contracts.steeze, maxUint256] }),
    },
    {
      to: contracts.steeze,
      data: encodeFunctionData({ abi: steezeStackAbi, functionName: 'buySteeze', args: [amount] }),
    },
  ])
}

async function sendFrom(from: PrivateKeyAccount, { rpcUrl }: LocalChain, calls: readonly Call[]): Promise<void> {
  await rpc(rpcUrl, 'anvil_setBalance', [from.address, `0x${PURSE_WEI.toString(16)}`])
  const chainId = Number(await rpc<Hex>(rpcUrl, 'eth_chainId'))
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
