import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ErrorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { Notice } from '#ui/feedback/notice'
import { Checkbox } from '#ui/forms/check'
import { FormerPasskeys } from './former-passkeys.tsx'

const FRESH_MS = 60_000

export interface Fee {
  /** Whether Aura hands the payment in. */
  isRelayed: boolean
  isLoading: boolean
  isOn: boolean
  choose: (isRelayed: boolean) => void
  /** Why the last payment was left to the wallet. */
  fallback: string | null
  onFallback: (why: string | null) => void
}

/** Follows who pays the network's fee: Aura, as long as it can and the person doesn't choose otherwise. */
export function useFee(): Fee {
  const { data, isLoading } = useQuery({ ...read('GET /api/relay'), staleTime: FRESH_MS })
  const [isOwn, setOwn] = useState(false)
  const [fallback, onFallback] = useState<string | null>(null)
  const isOn = data?.isOn ?? false
  return { isOn, isLoading, isRelayed: isOn && !isOwn, choose: (is) => setOwn(!is), fallback, onFallback }
}

/** An account of passkeys has no other way to pay. */
export const CLOSED: ErrorText = {
  title: 'Payments are closed',
  description: 'Aura can’t hand payments in right now. Your USDC stays in your wallet. Try again later.',
}

/** A form may have scrolled on. */
const show = (text: HTMLElement | null) => text?.scrollIntoView({ block: 'nearest' })

const NO_ETH_NEEDED = 'No ETH needed: Aura hands it in'

interface FeeNoteProps {
  fee: Fee
  isPasskey: boolean
  /** Whether nothing has to be signed, because Aura signs. */
  isUnsigned?: boolean
  disabled: boolean
}

/** Says who hands a payment in, lets an ordinary wallet do it itself, and says why it has to. */
export function FeeNote({ fee, isPasskey, isUnsigned = false, disabled }: FeeNoteProps) {
  if (fee.isLoading) return null
  return (
    <div className="my-4 grid gap-2" data-fee>
      {isPasskey && <FormerPasskeys />}
      {isPasskey ? (
        fee.isOn ? (
          <p className="text-sm text-ink-2">
            {NO_ETH_NEEDED}. {isUnsigned ? '' : 'Your passkey signs it.'}
          </p>
        ) : (
          <Notice tone="warn" title={CLOSED.title}>
            {CLOSED.description}
          </Notice>
        )
      ) : fee.isOn ? (
        <Checkbox
          label={NO_ETH_NEEDED}
          note={isUnsigned ? 'Your wallet isn’t asked.' : 'You sign once and pay no network fee.'}
          checked={fee.isRelayed}
          onChange={(is) => {
            fee.choose(is)
            fee.onFallback(null)
          }}
          disabled={disabled}
        />
      ) : (
        <p className="text-sm text-ink-2">Aura doesn’t pay network fees here. Your wallet sends this.</p>
      )}
      <p
        ref={fee.fallback === null ? null : show}
        role="status"
        className={fee.fallback === null ? 'sr-only' : 'text-sm text-warn'}
      >
        {fee.fallback}
      </p>
    </div>
  )
}
