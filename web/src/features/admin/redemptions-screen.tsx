import type { ReviewedRedemption } from '@aura/api/calls/moderation/redemption-desk'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'
import { AdminFrame } from './admin-frame.tsx'
import { Proposals } from './proposals.tsx'
import { RedemptionRow } from './redemption-row.tsx'

const redemptions = read('GET /api/admin/redemptions')

export default function RedemptionsScreen() {
  const { data, error, isFetching, refetch } = useQuery({ ...redemptions, staleTime: 0 })
  return (
    <AdminFrame title="Redemptions">
      <Proposals />
      {data && (
        <>
          <Rows title="Waiting" name="Waiting redemptions" rows={data.waiting} />
          {data.waiting.length === 0 && (
            <EmptyState title="No redemptions waiting">
              Those above the limit, or with gifts from a related account, wait here for a decision.
            </EmptyState>
          )}
          {data.decided.length > 0 && <Rows title="Decided" name="Decided redemptions" rows={data.decided} />}
        </>
      )}
      {error && !data && (
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!(data || error) && (
        <p className="py-8 text-ink-2" role="status">
          Loading redemptions...
        </p>
      )}
    </AdminFrame>
  )
}

function Rows({ title, name, rows }: { title: string; name: string; rows: readonly ReviewedRedemption[] }) {
  return (
    <>
      <h2 className="mt-6 mb-2 font-strong">{title}</h2>
      {rows.length > 0 && (
        <ul className="divide-y divide-line" aria-label={name}>
          {rows.map((redemption) => (
            <RedemptionRow key={redemption.id} redemption={redemption} />
          ))}
        </ul>
      )}
    </>
  )
}
