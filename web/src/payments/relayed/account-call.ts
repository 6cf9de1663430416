import type { RelayedAccountCall } from '@aura/api/calls/relay'
import type * as Signing from '@aura/contracts/signing/account'
import { encodeFunctionData, hexToBigInt } from 'viem/utils'
import { anySignal } from '#lib/any-signal'
import { ChainFailure } from '#lib/chain/chain-failure'
import type { Call, ReadyWallet } from '#lib/chain/contract-calls'
import { sendCall, waitUntilMined } from '#lib/chain/send-call'
import type { UnsentPayment } from '#lib/chain/sent-payments'
import { ask } from '#lib/chain/wallet-rpc'
import { sentPayments } from '../sent.ts'
import { shortPause } from '../use-payment.ts'
import type { Fee } from './fee-note.tsx'
import type { OwnTransaction } from './handed-payment.ts'
import { type RelayStep, tryRelay } from './pay-by-relay.ts'
import { handIn } from './relayed-payment.ts'
import { randomSalt, signWithPasskey, validUntil } from './signer.ts'
import { ownTransactionText } from './unavailable.ts'
import { firstKeyOf, type PasskeyAccount } from './use-passkey-account.ts'

type Hex = `0x${string}`

interface HandedCall {
  payment: UnsentPayment
  account: PasskeyAccount
  call: RelayedAccountCall
  /** Returns the call that is signed, as Aura makes it of `call`. */
  signed: (signing: typeof Signing) => Signing.AccountCall
  /** Restricted people may move their USDC and change their keys, but no account is made for them. */
  isRestricted: boolean
}

/** `confirm` waits for the wallet that sends, `sent` for the block. */
export type AccountStep = RelayStep | 'confirm' | 'sent'

interface Attempt {
  signal: AbortSignal
  onStep: (step: AccountStep) => void
}

/** Has a passkey sign a call of its account, and Aura hand it in. Throws a PasskeyError, and as `handIn` does. */
export async function handInCall(handed: HandedCall, attempt: Attempt): Promise<void> {
  await handInSigned(handed, await signCall(handed, attempt), attempt)
}

/** An ordinary wallet that pays the network's fee of what a passkey signed. */
export interface Sender {
  wallet: ReadyWallet
  /** Contract that makes the account; null if the account is on the network. */
  factory: string | null
}

interface OwnWay {
  fee: Pick<Fee, 'isRelayed' | 'onFallback'>
  sender: Sender | null
  /** Returns whether what was signed has happened. Asked once if the network refuses the wallet's transaction. */
  hasHappened: (signal: AbortSignal) => Promise<boolean>
}

/**
 * Has a passkey sign a call of its account, and Aura hand it in; if Aura certainly can't, `sender` does. Resolves once it is
 * handed in, or once the wallet's transaction is in a block or its tracker has given it up. Throws a PasskeyError, as `handIn`
 * does, and a ChainFailure.
 */
export async function handInOrSend(
  handed: HandedCall,
  { fee, sender, hasHappened }: OwnWay,
  attempt: Attempt,
): Promise<void> {
  const signed = await signCall(handed, attempt)
  const { signal } = attempt
  const isHandedIn = await tryRelay({ fee, signal, canFallBack: sender !== null, whyOwn: ownTransactionText }, () =>
    handInSigned(handed, signed, attempt),
  )
  if (!isHandedIn && sender !== null) await sendOwn(handed, signed, { sender, hasHappened }, attempt)
}

const SWITCHED = 'The wallet switched to another account, so it sent nothing. Try again to send from that account.'
const NOT_THERE = 'The network doesn’t have your account yet, so nothing was sent. Try again shortly.'
const FEE_PAID = 'The transaction failed. Your wallet paid the network’s fee.'

