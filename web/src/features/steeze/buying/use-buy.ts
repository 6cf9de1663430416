import { steezeStackAbi } from '@aura/contracts/abi'
import { encodeFunctionData } from 'viem/utils'
import { type PaymentStep, payUsdc } from '#lib/chain/pay-usdc'
import type { UnsentPayment } from '#lib/chain/sent-payments'
import type { AnnouncedWallet } from '#lib/wallet/provider'
import { persistSentPayment } from '#payments/persist-sent-payment.ts'
import { showPaymentToast } from '#payments/show-payment-toast.ts'
import { shortPause, usePayment } from '#payments/use-payment.ts'
import { purchaseTracker, type SentSteeze } from '../payment-trackers.ts'

export interface SteezeShop {
  contractAddress: string
  usdcAddress: string
  chainId: number
}

interface Purchase {
  shop: SteezeShop
  wallet: AnnouncedWallet
  address: `0x${string}`
  paidMicros: number
  steeze: number
}

const TOASTS: Partial<Record<PaymentStep, { title: string; description?: string }>> = {
  'sign-permit': { title: 'Approving USDC', description: 'Please approve USDC spending in your wallet...' },
  approve: { title: 'Approving USDC', description: 'Please approve USDC spending in your wallet...' },
  confirm: { title: 'Processing Purchase', description: 'Please confirm the purchase in your wallet...' },
}

/** Covers the press until the transaction is sent; `useConfirmations` follows it from there. */
export function useBuy(userId: string) {
  const { run, ...payment } = usePayment<PaymentStep>(purchaseTracker, userId)
  const buy = ({ shop, wallet, address, paidMicros, steeze }: Purchase) =>
    run({ paidMicros }, async ({ signal, onStep }) => {
      const usdc = shop.usdcAddress as `0x${string}`
      const spender = shop.contractAddress as `0x${string}`
      const amount = BigInt(paidMicros)
      const sending: UnsentPayment<SentSteeze> = {
        kind: 'buy',
        chainId: shop.chainId,
        userId,
        usdcMicros: paidMicros,
        steeze,
      }
      await persistSentPayment(sending, wallet, (onBatch) =>
        payUsdc(
          { provider: wallet.provider, address, chainId: shop.chainId },
          {
            usdc,
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
