import { steezeStackAbi } from '@aura/contracts/abi'
import { purchaseAuthorization, type Token } from '@aura/contracts/signing/authorization'
import { encodeFunctionData } from 'viem/utils'
import { type PaymentStep, payUsdc } from '#lib/chain/pay-usdc'
import type { UnsentPayment } from '#lib/chain/sent-payments'
import { persistSentPayment } from '#payments/persist-sent-payment.ts'
import type { Fee } from '#payments/relayed/fee-note.tsx'
import { payByRelay, type RelayStep, tryRelay } from '#payments/relayed/pay-by-relay.ts'
import { showPaymentToast } from '#payments/show-payment-toast.ts'
import { type PayingWallet, signerOf } from '#payments/use-paying-wallet.ts'
import { shortPause, usePayment } from '#payments/use-payment.ts'
import { purchaseTracker, type SentSteeze } from '../payment-trackers.ts'

export interface SteezeShop {
  contractAddress: string
  token: Token
  chainId: number
}

interface Purchase {
  shop: SteezeShop
  wallet: Extract<PayingWallet, { state: 'connected' | 'passkey' }>
  fee: Pick<Fee, 'isRelayed' | 'onFallback'>
  paidMicros: number
  steeze: number
}

export type BuyStep = PaymentStep | RelayStep

const TOASTS: Partial<Record<BuyStep, { title: string; description?: string }>> = {
  'sign-permit': { title: 'Approving USDC', description: 'Please approve USDC spending in your wallet...' },
  approve: { title: 'Approving USDC', description: 'Please approve USDC spending in your wallet...' },
  confirm: { title: 'Processing Purchase', description: 'Please confirm the purchase in your wallet...' },
}

/** Covers the press until the transaction is sent; `useConfirmations` follows it from there. */
export function useBuy(userId: string) {
  const { run, ...payment } = usePayment<BuyStep>(purchaseTracker, userId)
  const buy = ({ shop, wallet, fee, paidMicros, steeze }: Purchase) =>
    run({ paidMicros }, async ({ signal, onStep }) => {
      const spender = shop.contractAddress as `0x${string}`
      const amount = BigInt(paidMicros)
      const sending: UnsentPayment<SentSteeze> = {
        kind: 'buy',
        chainId: shop.chainId,
        userId,
        usdcMicros: paidMicros,
        steeze,
      }
      const attempt = { fee, canFallBack: wallet.state === 'connected', signal }
      const isHandedIn = await tryRelay(attempt, () =>
        payByRelay({
          payment: sending,
          signer: signerOf(wallet),
          authorize: (by) => purchaseAuthorization(shop.token, { ...by, steeze: spender, micros: amount }),
          bodyOf: (signed) => ({ purpose: 'buy', steeze, ...signed }),
          signal,
          onStep,
        }),
      )
      if (isHandedIn || wallet.state === 'passkey') return
      await persistSentPayment(sending, wallet.wallet, (onBatch) =>
        payUsdc(
          { provider: wallet.wallet.provider, address: wallet.address, chainId: shop.chainId },
          {
            usdc: shop.token.address,
            spender,
            abi: steezeStackAbi,
            amountMicros: amount,
            call: () => encodeFunctionData({ abi: steezeStackAbi, functionName: 'buySteeze', args: [amount] }),
            callWithPermit: ({ deadline, v, r, s }) =>
              encodeFunctionData({
                abi: steezeStackAbi,
                functionName: 'buySteezeWithPermit',
                args: [amount, deadline, v, r, s],
              }),
          },
          {
            signal,
            onBatch,
            pause: shortPause,
            nowSeconds: () => Math.floor(Date.now() / 1_000),
            onStep(next) {
              onStep(next)
              const text = TOASTS[next]
              if (text) showPaymentToast({ ...text, durationMs: 3_000 })
            },
          },
        ),
      )
      showPaymentToast({
        title: 'Purchase Initiated',
        description: 'Transaction sent. Confirming...',
        durationMs: 3_000,
      })
    })
  return { ...payment, buy }
}
