import { usdcAbi } from '@aura/contracts/abi'
import type { Abi, Hex } from 'viem'
import { encodeFunctionData } from 'viem/utils'
import type { WalletProvider } from '../wallet/provider.ts'
import { ChainFailure } from './chain-failure.ts'
import { type Call, checkGas, type ReadyWallet, readContract } from './contract-calls.ts'
import { isOwnRevert } from './explain-revert.ts'
import { canBatch, sendBatch } from './send-batch.ts'
import { checkWallet, sendCall, waitUntilMined } from './send-call.ts'
import { chainFailure, isUnsupported } from './wallet-rpc.ts'

export interface UsdcPayment {
  usdc: Hex
  /** The contract that takes the USDC, and its ABI. */
  spender: Hex
  abi: Abi
  amountMicros: bigint
  call: () => Hex
  callWithPermit: (permit: { deadline: bigint; v: number; r: Hex; s: Hex }) => Hex
}

export type PaymentStep =
  | 'checking'
  /** A permit for exactly this amount, which moves nothing by itself. */
  | 'sign-permit'
  | 'approve'
  | 'approving'
  | 'confirm'
  /** The wallet accepted a batch and has not reported its outcome. */
  | 'taken'

export interface PaymentOptions {
  onStep(step: PaymentStep): void
  signal: AbortSignal
  pause: (signal: AbortSignal) => Promise<void>
  nowSeconds: () => number
  /** Called once the wallet accepts a batch: from then on money may move. */
  onBatch(id: string): void
}

/** Validity of a permit: time to read and confirm. */
const PERMIT_SECONDS = 20 * 60

/** The account of each wallet whose permit the token refused, which isn't asked to sign another. */
const refusedPermits = new WeakMap<WalletProvider, Hex>()

/**
 * Pays with as few prompts as possible: an atomic batch (EIP-5792), else a permit and a transaction, else an
 * approval and a transaction, also where the token refuses the permit: it asks an account with code (EIP-7702, ERC-1271)
 * whether the signature is its own. Returns the paying transaction's hash. Throws a ChainFailure before sending if the
 * payment can't succeed.
 */
export async function payUsdc(wallet: ReadyWallet, payment: UsdcPayment, options: PaymentOptions): Promise<Hex> {
  const { onStep, signal } = options
  onStep('checking')
  await checkWallet(wallet)
  await checkBalance(wallet, payment)
  signal.throwIfAborted()
  const paying = { to: payment.spender, data: payment.call() }
  if ((await allowanceOf(wallet, payment)) >= payment.amountMicros) {
    return sendCall(wallet, paying, () => onStep('confirm'))
  }
  const approving = approval(payment)
  if (await canBatch(wallet)) {
    await checkGas(wallet, approving)
    signal.throwIfAborted()
    onStep('confirm')
    return sendBatch(wallet, [approving, paying], {
      ...options,
      onBatch(id) {
        options.onBatch(id)
        onStep('taken')
      },
    })
  }
  if (refusedPermits.get(wallet.provider) !== wallet.address) {
    const hash = await payWithPermit(wallet, payment, options)
    if (hash) return hash
    signal.throwIfAborted()
  }
  const approvalHash = await sendCall(wallet, approving, () => onStep('approve'))
  onStep('approving')
  await waitUntilMined(wallet, approvalHash, options)
  return sendCall(wallet, paying, () => onStep('confirm'))
}

/** Returns the hash, or null if nothing was sent because the wallet signs no permit, or one the token refuses. */
async function payWithPermit(wallet: ReadyWallet, payment: UsdcPayment, options: PaymentOptions): Promise<Hex | null> {
  const { onStep, signal } = options
  onStep('sign-permit')
  const permit = await signPermit(wallet, payment, options)
  signal.throwIfAborted()
  if (!permit) return null
  let isPrompted = false
  try {
    return await sendCall(wallet, { to: payment.spender, data: payment.callWithPermit(permit) }, () => {
      isPrompted = true
      onStep('confirm')
    })
  } catch (error) {
    const { reason, cause } = chainFailure(error)
    // A node may say of code that uses up its gas that the account can't pay it; the approval's own check decides.
    const mayBePermits = reason === 'REVERTED' || reason === 'NOT_ENOUGH_GAS'
    if (isPrompted || !mayBePermits || isOwnRevert(cause, payment.abi)) throw error
    if (reason === 'REVERTED') refusedPermits.set(wallet.provider, wallet.address)
    return null
  }
}

const usdcBalanceOf = ({ provider, address }: ReadyWallet, usdc: Hex): Promise<bigint> =>
  readContract(provider, { abi: usdcAbi, address: usdc, name: 'balanceOf', args: [address] })

async function checkBalance(wallet: ReadyWallet, { usdc, amountMicros }: UsdcPayment): Promise<void> {
  if ((await usdcBalanceOf(wallet, usdc)) < amountMicros) throw new ChainFailure('NOT_ENOUGH_USDC')
}

const allowanceOf = ({ provider, address }: ReadyWallet, { usdc, spender }: UsdcPayment) =>
  readContract(provider, { abi: usdcAbi, address: usdc, name: 'allowance', args: [address, spender] })

/** Approves exactly the amount, because a leftover allowance could be spent later. */
const approval = ({ usdc, spender, amountMicros }: UsdcPayment): Call => ({
  to: usdc,
  data: encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [spender, amountMicros] }),
})

/** Returns null if the wallet can't sign the permit, so that an approval is needed. */
async function signPermit(
  { provider, address, chainId }: ReadyWallet,
  { usdc, spender, amountMicros }: UsdcPayment,
  { nowSeconds }: PaymentOptions,
) {
  // The token's name differs between networks.
  const [name, version, nonce] = await Promise.all([
    readContract(provider, { abi: usdcAbi, address: usdc, name: 'name', args: [] }),
    readContract(provider, { abi: usdcAbi, address: usdc, name: 'version', args: [] }),
    readContract(provider, { abi: usdcAbi, address: usdc, name: 'nonces', args: [address] }),
  ])
  const deadline = BigInt(nowSeconds() + PERMIT_SECONDS)
  const typedData = {
    domain: { name, version, chainId, verifyingContract: usdc },
    primaryType: 'Permit',
    types: { EIP712Domain: DOMAIN, Permit: PERMIT },
    message: {
      owner: address,
      spender,
      value: String(amountMicros),
      nonce: String(nonce),
      deadline: String(deadline),
    },
  }
  let signature: Hex
  try {
    signature = (await provider.request({
      method: 'eth_signTypedData_v4',
      params: [address, JSON.stringify(typedData)],
    })) as Hex
  } catch (error) {
    if (isUnsupported(error)) return null
    throw chainFailure(error)
  }
  // Contract wallets return signatures that don't fit a v, r, s permit.
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) return null
  const part = (from: number, to: number): Hex => `0x${signature.slice(2 + 2 * from, 2 + 2 * to)}`
  const last = Number(part(64, 65))
  return { deadline, v: last < 27 ? last + 27 : last, r: part(0, 32), s: part(32, 64) }
}

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]
const PERMIT = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
]
