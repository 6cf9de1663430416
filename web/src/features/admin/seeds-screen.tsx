import type { SeedReach } from '@aura/api/calls/standing'
import { formatWhole } from '@aura/api/money'
import { TRUST_RULES } from '@aura/api/rules/trust'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { Table } from '#ui/layout/table'
import { AdminFrame } from './admin-frame.tsx'

export default function SeedsScreen() {
  const { data, error, isFetching, refetch } = useQuery({ ...read('GET /api/admin/seeds'), staleTime: 0 })
  if (!data && !error) return <TickLoader text="Calculating..." />
  return (
    <AdminFrame title="Seeds">
      {!data && error && (
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <EmptyState title="No seeds">No one has Trust until the operator names wallets in TRUST_SEEDS.</EmptyState>
      )}
      {data && data.length > 0 && <Seeds seeds={data} />}
    </AdminFrame>
  )
}

const Seeds = ({ seeds }: { seeds: readonly SeedReach[] }) => (
  <>
    <p className="my-4 max-w-2xl text-ink-2">
      The Trust that comes from each seed today, before the cut for a single seed, and what its places will add as they
      ripen over {TRUST_RULES.ripenDays} days. “If it goes” is how many people would have less Trust without this seed,
      and how much less in all.
    </p>
    <Table
      caption="Seeds"
      flow
      items={seeds}
      keyOf={({ seed }) => seed.id}
      columns={[
        {
          name: 'Seed',
          cell: ({ seed }) => (
            <Link href={paths.profileOf(seed.id)} className="wrap-anywhere underline underline-offset-4">
              {seed.username}
            </Link>
          ),
        },
        { name: 'Reaches', cell: ({ people, points }) => <Amount people={people} points={points} />, end: true },
        {
          name: 'Ripening',
          cell: ({ ripening }) => (
            <>
              <span className="num">{formatWhole(ripening)}</span> Trust
              <span className="text-ink-2 md:hidden"> ripening</span>
            </>
          ),
          end: true,
        },
        {
          name: 'If it goes',
          cell: ({ loss }) => (
            <>
              <span className="text-ink-2 md:hidden">If it goes: </span>
              <Amount people={loss.people} points={loss.points} sign="−" />
            </>
          ),
          end: true,
        },
      ]}
    />
  </>
)

const Amount = ({ people, points, sign = '' }: { people: number; points: number; sign?: string }) => (
  <>
    <span className="num">{formatWhole(people)}</span> {people === 1 ? 'person' : 'people'},{' '}
    <span className="num">
      {sign}
      {formatWhole(points)}
    </span>{' '}
    Trust
  </>
)
