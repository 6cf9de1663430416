import { Link } from 'wouter'
import { errorText } from '#lib/error-text'
import { paths } from '#paths'
import { LoadFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { buttonClass } from '#ui/forms/button'
import { useBattle } from '../shared/use-battle.ts'
import { FeaturedBattle } from './featured-battle.tsx'
import { useSpotlight } from './use-spotlight.ts'

export default function Spotlight() {
  const { data, error, isPending, isFetching, refetch } = useSpotlight()
  if (isPending) return <Skeleton className="h-82" />
  if (!data)
    return <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  if (data.id === undefined) return <p className="text-ink-2">No battle is live, and none has ended yet.</p>
  return <Moving key={data.id} id={data.id} />
}

function Moving({ id }: { id: string }) {
  const { data: battle } = useBattle(id)
  if (!battle) return null
  return (
    <>
      <FeaturedBattle battle={battle} />
      <Link href={paths.battle(id)} className={buttonClass('secondary', 48, 'mt-6')}>
        {battle.status === 'active' ? 'Watch it live' : 'See how it was decided'}
      </Link>
    </>
  )
}
