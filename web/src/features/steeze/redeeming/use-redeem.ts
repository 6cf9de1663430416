import type { Answer } from '@aura/api/calls'
import { steezeStackAbi } from '@aura/contracts/abi'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { encodeFunctionData } from 'viem/utils'
import { request } from '#lib/api'
import { ChainFailure } from '#lib/chain/chain-failure'
import { ensureNetwork, type Network } from '#lib/chain/ensure-network'
import { sendCall } from '#lib/chain/send-call'
import type { UnsentPayment } from '#lib/chain/sent-payments'
import { Intent, outcomeOf } from '#lib/intent'
import { read } from '#lib/query-client'
import type { Fee } from '#payments/relayed/fee-note.tsx'
import { type RelayStep, tryRelay } from '#payments/relayed/pay-by-relay.ts'
import { handIn } from '#payments/relayed/relayed-payment.ts'
import { firstKeyOf } from '#payments/relayed/use-passkey-account.ts'
import { sentPayments } from '#payments/sent.ts'
import { showPaymentToast } from '#payments/show-payment-toast.ts'
import type { PayingWallet } from '#payments/use-paying-wallet.ts'
import { usePayment } from '#payments/use-payment.ts'
import { redemptionValue } from '../amounts.ts'
import { redemptionTracker, type SentSteeze } from '../payment-trackers.ts'

type Signed = Answer<'POST /api/steeze/redeem/sign'>
export type RedeemStep = 'signing' | 'confirm' | Extract<RelayStep, 'hand-in'>

interface Redemption {
  wallet: PayingWallet
  network: Network
  fee: Pick<Fee, 'isRelayed' | 'onFallback'>
}

/** The server holds the Steeze and signs; Aura or the wallet withdraws. */
export function useRedeem(userId: string) {
  const client = useQueryClient()
  const { step, problem, refuse, run, restart, forgetProblem } = usePayment<RedeemStep>(redemptionTracker, userId)
  /** A retry after a lost response must not hold the Steeze twice. */
  const [holding] = useState(() => new Intent())

  async function hold(steeze: number): Promise<Answer<'POST /api/steeze/redeem'>> {
    const key = holding.begin(steeze)
    if (key === null) throw new Error('This redemption is already being started')
    try {
      const signed = await request('POST /api/steeze/redeem', { body: { amount: steeze }, idempotencyKey: key })
      holding.end(key, 'done')
      holding.reopen()
      return signed
    } catch (error) {
      holding.end(key, outcomeOf(error))
      throw error
    } finally {
      await refreshHold()
    }
  }

  const refreshHold = () =>
    Promise.all([
      client.invalidateQueries(read('GET /api/steeze/redemption')),
      client.invalidateQueries(read('GET /api/steeze/balance')),
    ])

  async function withdraw(
    signed: Signed,
    { wallet, network, fee }: Redemption,
    { signal, onStep }: { signal: AbortSignal; onStep: (step: RedeemStep) => void },
  ) {
    const { limit, deadline, signature } = signed
    const payment: UnsentPayment<SentSteeze> = {
      kind: 'redeem',
      chainId: signed.chainId,
      userId,
      usdcMicros: redemptionValue(signed.amount),
      steeze: signed.amount,
    }
    const isHandedIn = await tryRelay({ fee, canFallBack: wallet.state !== 'passkey', signal }, () => {
      onStep('hand-in')
      const accountKey = wallet.state === 'passkey' ? firstKeyOf(wallet.account) : {}
      return handIn(payment, { purpose: 'withdraw', limit, deadline, signature, ...accountKey })
    })
    if (isHandedIn) return
    if (wallet.state !== 'connected') throw new ChainFailure('LOCKED')
    if (!wallet.isOwn) throw new ChainFailure('WRONG_ACCOUNT')
    const { provider } = wallet.wallet
    await ensureNetwork(provider, network)
    const hash = await sendCall(
      { provider, address: wallet.address, chainId: signed.chainId },
      {
        to: signed.contractAddress as `0x${string}`,
        data: encodeFunctionData({
          abi: steezeStackAbi,
          functionName: 'withdrawSteeze',
          args: [BigInt(signed.amount), BigInt(limit), BigInt(deadline), signature as `0x${string}`],
        }),
      },
      () => onStep('confirm'),
    )
    sentPayments.add({ ...payment, hash, sentAtMs: Date.now() })
    showPaymentToast({ title: 'Redeem Initiated', description: 'Transaction sent. Confirming...', durationMs: 3_000 })
  }

  return {
    step,
    problem,
    refuse,
    forgetProblem,
    /** Holds `steeze` and has the wallet withdraw them, unless an admin has to approve it first. */
    async redeem(steeze: number, redemption: Redemption) {
      let isWaiting = false
      await run({ steeze }, async ({ signal, onStep }) => {
        onStep('signing')
        const signed = await hold(steeze)
        signal.throwIfAborted()
        isWaiting = signed.signature === null
        if (signed.signature === null) showPaymentToast({ title: 'Redeem On Hold', description: signed.review.reason })
        else await withdraw(signed, redemption, { signal, onStep })
      })
      // Nothing was sent, so the same amount may be redeemed once this is over.
      if (isWaiting) restart()
    },
    /** Continues an earlier hold with a new signature, since signatures expire within minutes. */
    resume: (holdId: string, redemption: Redemption) =>
      run({ holdId }, async ({ signal, onStep }) => {
        onStep('signing')
        const signed = await request('POST /api/steeze/redeem/sign', { body: { holdId } }).finally(refreshHold)
        signal.throwIfAborted()
        await withdraw(signed, redemption, { signal, onStep })
      }),
  }
}
