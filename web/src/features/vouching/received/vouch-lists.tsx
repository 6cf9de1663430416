import { formatWhole, usdcText } from '@aura/api/money'
import { PEOPLE_RULES } from '@aura/api/rules/people'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { PersonRing } from '#aura/person-ring.tsx'
import { useCurrentUser } from '#features/auth'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { readKey } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { buttonClass } from '#ui/forms/button'
import { Segmented } from '#ui/forms/segmented'
import { useNearView } from '#ui/layout/near'
import { Row, Rows } from '#ui/layout/rows'
import { TitledCard } from '#ui/layout/titled-card'
import { VouchWords } from './vouch-words.tsx'

type Direction = 'received' | 'given'

const DIRECTIONS: readonly { value: Direction; name: string }[] = [
  { value: 'received', name: 'Received' },
  { value: 'given', name: 'Given' },
]

export function VouchLists({ id, isMine }: { id: string; isMine: boolean }) {
  const [direction, setDirection] = useState<Direction>('received')
  const card = useRef<HTMLElement>(null)
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [...readKey('GET /api/users/:id/vouches', { id }), direction],
    queryFn: ({ signal }) => request('GET /api/users/:id/vouches', { params: { id }, query: { direction }, signal }),
    staleTime: 0,
    enabled: useNearView(card),
  })
  const times = useTimes()
  const viewer = useCurrentUser()
  return (
    <TitledCard
      ref={card}
      id="vouches"
      title="Vouches"
      control={<Segmented labelledBy="vouches" items={DIRECTIONS} value={direction} onChange={setDirection} />}
    >
      {isPending && <Skeleton className="h-14" />}
      {!isPending && !data && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <EmptyState
          picture={<EmptyVouch />}
          title={`${direction === 'received' ? 'Nobody has vouched' : isMine ? 'You haven’t vouched' : 'No vouches given'} yet`}
          action={
            isMine && (
              <Link className={buttonClass('secondary', 48)} href={paths.leaderboard}>
                Find creators
              </Link>
            )
          }
        >
          {isMine &&
            (direction === 'received'
              ? 'People who know your work vouch for you here. Vouch for somebody, and they learn your name.'
              : 'A vouch sends USDC to somebody you believe in, and AP with it.')}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Rows label={`Vouches ${direction}`}>
          {data.map(({ transactionHash, other, usdc, auraAwarded, vouchedAt, words }) => (
            <Row
              key={transactionHash + other.id}
              picture={<PersonRing person={other} size={40} />}
              title={<Link href={paths.user(other.id)}>{other.username}</Link>}
              note={
                <>
                  {times.day(vouchedAt)}
                  {words && (
                    <VouchWords
                      words={words}
                      writer={direction === 'received' ? other.username : null}
                      isMine={direction === 'received' ? other.id === viewer.id : isMine}
                    />
                  )}
                </>
              }
              action={
                <span className="num text-right font-semibold">
                  {usdcText(usdc)} USDC
                  <span className="block text-sm font-normal text-ink-2">+{formatWhole(auraAwarded)} AP</span>
                </span>
              }
            />
          ))}
        </Rows>
      )}
      {data && data.length >= PEOPLE_RULES.profileRows && (
        <p className="pt-3 text-sm text-ink-2">The newest {PEOPLE_RULES.profileRows}. Older ones aren’t listed.</p>
      )}
    </TitledCard>
  )
}

const EmptyVouch = () => (
  <svg width="240" height="96" viewBox="0 0 240 96" fill="none" stroke="currentColor" aria-hidden="true">
    <circle cx="48" cy="48" r="25" strokeWidth="1.5" />
    <circle cx="192" cy="48" r="25" strokeWidth="1.5" />
    <path d="M88 48h56" strokeDasharray="2 5" strokeLinecap="round" />
    <path d="M138 42l6 6-6 6" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
