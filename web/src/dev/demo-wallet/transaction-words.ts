import { auraVouchAbi, steezeStackAbi, usdcAbi } from '@aura/contracts/abi'
import { decodeFunctionData, formatEther, formatUnits, type Hex } from 'viem'
import type { Transaction, TypedData } from './provider.ts'
import { short } from './short.ts'

const ABI = [...auraVouchAbi, ...steezeStackAbi, ...usdcAbi] as const

const usdc = (micros: bigint) => `${formatUnits(micros, 6)} USDC`
const NO_LIMIT = 2n ** 128n

/** Describes a transaction, one sentence per line. Unknown calls are shown as they are. */
export function transactionWords({ to, data = '0x', value = '0x0' }: Transaction): string[] {
  const ether =
    BigInt(value) > 0n ? [`Send ${formatEther(BigInt(value))} ETH to ${to ? short(to) : 'a new contract'}.`] : []
  if (!to) return [...ether, 'Deploy a new contract.']
  if (data === '0x') return ether.length > 0 ? ether : [`Send nothing to ${short(to)}.`]
  return [...ether, callWords(to, data)]
}

function callWords(to: string, data: Hex): string {
  const call = decoded(data)
  switch (call?.functionName) {
    case 'approve': {
      const [spender, amount] = call.args
      if (amount === 0n) return `Allow ${short(spender)} to spend no more of your USDC.`
      return `Allow ${short(spender)} to spend ${amount >= NO_LIMIT ? 'any amount of your USDC' : `up to ${usdc(amount)}`}.`
    }
    case 'transfer':
      return `Send ${usdc(call.args[1])} to ${short(call.args[0])}.`
    case 'vouch':
    case 'vouchWithPermit':
      return `Vouch ${usdc(call.args[1])} for ${short(call.args[0])}. All of it goes to them.`
    case 'buySteeze':
    case 'buySteezeWithPermit':
      return `Buy ${call.args[0] / 100_000n} Steeze for ${usdc(call.args[0])}.`
    case 'withdrawSteeze':
      return `Redeem ${call.args[0]} Steeze for ${usdc(call.args[0] * 70_000n)}.`
    default:
      return `Call the unknown contract ${to} with ${data}.`
  }
}

function decoded(data: Hex) {
  try {
    return decodeFunctionData({ abi: ABI, data })
  } catch {
    return null
  }
}

/** Describes what signing this EIP-712 data allows, followed by the data. */
export function typedDataWords({ primaryType, domain, message }: TypedData): string {
  const text = JSON.stringify({ domain, message }, null, 2)
  if (primaryType !== 'Permit' || typeof message.spender !== 'string') return `${primaryType}\n\n${text}`
  const until = new Date(Number(message.deadline) * 1_000)
  const time = Number.isNaN(until.getTime()) ? 'with no end date' : `until ${until.toUTCString()}`
  return `Allow ${short(message.spender)} to spend up to ${usdc(BigInt(String(message.value)))}, ${time}.\n\n${text}`
}
