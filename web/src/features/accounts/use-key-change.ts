import { useState } from 'react'
import { keccak256 } from 'viem/utils'
import { useConfig } from '#lib/use-config'
import { type AccountStep, handInOrSend, type Sender } from '#payments/relayed/account-call.ts'
import type { Fee } from '#payments/relayed/fee-note.tsx'
import { unavailableText } from '#payments/relayed/unavailable.ts'
import type { PasskeyAccount } from '#payments/relayed/use-passkey-account.ts'
import { usePayment } from '#payments/use-payment.ts'
import { hasChanged, keysTracker, type SentKeyChange } from './keys-tracker.ts'

type Hex = `0x${string}`

/** A change of an account's keys, and how the page names the key. */
export type KeyChange = { name: string } & (
  | { kind: 'add-key'; key: string }
  | { kind: 'remove-key' | 'keep-key'; keyId: string }
)

interface Changing {
  id: string
  isRestricted: boolean
  fee: Pick<Fee, 'isRelayed' | 'onFallback'>
  /** An ordinary wallet that sends the change if Aura can't hand it in. */
  sender: Sender | null
}

/**
 * Has a passkey sign a change of its account's keys, and Aura or an ordinary wallet hand it in. `isUnavailable` once Aura
 * couldn't and there was no wallet.
 */
export function useKeyChange({ id: userId, isRestricted, fee, sender }: Changing) {
  const chainId = useConfig().data?.chain.id
  const [isUnavailable, setUnavailable] = useState(false)
  const { run, ...payment } = usePayment<AccountStep>(keysTracker, userId)
  const change = async (account: PasskeyAccount, { name, ...call }: KeyChange): Promise<void> => {
    if (chainId === undefined) return
    setUnavailable(false)
    await run(call, async (attempt) => {
      const pending: Omit<SentKeyChange, 'hash' | 'sentAtMs'> = {
        ...{ kind: 'keys', chainId, userId, usdcMicros: 0, change: call.kind, name },
        keyId: call.kind === 'add-key' ? keccak256(call.key as Hex) : call.keyId,
      }
      try {
        await handInOrSend(
          {
            ...{ payment: pending, account, call, isRestricted },
            signed({ addingKey, keepingKey, removingKey }) {
              const own = account.walletAddress as Hex
              if (call.kind === 'add-key') return addingKey(own, call.key as Hex)
              return (call.kind === 'remove-key' ? removingKey : keepingKey)(own, call.keyId as Hex)
            },
          },
          { fee, sender, hasHappened: (signal) => hasChanged(pending, signal) },
          attempt,
        )
      } catch (error) {
        if (unavailableText(error) !== null) setUnavailable(true)
        throw error
      }
    })
  }
  return { ...payment, change, isUnavailable }
}
