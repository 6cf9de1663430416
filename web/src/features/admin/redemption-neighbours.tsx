import type { Neighbour } from '@aura/api/calls/moderation'
import { formatWhole } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'

const REASONS: Record<Neighbour['reasons'][number]['kind'], string> = {
  device: 'same device',
  address: 'same address',
  funder: 'same payer',
  wallet: 'same wallet',
  predecessor: 'same deleted account',
}

/** What accounts around a person have in common with theirs. The admin log keeps who read it. */
export function RedemptionNeighbours({ id, username }: { id: string; username: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...read('GET /api/admin/redemptions/:id', { id }),
    refetchOnWindowFocus: false,
  })
  if (error && !data)
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <p className="text-ink-2" role="status">
        Loading related accounts...
      </p>
    )
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-ink-2">Redeemed in the day before: {formatWhole(data.redeemed)} Steeze.</p>
      {data.neighbours.length === 0 && <p>No account has anything in common with this one.</p>}
      <ul className="grid gap-2" aria-label={`Accounts around ${username}`}>
        {data.neighbours.map((neighbour) => (
          <NeighbourRow key={neighbour.person.id} neighbour={neighbour} />
        ))}
      </ul>
    </div>
  )
}

function NeighbourRow({ neighbour: { person, score, reasons, isRelated, gifted } }: { neighbour: Neighbour }) {
  const named = reasons.map(
    ({ kind, points, accounts }) =>
      `${REASONS[kind]} ${points}${accounts === null ? '' : ` (${formatWhole(accounts)} accounts)`}`,
  )
  return (
    <li>
      <Link href={paths.profileOf(person.id)} className="font-strong underline-offset-4 hover:underline">
        {person.username}
      </Link>
      : score {score}, {isRelated ? 'related' : 'not related'}. {named.join(', ')}. Gifted {formatWhole(gifted)} Steeze.
    </li>
  )
}
