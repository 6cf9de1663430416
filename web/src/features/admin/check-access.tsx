import type { FormEvent } from 'react'
import { request } from '#lib/api'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { Button } from '#ui/forms/button'
import { AddressField, useAddressField } from './address-field.tsx'
import styles from './admin.module.css'
import { errorTexts } from './error-texts.ts'

export function CheckAccess() {
  const wallet = useAddressField()
  const check = useWrite({
    send: () => request('GET /api/beta-access/:walletAddress', { params: { walletAddress: wallet.address } }),
    onError: (failure) => toastFailure(failure, errorTexts.checkAccess),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wallet.address === '' || check.isPending || !wallet.isValid()) return
    check.mutate()
  }
  return (
    <form aria-labelledby="check-access" onSubmit={submit}>
      <h2 id="check-access" className="h3">
        Check Beta Access
      </h2>
      <div className={styles.line}>
        <AddressField field={wallet} onText={check.reset} />
        <Button type="submit" kind="secondary" disabled={wallet.address === ''} busy={check.isPending && 'Checking...'}>
          Check
        </Button>
      </div>
      <p role="status" className={check.data?.hasAccess ? 'text-ok' : 'text-ink-2'}>
        {check.data && (check.data.hasAccess ? 'This wallet has beta access' : 'This wallet does not have beta access')}
      </p>
    </form>
  )
}
