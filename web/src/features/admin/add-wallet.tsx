import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { request } from '#lib/api'
import { freshly } from '#lib/freshly'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import { AddressField, useAddressField } from './address-field.tsx'
import styles from './admin.module.css'
import { errorTexts } from './error-texts.ts'

const NOTE_MAX_LENGTH = 200

/** Returns the body of the call. A blank note is omitted. */
export function entryOf(walletAddress: string, typedNote: string): { walletAddress: string; note?: string } {
  const note = typedNote.trim()
  return note === '' ? { walletAddress } : { walletAddress, note }
}

/** The fields of a wallet to add. They are emptied once it was added, except for what was typed meanwhile. */
export function useAddWallet() {
  const client = useQueryClient()
  const wallet = useAddressField()
  const [note, setNote] = useState('')
  const add = useWrite({
    send: (typed: { address: string; note: string }) =>
      freshly(() => request('POST /api/whitelist', { body: entryOf(typed.address, typed.note) })),
    onSuccess: (_, sent) => {
      wallet.empty(sent.address)
      setNote((now) => (now === sent.note ? '' : now))
      toast({ title: 'Wallet added to whitelist successfully', durationMs: 3_000 })
      void client.invalidateQueries({ queryKey: ['whitelist'] })
    },
    onError: (failure) => toastFailure(failure, errorTexts.addWallet),
  })
  return {
    wallet,
    note,
    setNote,
    isPending: add.isPending,
    add: () => add.mutate({ address: wallet.address, note }),
  }
}

export function AddWallet() {
  const { wallet, note, setNote, isPending, add } = useAddWallet()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wallet.address === '' || isPending || !wallet.isValid()) return
    add()
  }
  return (
    <form aria-labelledby="add-wallet" onSubmit={submit}>
      <h2 id="add-wallet" className="h3">
        Add Wallet
      </h2>
      <div className={styles.fields}>
        <AddressField field={wallet} />
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
      <Button type="submit" disabled={wallet.address === ''} busy={isPending && 'Adding...'}>
        Add Wallet
      </Button>
    </form>
  )
}
