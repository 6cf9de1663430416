import type { SteezeTransaction } from '@aura/api/calls/steeze'
import { shortHash } from '@aura/api/ids'
import { formatWhole } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { Link } from 'wouter'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { paths } from '#paths'
import { Badge } from '#ui/feedback/badge'
import { LoadFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import styles from './steeze.module.css'

const PURCHASES: readonly string[] = ['purchase', 'buy']

const SHOWN = 10

export function Transactions({ explorerUrl }: { explorerUrl: string | null }) {
  const { data, error, isFetching, refetch } = useQuery(read('GET /api/steeze/transactions'))
  return (
    <section className={styles.transactions} aria-labelledby="transactions">
      <div className={styles.cardHead}>
        <h2 className="h2" id="transactions">
          Recent Transactions
        </h2>
        <Link href={paths.receipts} className={styles.all}>
          All receipts
        </Link>
      </div>
      {error && !data ? (
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="mt-4 h-14" />
      ) : data.length === 0 ? (
        <p className={styles.none}>No transactions yet</p>
      ) : (
        <ol>
          {data.slice(0, SHOWN).map((transaction) => (
            <Row key={transaction.id} transaction={transaction} explorerUrl={explorerUrl} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Row({ transaction, explorerUrl }: { transaction: SteezeTransaction; explorerUrl: string | null }) {
  const { id, type, amount, createdAt, transactionHash, status } = transaction
  const times = useTimes()
  const isPurchase = PURCHASES.includes(type)
  return (
    <li className={styles.row}>
      <Link href={paths.receipt(id)} className={styles.what}>
        {isPurchase ? 'Bought' : 'Redeemed'}
      </Link>
      <span className={`num ${styles.amount}`}>
        {isPurchase ? '+' : '−'}
        {formatWhole(amount)}
      </span>
      <time dateTime={createdAt}>{times.day(createdAt)}</time>
      <span className={styles.hash}>{shortHash(transactionHash)}</span>
      <Badge tone={status === 'completed' ? 'ink' : 'neutral'}>{status}</Badge>
      {explorerUrl && (
        <a href={`${explorerUrl}/tx/${transactionHash}`} target="_blank" rel="noreferrer">
          View on Explorer
          <ArrowUpRight size={16} strokeWidth={1.75} aria-hidden="true" />
        </a>
      )}
    </li>
  )
}
