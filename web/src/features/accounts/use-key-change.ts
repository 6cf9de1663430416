import { useConfig } from '#lib/use-config'
import { handInCall } from '#payments/relayed/account-call.ts'
import type { RelayStep } from '#payments/relayed/pay-by-relay.ts'
import type { PasskeyAccount } from '#payments/relayed/use-passkey-account.ts'
import { usePayment } from '#payments/use-payment.ts'
import { keysTracker, type SentKeyChange } from './keys-tracker.ts'

type Hex = `0x${string}`

/** A change of an account's keys, and how the page names the key. */
export type KeyChange = { name: string } & (
  | { kind: 'add-key'; key: string }
  | { kind: 'remove-key' | 'keep-key'; keyId: string }
)

/** Has a passkey sign a change of its account's keys, and Aura hand it in. */
export function useKeyChange({ id: userId, isRestricted }: { id: string; isRestricted: boolean }) {
  const chainId = useConfig().data?.chain.id
  const { run, ...payment } = usePayment<RelayStep>(keysTracker, userId)
  const change = async (account: PasskeyAccount, { name, ...call }: KeyChange): Promise<void> => {
    if (chainId === undefined) return
    await run(call, (attempt) => {
      const pending: Omit<SentKeyChange, 'hash' | 'sentAtMs'> = {
        ...{ kind: 'keys', chainId, userId, usdcMicros: 0 },
        ...{ change: call.kind, name },
      }
      return handInCall(
        {
          ...{ payment: pending, account, call, isRestricted },
          signed({ addingKey, keepingKey, removingKey }) {
            const own = account.walletAddress as Hex
            if (call.kind === 'add-key') return addingKey(own, call.key as Hex)
            return (call.kind === 'remove-key' ? removingKey : keepingKey)(own, call.keyId as Hex)
          },
        },
        attempt,
      )
    })
  }
  return { ...payment, change }
}
