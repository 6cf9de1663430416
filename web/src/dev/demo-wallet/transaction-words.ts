import { usdcAbi } from '@aura/contracts/abi'
import { decodeFunctionData, formatEther, formatUnits, type Hex } from 'viem'
import type { ContractTexts } from '#lib/chain/contract-texts'
import type { Transaction, TypedData } from './provider.ts'
import { short } from './short.ts'

const usdc = (micros: bigint) => `${formatUnits(micros, 6)} USDC`
const NO_LIMIT = 2n ** 128n

/** Describes a transaction, one sentence per line. Calls of unknown contracts are shown unchanged. */
export function transactionWords(
  { to, data = '0x', value = '0x0' }: Transaction,
  contracts: readonly ContractTexts[],
): string[] {
  const ether =
    BigInt(value) > 0n ? [`Send ${formatEther(BigInt(value))} ETH to ${to ? short(to) : 'a new contract'}.`] : []
  if (!to) return [...ether, 'Deploy a new contract.']
  if (data === '0x') return ether.length > 0 ? ether : [`Send nothing to ${short(to)}.`]
  return [...ether, usdcWords(data) ?? productWords(data, contracts) ?? `Call the unknown contract ${to} with ${data}.`]
}

function usdcWords(data: Hex): string | null {
  const call = decoded(() => decodeFunctionData({ abi: usdcAbi, data }))
  switch (call?.functionName) {
    case 'approve': {
      const [spender, amount] = call.args
      if (amount === 0n) return `Allow ${short(spender)} to spend no more of your USDC.`
      return `Allow ${short(spender)} to spend ${amount >= NO_LIMIT ? 'any amount of your USDC' : `up to ${usdc(amount)}`}.`
    }
    case 'transfer':
      return `Send ${usdc(call.args[1])} to ${short(call.args[0])}.`
    default:
      return null
  }
}

function productWords(data: Hex, contracts: readonly ContractTexts[]): string | null {
  for (const { abi, calls } of contracts) {
    const { functionName = '', args = [] } = decoded(() => decodeFunctionData({ abi, data })) ?? {}
    const words = calls[functionName]
    if (words) return words(args)
  }
  return null
}

function decoded<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}

/** Describes what signing this EIP-712 data allows, followed by the data. */
export function typedDataWords({ primaryType, domain, message }: TypedData): string {
  const text = JSON.stringify({ domain, message }, null, 2)
  if (primaryType === 'ReceiveWithAuthorization') {
    return `Pay ${usdc(BigInt(String(message.value)))} to the contract ${short(String(message.to))}.\n\n${text}`
  }
  if (primaryType !== 'Permit' || typeof message.spender !== 'string') return `${primaryType}\n\n${text}`
  const until = new Date(Number(message.deadline) * 1_000)
  const time = Number.isNaN(until.getTime()) ? 'with no end date' : `until ${until.toUTCString()}`
  return `Allow ${short(message.spender)} to spend up to ${usdc(BigInt(String(message.value)))}, ${time}.\n\n${text}`
}
