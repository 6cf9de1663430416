import { WALLET_ADDRESS_PATTERN } from '@aura/api/ids'
import { type FormEvent, useState } from 'react'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import styles from './admin.module.css'
import { errorTexts } from './error-texts.ts'

export function CheckAccess() {
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string>()
  const check = useWrite({
    send: () => request('GET /api/beta-access/:walletAddress', { params: { walletAddress: address.trim() } }),
    onError: (failure) => toast({ ...errorText(failure, errorTexts.checkAccess), kind: 'destructive' }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (address.trim() === '' || check.isPending) return
    if (!WALLET_ADDRESS_PATTERN.test(address.trim())) return setError('Not a wallet address')
    check.mutate()
  }
  return (
    <form aria-labelledby="check-access" onSubmit={submit}>
      <h2 id="check-access" className="h3">
        Check Beta Access
      </h2>
      <div className={styles.line}>
        <Field
          label="Wallet address"
          placeholder="0x"
          autoComplete="off"
          spellCheck={false}
          value={address}
          onText={(text) => {
            setAddress(text)
            setError(undefined)
            check.reset()
          }}
          error={error}
        />
        <Button type="submit" kind="secondary" disabled={address.trim() === ''} busy={check.isPending && 'Checking...'}>
          Check
        </Button>
      </div>
      <p role="status" className={check.data?.hasAccess ? 'text-ok' : 'text-ink-2'}>
        {check.data && (check.data.hasAccess ? 'This wallet has beta access' : 'This wallet does not have beta access')}
      </p>
    </form>
  )
}
