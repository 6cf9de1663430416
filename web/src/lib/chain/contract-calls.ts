import type { Abi, ContractFunctionArgs, ContractFunctionName, Hex } from 'viem'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import type { WalletProvider } from '../wallet/provider.ts'
import { ChainFailure } from './chain-failure.ts'
import { ask } from './wallet-rpc.ts'

export interface ReadyWallet {
  provider: WalletProvider
  address: Hex
  chainId: number
}

export interface Call {
  to: Hex
  data: Hex
}

export async function readContract<const A extends Abi, N extends ContractFunctionName<A, 'view' | 'pure'>>(
  provider: WalletProvider,
  { abi, address, name, args }: { abi: A; address: Hex; name: N; args: ContractFunctionArgs<A, 'view' | 'pure', N> },
) {
  const data = encodeFunctionData({ abi: abi as Abi, functionName: name as string, args: args as readonly unknown[] })
  const answer = await ask<Hex>(provider, 'eth_call', [{ to: address, data }, 'latest'])
  return decodeFunctionResult({ abi, functionName: name, data: answer } as Parameters<
    typeof decodeFunctionResult<A, N>
  >[0])
}

/** Simulates a call. Throws REVERTED with the contract's reason if it would fail. */
export async function simulate({ provider, address }: ReadyWallet, call: Call): Promise<void> {
  await ask(provider, 'eth_call', [{ from: address, ...call }, 'latest'])
}

/** Throws NOT_ENOUGH_GAS if the balance is known to be too low for the call. */
export async function checkGas({ provider, address }: ReadyWallet, call: Call): Promise<void> {
  const [gas, price, balance] = await Promise.all([
    ask<Hex>(provider, 'eth_estimateGas', [{ from: address, ...call }]),
    ask<Hex>(provider, 'eth_gasPrice'),
    ask<Hex>(provider, 'eth_getBalance', [address, 'latest']),
  ])
  if (BigInt(gas) * BigInt(price) > BigInt(balance)) throw notEnoughGas()
}

const notEnoughGas = () => new ChainFailure('NOT_ENOUGH_GAS')
