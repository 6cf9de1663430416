import type { BattleOfUser } from '@aura/api/calls/people'
import { formatWhole } from '@aura/api/money'
import { PEOPLE_RULES } from '@aura/api/rules/people'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { EmptyDuel } from '#aura/empty-duel.tsx'
import { PersonRing } from '#aura/person-ring.tsx'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { Badge, type BadgeTone } from '#ui/feedback/badge'
import { EmptyState } from '#ui/feedback/empty-state'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { buttonClass } from '#ui/forms/button'
import { useNearView } from '#ui/layout/near'
import { Row, Rows } from '#ui/layout/rows'
import { TitledCard } from '#ui/layout/titled-card'
import { scoreText } from './profile-text.ts'

const TONES: Record<string, { text: string; tone: BadgeTone }> = {
  won: { text: 'Won', tone: 'ok' },
  lost: { text: 'Lost', tone: 'neutral' },
  draw: { text: 'Draw', tone: 'neutral' },
  active: { text: 'Live', tone: 'danger' },
  accepted: { text: 'Upcoming', tone: 'strong' },
  cancellation_requested: { text: 'Upcoming', tone: 'strong' },
}

export function BattleList({ id, name, isMine }: { id: string; name: string; isMine: boolean }) {
  const card = useRef<HTMLElement>(null)
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...read('GET /api/users/:id/battles', { id }),
    staleTime: 0,
    enabled: useNearView(card),
  })
  return (
    <TitledCard ref={card} id="battles" title="Battles">
      {isPending && <Skeleton className="h-14" />}
      {!isPending && !data && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <EmptyState
          picture={<EmptyDuel />}
          title={isMine ? 'No battles yet' : `${name} hasn’t battled yet`}
          action={
            isMine && (
              <Link className={buttonClass('secondary', 48)} href={paths.battles}>
                Enter Battle
              </Link>
            )
          }
        >
          {isMine && 'Challenge somebody, or accept an open challenge.'}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Rows label="Battles">
          {data.map((battle) => (
            <BattleRow key={battle.id} battle={battle} />
          ))}
        </Rows>
      )}
      {data && data.length >= PEOPLE_RULES.profileRows && (
        <p className="pt-3 text-sm text-ink-2">The newest {PEOPLE_RULES.profileRows}. Older ones aren’t listed.</p>
      )}
    </TitledCard>
  )
}

function BattleRow({ battle }: { battle: BattleOfUser }) {
  const { opponent, title, id, stake, status, result } = battle
  const { text, tone } = TONES[result ?? status] ?? { text: status, tone: 'neutral' as const }
  return (
    <Row
      picture={<PersonRing person={opponent} size={40} />}
      title={
        <>
          <Link className="underline-offset-4 hover:underline" href={paths.battle(id)}>
            {title ?? `Battle #${id.slice(0, 8)}`}
          </Link>{' '}
          <span className="font-normal text-ink-2">
            against{' '}
            <Link className="underline-offset-4 hover:underline" href={paths.user(opponent.id)}>
              {opponent.username}
            </Link>
          </span>
        </>
      }
      note={`${scoreText(battle)}, ${formatWhole(stake)} AP at stake`}
      action={<Badge tone={tone}>{text}</Badge>}
    />
  )
}
