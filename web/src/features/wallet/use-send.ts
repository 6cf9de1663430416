import { hexToBigInt } from 'viem/utils'
import type { UnsentPayment } from '#lib/chain/sent-payments'
import { handIn } from '#payments/relayed/relayed-payment.ts'
import { randomSalt, signWithPasskey, validUntil } from '#payments/relayed/signer.ts'
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
  /** Restricted people may move their USDC, but no account is made for them. */
  isRestricted: boolean
}

/** Has a passkey sign that its account sends USDC, and Aura hand it in. */
export function useSend(userId: string) {
  const { run, ...payment } = usePayment<'sign' | 'hand-in'>(sendTracker, userId)
  const send = ({ account, usdc, chainId, to, usdcMicros, isRestricted }: Sending) =>
    run({ to, usdcMicros }, async ({ signal, onStep }) => {
      onStep('sign')
      const { callsByKey, passkeySignature, sendingUsdc } = await import('@aura/contracts/signing/account')
      const [nonce, deadline] = [randomSalt(), validUntil()]
      const place = { chainId, account: account.walletAddress as Hex }
      const calls = [sendingUsdc(usdc as Hex, { to: to as Hex, micros: BigInt(usdcMicros) })]
      const taskOf = (key: string) => callsByKey(place, key as Hex, { calls, nonce: hexToBigInt(nonce), deadline })
      const assertion = await signWithPasskey(account, taskOf, signal)
      const signature = taskOf(assertion.signedBy.key).signatureOf(passkeySignature(assertion))
      signal.throwIfAborted()
      onStep('hand-in')
      const pending: UnsentPayment<SentUsdc> = { kind: 'send', chainId, userId, usdcMicros, to }
      await handIn(pending, {
        purpose: 'execute',
        call: { kind: 'send-usdc', to, usdcMicros },
        ...{ nonce, deadline, signature },
        ...(isRestricted ? {} : { accountKey: account.accountKey }),
      })
    })
  return { ...payment, send }
}
