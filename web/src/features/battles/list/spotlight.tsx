import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { errorText } from '#lib/error-text'
import { paths } from '#paths'
import { LoadFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { buttonClass } from '#ui/forms/button'
import { battleRead } from '../shared/battle-reads.ts'
import type { BattleDetail } from '../shared/battle-view.ts'
import { useBattle } from '../shared/use-battle.ts'
import { FeaturedBattle } from './featured-battle.tsx'
import { useSpotlight } from './use-spotlight.ts'

/** For visitors, whose permissions the battle carries. */
export default function Spotlight() {
  const { data, error, isPending, isFetching, refetch } = useSpotlight()
  if (isPending) return <Skeleton className="h-82" />
  if (!data)
    return <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data.battle) return <p className="text-ink-2">No battle is live, and none has ended yet.</p>
  return <Moving key={data.battle.id} known={data.battle} />
}

function Moving({ known }: { known: BattleDetail }) {
  const client = useQueryClient()
  // Read already, so the page doesn't ask again.
  useState(() => client.setQueryData<BattleDetail>(battleRead(known.id).queryKey, (newer) => newer ?? known))
  const { data: battle = known } = useBattle(known.id)
  return (
    <>
      <FeaturedBattle battle={battle} />
      <Link href={paths.battle(battle.id)} className={buttonClass('secondary', 48, 'mt-6')}>
        {battle.status === 'active' ? 'Watch it live' : 'See how it was decided'}
      </Link>
    </>
  )
}