async function sendOwn(
  { payment, account }: HandedCall,
  { signing, calls, nonce, signature }: SignedCall,
  { sender: { wallet, factory }, hasHappened }: Pick<OwnWay, 'hasHappened'> & { sender: Sender },
  { signal, onStep }: Attempt,
): Promise<void> {
  const address = account.walletAddress as Hex
  const creation =
    factory === null || account.accountKey === null
      ? null
      : { factory: factory as Hex, firstKey: account.accountKey as Hex }
  // A call of an address without code costs its fee, succeeds and does nothing.
  if (creation === null && !(await isThere(wallet, address))) {
    throw new ChainFailure('REVERTED', { explanation: NOT_THERE })
  }
  const track = (hash: string) => {
    const own: OwnTransaction = { ...payment, hash, sentAtMs: Date.now(), isOwn: true }
    sentPayments.add(own)
  }
  const happened = () => hasHappened(signal).catch(() => null)
  let hash: Hex
  try {
    hash = await send(wallet, signing.handingIn(address, creation, calls, signature), () => onStep('confirm'))
  } catch (error) {
    // It came another way, such as through Aura whose answer was lost.
    if (isRefused(error) && (await happened())) return track(nonce)
    throw error
  }
  track(hash)
  onStep('sent')
  try {
    await untilMinedOrEnded(wallet, hash, signal)
  } catch (error) {
    signal.throwIfAborted()
    // If it can't be read, the tracker finds out.
    if ((await happened()) !== false) return
    sentPayments.remove(hash)
    throw new ChainFailure('REVERTED', { explanation: FEE_PAID, cause: error })
  }
}

const isRefused = (error: unknown): boolean => error instanceof ChainFailure && error.reason === 'REVERTED'

/** Returns whether an account has code. */
async function isThere({ provider }: ReadyWallet, account: Hex): Promise<boolean> {
  const { auraAccountAbi } = await import('@aura/contracts/abi')
  const data = encodeFunctionData({ abi: auraAccountAbi, functionName: 'verifier' })
  return (await ask<Hex>(provider, 'eth_call', [{ to: account, data }, 'latest'])) !== '0x'
}

async function send(wallet: ReadyWallet, call: Call, onPrompt: () => void): Promise<Hex> {
  try {
    return await sendCall(wallet, call, onPrompt)
  } catch (error) {
    const isSwitched = error instanceof ChainFailure && error.reason === 'WRONG_ACCOUNT'
    throw isSwitched ? new ChainFailure('WRONG_ACCOUNT', { explanation: SWITCHED }) : error
  }
}

/** Waits as `waitUntilMined` does, but no longer than the transaction is tracked: a replaced one never gets a receipt. */
async function untilMinedOrEnded(wallet: ReadyWallet, hash: Hex, signal: AbortSignal): Promise<void> {
  const ended = new AbortController()
  const unsubscribe = sentPayments.subscribe(() => {
    if (sentPayments.all().every((sent) => sent.hash !== hash)) ended.abort()
  })
  try {
    await waitUntilMined(wallet, hash, { signal: anySignal(signal, ended.signal), pause: shortPause })
  } catch (error) {
    if (error !== ended.signal.reason) throw error
  } finally {
    unsubscribe()
  }
}

interface SignedCall {
  signing: typeof Signing
  calls: Signing.SignedCalls
  nonce: Hex
  signature: Hex
}

async function signCall({ payment, account, signed }: HandedCall, { signal, onStep }: Attempt): Promise<SignedCall> {
  onStep('sign')
  const signing = await import('@aura/contracts/signing/account')
  const nonce = randomSalt()
  const calls = { calls: [signed(signing)], nonce: hexToBigInt(nonce), deadline: validUntil() }
  const place = { chainId: payment.chainId, account: account.walletAddress as Hex }
  const taskOf = (key: string) => signing.callsByKey(place, key as Hex, calls)
  const assertion = await signWithPasskey(account, taskOf, signal)
  const signature = taskOf(assertion.signedBy.key).signatureOf(signing.passkeySignature(assertion))
  signal.throwIfAborted()
  return { signing, calls, nonce, signature }
}

async function handInSigned(
  { payment, account, call, isRestricted }: HandedCall,
  { calls: { deadline }, nonce, signature }: SignedCall,
  { onStep }: Attempt,
): Promise<void> {
  onStep('hand-in')
  const firstKey = isRestricted ? {} : firstKeyOf(account)
  await handIn(payment, { purpose: 'execute', call, nonce, deadline, signature, ...firstKey })
}
