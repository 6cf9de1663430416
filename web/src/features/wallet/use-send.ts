import type { UnsentPayment } from '#lib/chain/sent-payments'
import { type AccountStep, handInCall } from '#payments/relayed/account-call.ts'
import type { PasskeyAccount } from '#payments/relayed/use-passkey-account.ts'
import { usePayment } from '#payments/use-payment.ts'
import { type SentUsdc, sendTracker } from './send-tracker.ts'

type Hex = `0x${string}`

interface Sending {
  account: PasskeyAccount
  usdc: string
  chainId: number
  to: string
  usdcMicros: number
  isRestricted: boolean
}

/** Has a passkey sign that its account sends USDC, and Aura hand it in. */
export function useSend(userId: string) {
  const { run, ...payment } = usePayment<AccountStep>(sendTracker, userId)
  const send = ({ account, usdc, chainId, to, usdcMicros, isRestricted }: Sending) =>
    run({ to, usdcMicros }, (attempt) => {
      const pending: UnsentPayment<SentUsdc> = { kind: 'send', chainId, userId, usdcMicros, to }
      return handInCall(
        {
          ...{ payment: pending, account, isRestricted },
          call: { kind: 'send-usdc', to, usdcMicros },
          signed: ({ sendingUsdc }) => sendingUsdc(usdc as Hex, { to: to as Hex, micros: BigInt(usdcMicros) }),
        },
        attempt,
      )
    })
  return { ...payment, send }
}
