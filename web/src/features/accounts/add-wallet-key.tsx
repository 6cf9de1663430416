import { shortAddress } from '@aura/api/ids'
import { type FormEvent, useState } from 'react'
import { recipientProblem } from '#payments/recipient.ts'
import { useOwnContracts } from '#payments/use-own-contracts.ts'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import styles from './keys.module.css'
import type { KeyChange } from './use-key-change.ts'

interface AddWalletKeyProps {
  account: string
  known: readonly (string | null)[]
  /** Whether keys can't be changed now. */
  isBusy: boolean
  onAsk: (change: KeyChange) => void
  onClose: () => void
}

/** Takes the address of an ordinary wallet that is to be a key. */
export function AddWalletKey({ account, known, isBusy, onAsk, onClose }: AddWalletKeyProps) {
  const contracts = useOwnContracts()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState(false)
  const address = text.trim()
  const problem = known.some((each) => each?.toLowerCase() === address.toLowerCase())
    ? 'This wallet is a key already.'
    : recipientProblem(text, { own: account, contracts, use: 'key' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setAsked(true)
    if (problem === null) onAsk({ kind: 'add-key', key: address, name: `Wallet ${shortAddress(address)}` })
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      aria-label="Add a wallet as a key"
    >
      <Field
        label="Address of the wallet"
        value={text}
        onText={(next) => {
          setText(next)
          setAsked(false)
        }}
        placeholder="0x..."
        autoComplete="off"
        spellCheck={false}
        autoFocus
        error={asked ? (problem ?? undefined) : undefined}
        hint="A wallet whose seed phrase or device only you have. It can move everything your wallet holds."
      />
      <span className="flex gap-2">
        <Button type="submit" size={40} disabled={isBusy}>
          Continue
        </Button>
        <Button kind="secondary" size={40} onClick={onClose}>
          Cancel
        </Button>
      </span>
    </form>
  )
}
