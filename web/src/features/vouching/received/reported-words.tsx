import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ReportedLine } from '#features/admin'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'

const reported = read('GET /api/admin/vouch-words')

/** The lines beside vouches that were reported, the longest waiting first. */
export default function ReportedWords() {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery({ ...reported, staleTime: 0 })
  const settled = () => client.invalidateQueries(reported)
  return (
    <>
      <h2 className="mt-8 mb-2 font-strong">Words beside vouches</h2>
      {data && data.length > 0 && (
        <ul className="divide-y divide-line" aria-label="Reported words">
          {data.map(({ id, target, ...line }) => (
            <ReportedLine
              key={id}
              {...line}
              name="line"
              place={{ path: paths.user(target.id), name: `Vouch for ${target.username}` }}
              keep={() => request('POST /api/admin/vouch-words/:id/keep', { params: { id } })}
              remove={(reason) =>
                request('POST /api/admin/vouch-words/:id/remove', { params: { id }, body: { reason } })
              }
              onSettled={settled}
            />
          ))}
        </ul>
      )}
      {data?.length === 0 && (
        <EmptyState title="No reported words">Reports from profiles wait here for a decision.</EmptyState>
      )}
      {error && !data && (
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!(data || error) && (
        <p className="py-8 text-ink-2" role="status">
          Loading reports...
        </p>
      )}
    </>
  )
}
