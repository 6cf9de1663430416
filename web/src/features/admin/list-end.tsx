import type { ReactNode } from 'react'
import { errorText, type FailureText } from '#lib/error-text'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'
import { Button } from '#ui/forms/button'

interface ListEndProps {
  query: {
    items: readonly unknown[] | undefined
    error: unknown
    isFetching: boolean
    isFetchingNextPage: boolean
    hasNextPage: boolean
    refetch: () => unknown
    fetchNextPage: () => unknown
  }
  failure?: FailureText
  loading: string
  empty: { title: string; text?: ReactNode }
}

export function ListEnd({ query, failure, loading, empty }: ListEndProps) {
  const { items, error, isFetching, isFetchingNextPage, hasNextPage, refetch, fetchNextPage } = query
  if (error)
    return (
      <LoadFailed text={errorText(error, failure).description} isBusy={isFetching} onRetry={() => void refetch()} />
    )
  if (!items)
    return (
      <p className="py-8 text-ink-2" role="status">
        {loading}
      </p>
    )
  if (items.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>
  if (!hasNextPage) return null
  return (
    <div className="pt-5">
      <Button kind="secondary" busy={isFetchingNextPage && 'Loading...'} onClick={() => void fetchNextPage()}>
        Show more
      </Button>
    </div>
  )
}
