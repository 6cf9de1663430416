import type { AccountTransfer } from '@aura/api/calls/accounts'
import { shortAddress } from '@aura/api/ids'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'wouter'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { readKey } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { ShowMore } from '#ui/layout/show-more'
import { amountText, transferText } from './transfer-text.ts'
import styles from './wallet.module.css'

interface HistoryProps {
  explorerUrl: string | null
  onLeave: () => void
}

/** What an account of passkeys sent and got, as the network records it. */
export function History({ explorerUrl, onLeave }: HistoryProps) {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery({
      queryKey: readKey('GET /api/account/transfers'),
      queryFn: ({ pageParam, signal }) =>
        request('GET /api/account/transfers', { query: pageParam === null ? {} : { before: pageParam }, signal }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      staleTime: 0,
    })
  const list = useRef<HTMLOListElement>(null)
  const transfers = data?.pages.flatMap((page) => page.transfers)
  if (!transfers) {
    if (error)
      return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
    return <Skeleton className="h-40" />
  }
  if (transfers.length === 0) {
    return <p className="text-ink-2">Nothing yet. What your wallet gets, pays and sends shows here.</p>
  }
  return (
    <section aria-label="History of your wallet">
      <ol ref={list}>
        {transfers.map((transfer) => (
          <Row key={transfer.id} transfer={transfer} explorerUrl={explorerUrl} onLeave={onLeave} />
        ))}
      </ol>
      <ShowMore
        list={list}
        label="Show older"
        hasMore={hasNextPage}
        isBusy={isFetchingNextPage}
        onMore={fetchNextPage}
        error={isFetchNextPageError ? errorText(error).description : undefined}
      />
    </section>
  )
}

function Row({ transfer, explorerUrl, onLeave }: { transfer: AccountTransfer } & HistoryProps) {
  const times = useTimes()
  const { kind, usdcMicros, address, person, transactionHash, createdAt } = transfer
  const { what, isIncoming, hasAddress } = transferText(kind)
  return (
    <li className={styles.transfer}>
      <div>
        <span>
          {what}{' '}
          {hasAddress &&
            (person ? (
              <Link href={paths.user(person.id)} onClick={onLeave}>
                {person.username}
              </Link>
            ) : (
              <span className="num" title={address}>
                {shortAddress(address)}
              </span>
            ))}
        </span>
        <span className="num font-strong">
          {isIncoming ? '+' : '−'}
          {amountText(usdcMicros)} USDC
        </span>
      </div>
      <div>
        <time className="text-sm text-ink-2" dateTime={createdAt}>
          {times.minute(createdAt)}
        </time>
        {explorerUrl && (
          <a className="text-sm" href={`${explorerUrl}/tx/${transactionHash}`} target="_blank" rel="noreferrer">
            Explorer
            <ArrowUpRight className="inline" size={14} strokeWidth={1.75} aria-hidden="true" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        )}
      </div>
    </li>
  )
}
