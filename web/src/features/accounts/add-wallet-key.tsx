import { shortAddress } from '@aura/api/ids'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { read } from '#lib/query-client'
import { recipientProblem } from '#payments/recipient.ts'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import styles from './keys.module.css'
import type { KeyChange } from './use-key-change.ts'

interface AddWalletKeyProps {
  account: string
  known: readonly (string | null)[]
  onAsk: (change: KeyChange) => void
  onClose: () => void
}

/** Takes the address of an ordinary wallet that is to be a key. */
export function AddWalletKey({ account, known, onAsk, onClose }: AddWalletKeyProps) {
  const vouch = useQuery(read('GET /api/vouch/contract-info')).data
  const steeze = useQuery(read('GET /api/steeze/purchase')).data
  const relay = useQuery(read('GET /api/relay')).data
  const [text, setText] = useState('')
  const [asked, setAsked] = useState(false)
  const contracts = [vouch?.contractAddress, vouch?.usdcAddress, steeze?.contractAddress, relay?.accountFactory]
  const address = text.trim()
  const problem = known.some((each) => each?.toLowerCase() === address.toLowerCase())
    ? 'This wallet is a key already.'
    : recipientProblem(text, { own: account, contracts: contracts.map((each) => each ?? null), use: 'key' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
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
        <Button type="submit" size={40}>
          Continue
        </Button>
        <Button kind="secondary" size={40} onClick={onClose}>
          Cancel
        </Button>
      </span>
    </form>
  )
}
