import { useQuery } from '@tanstack/react-query'
import { errorText } from '#lib/error-text'
import { Notice } from '#ui/feedback/notice'
import { Button } from '#ui/forms/button'
import { errorTexts } from '../shared/error-texts.ts'
import styles from './receipt.module.css'

/** A forged receipt can have a fault for each gift. */
const MAX_FAULTS = 10

/** Recomputes the receipt in the browser, on a press. Offers nothing where the browser computes no hashes. */
export function ReceiptCheck({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['receipt-check', id],
    queryFn: async ({ signal }) => (await import('./check-receipt.ts')).checkReceipt(id, signal),
    enabled: false,
  })
  // Browsers have it on pages that came over https or from this machine.
  if (!globalThis.crypto?.subtle) return null
  const isDone = !isFetching && (data ?? error) !== null
  return (
    <div>
      <Button kind="secondary" busy={isFetching && 'Checking...'} onClick={() => void refetch()}>
        {isDone ? 'Check again' : 'Check it here'}
      </Button>
      <div role="status" className={styles.checked}>
        {isFetching ? null : error ? (
          <Notice tone="warn" title="Not checked">
            {errorText(error, errorTexts.checkReceipt).description}
          </Notice>
        ) : (
          data && <Outcome faults={data.faults} checked={data.checked} />
        )}
      </div>
    </div>
  )
}

export function Outcome({ faults, checked }: { faults: readonly string[]; checked: readonly string[] }) {
  const holds = faults.length === 0
  const shown = holds ? checked : faults.slice(0, MAX_FAULTS)
  return (
    <Notice tone={holds ? 'ok' : 'danger'} title={holds ? 'The receipt holds' : 'The receipt doesn’t hold'}>
      <ul>
        {shown.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {shown.length < faults.length && <li>And {faults.length - shown.length} more.</li>}
      </ul>
    </Notice>
  )
}
