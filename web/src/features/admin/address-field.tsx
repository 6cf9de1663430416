import { WALLET_ADDRESS_PATTERN } from '@aura/api/ids'
import { useState } from 'react'
import { Field } from '#ui/forms/field'

/** State of an input for a wallet address. `isValid` shows the error if it isn't one; `empty` removes that address. */
export function useAddressField() {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const address = text.trim()
  const set = (next: string) => {
    setText(next)
    setError(undefined)
  }
  const empty = (its: string) => setText((now) => (now.trim() === its ? '' : now))
  const isValid = () => {
    const valid = WALLET_ADDRESS_PATTERN.test(address)
    if (!valid) setError('Not a wallet address')
    return valid
  }
  return { text, address, error, set, empty, isValid }
}

interface AddressFieldProps {
  field: ReturnType<typeof useAddressField>
  onText?: () => void
}

export function AddressField({ field, onText }: AddressFieldProps) {
  return (
    <Field
      label="Wallet address"
      placeholder="0x"
      autoComplete="off"
      spellCheck={false}
      value={field.text}
      onText={(text) => {
        field.set(text)
        onText?.()
      }}
      error={field.error}
    />
  )
}
