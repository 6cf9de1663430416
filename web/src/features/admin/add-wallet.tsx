import { WALLET_ADDRESS_PATTERN } from '@aura/api/ids'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { freshly } from '#features/auth'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import styles from './admin.module.css'
import { errorTexts } from './error-texts.ts'

const NOTE_MAX_LENGTH = 200

export function AddWallet() {
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const add = useWrite({
    send: () =>
      freshly(() =>
        request('POST /api/whitelist', { body: { walletAddress: address.trim(), note: note.trim() || null } }),
      ),
    onSuccess: () => {
      setAddress('')
      setNote('')
      toast({ title: 'Wallet added to whitelist successfully', durationMs: 3_000 })
      void client.invalidateQueries({ queryKey: ['whitelist'] })
    },
    onError: (failure) => toast({ ...errorText(failure, errorTexts.addWallet), kind: 'destructive' }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (address.trim() === '' || add.isPending) return
    if (!WALLET_ADDRESS_PATTERN.test(address.trim())) return setError('Not a wallet address')
    add.mutate()
  }
  return (
    <form aria-labelledby="add-wallet" onSubmit={submit}>
      <h2 id="add-wallet" className="h3">
        Add Wallet
      </h2>
      <div className={styles.fields}>
        <Field
          label="Wallet address"
          placeholder="0x"
          autoComplete="off"
          spellCheck={false}
          value={address}
          onText={(text) => {
            setAddress(text)
            setError(undefined)
          }}
          error={error}
        />
        <Field
          label="Note"
          optional
          placeholder="Who is this"
          autoComplete="off"
          maxLength={NOTE_MAX_LENGTH}
          value={note}
          onText={setNote}
        />
      </div>
      <Button type="submit" disabled={address.trim() === ''} busy={add.isPending && 'Adding...'}>
        Add Wallet
      </Button>
    </form>
  )
}
