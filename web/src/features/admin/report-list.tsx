import type { ReactNode } from 'react'
import { errorText } from '#lib/error-text'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'

interface ReportListProps<T> {
  query: { data: readonly T[] | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** Noun for the reported things within a sentence: "people". */
  of: string
  from: 'profiles' | 'battles and profiles' | 'related people' | 'people with less Trust'
  children: (reported: T) => ReactNode
}

export function ReportList<T>({ query, of, from, children }: ReportListProps<T>) {
  const { data, error, isFetching, refetch } = query
  const isOfAppeals = of === 'relations' || of === 'Trust'
  if (!data && error)
    return <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <p className="py-8 text-ink-2" role="status">
        Loading reports...
      </p>
    )
  if (data.length === 0)
    return (
      <EmptyState compact title={isOfAppeals ? 'No appeals' : `No reported ${of}`}>
        {isOfAppeals ? 'Appeals of' : 'Reports from'} {from} wait here for a decision.
      </EmptyState>
    )
  return (
    <ul className="divide-y divide-line" aria-label={isOfAppeals ? `Appeals about ${of}` : `Reported ${of}`}>
      {data.map(children)}
    </ul>
  )
}
