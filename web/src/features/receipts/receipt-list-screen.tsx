import type { ReceiptKind, ReceiptSummary } from '@aura/api/calls/receipts'
import { formatWhole, usdcText } from '@aura/api/money'
import { Download } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { errorText } from '#lib/error-text'
import { csvFile } from '#lib/share/csv-file'
import { saveFile } from '#lib/share/save-file'
import { useTimes } from '#lib/time/times'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { StatusBadge } from '#ui/feedback/status-badge'
import { toast } from '#ui/feedback/toast'
import { Button, buttonClass } from '#ui/forms/button'
import { Segmented } from '#ui/forms/segmented'
import { ShowMore } from '#ui/layout/show-more'
import { Table } from '#ui/layout/table'
import styles from './receipt-list.module.css'
import { amountOf } from './receipt-text.ts'
import { type ReceiptWords, useReceiptWords } from './receipt-words.ts'
import { receiptsCsv } from './receipts-csv.ts'
import { allReceipts, useReceipts } from './use-receipts.ts'

type Filter = ReceiptKind | 'all'

function useFilter() {
  const words = Object.entries(useReceiptWords()) as [ReceiptKind, ReceiptWords][]
  const filters: { value: Filter; name: string }[] = [
    { value: 'all', name: 'All' },
    ...words.map(([value, { name }]) => ({ value, name })),
  ]
  const [search, setSearch] = useSearchParams()
  const filter = filters.find(({ value }) => value === search.get('kind'))?.value ?? 'all'
  const setFilter = (next: Filter) => setSearch(next === 'all' ? {} : { kind: next }, { replace: true })
  return { filter, setFilter, filters }
}

export default function ReceiptListScreen() {
  const { filter, setFilter, filters } = useFilter()
  const kind = filter === 'all' ? null : filter
  const { data, receipts, error, isFetching, hasNextPage, fetchNextPage, refetch, ...next } = useReceipts(kind)
  const { isFetchingNextPage, isFetchNextPageError } = next
  const rows = useRef<HTMLTableSectionElement>(null)
  return (
    <main className={`page ${styles.screen}`}>
      <header className={styles.head}>
        <h1 className="h1">Receipts</h1>
        {receipts && receipts.length > 0 && <SaveCsv kind={kind} />}
      </header>
      <Segmented label="Filter receipts" items={filters} value={filter} onChange={setFilter} />
      {!receipts && error ? (
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      ) : !receipts ? (
        <Skeleton className="mt-6 h-40" />
      ) : receipts.length === 0 ? (
        <Nothing filter={filter} />
      ) : (
        <>
          <List receipts={receipts} rows={rows} />
          <ShowMore
            list={rows}
            label="Show older"
            hasMore={hasNextPage}
            isBusy={isFetchingNextPage}
            onMore={fetchNextPage}
            error={isFetchNextPageError ? errorText(error).description : undefined}
            end={data && data.pages.length > 1 && `That’s all ${formatWhole(receipts.length)}.`}
          />
        </>
      )}
    </main>
  )
}

interface ListProps {
  receipts: readonly ReceiptSummary[]
  rows: RefObject<HTMLTableSectionElement | null>
}

function List({ receipts, rows }: ListProps) {
  const words = useReceiptWords()
  const times = useTimes()
  return (
    <div className={styles.list}>
      <Table
        caption="Receipts, newest first"
        rows={rows}
        items={receipts}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'What',
            cell: (receipt) => (
              <span className={styles.what}>
                <Link href={paths.receipt(receipt.id)}>{words[receipt.kind].title(receipt.other?.username ?? '')}</Link>
                {receipt.status === 'confirming' && <StatusBadge status="confirming" />}
              </span>
            ),
          },
          {
            name: 'Amount',
            end: true,
            cell: (receipt) => (
              <span className={`num ${styles.amount}`}>
                {amountOf(receipt, words[receipt.kind])} <small>{receipt.steeze === null ? 'USDC' : 'Steeze'}</small>
              </span>
            ),
          },
          { name: 'Date', cell: ({ createdAt }) => <time dateTime={createdAt}>{times.minute(createdAt)}</time> },
          {
            name: 'For',
            end: true,
            cell: ({ aura, usdc }) => (
              <span className="wrap-normal">
                {aura === null ? `${usdcText(usdc)} USDC` : `${formatWhole(aura)} AP`}
              </span>
            ),
          },
        ]}
      />
    </div>
  )
}

function Nothing({ filter }: { filter: Filter }) {
  return (
    <EmptyState
      title={filter === 'all' ? 'No receipts yet' : 'No receipts of this kind'}
      action={
        filter === 'all' && (
          <Link href={paths.steeze} className={buttonClass('secondary', 48)}>
            Steeze Recharge
          </Link>
        )
      }
    >
      Every payment in USDC gets one, those you make and those you receive.
    </EmptyState>
  )
}

/** Includes receipts that are not on the page yet. */
function SaveCsv({ kind }: { kind: ReceiptKind | null }) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile(csvFile(receiptsCsv(await allReceipts(kind)), `aura-receipts${kind ? `-${kind}` : ''}.csv`))
    } catch (error) {
      toast({ ...errorText(error), kind: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="secondary" size={40} busy={isBusy && 'Collecting...'} onClick={() => void save()}>
      <Download size={18} strokeWidth={1.75} aria-hidden="true" />
      Save as CSV
    </Button>
  )
}
