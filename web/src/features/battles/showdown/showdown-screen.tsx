import { isStarted } from '@aura/api/battle-statuses'
import { Suspense, useEffect } from 'react'
import { useAuth } from '#features/auth'
import { request } from '#lib/api'
import { errorCode } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { JUST_READ_MS } from '#lib/query-client'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { lazyPart } from '#ui/layout/lazy-part'
import { BattleNotFound } from '../shared/battle-not-found.tsx'
import { useBattle } from '../shared/use-battle.ts'
import { useBattleId } from '../shared/use-battle-id.ts'
import { useIsFresh } from '../shared/use-is-fresh.ts'
import { useJustEnded } from './end/use-just-ended.ts'
import { keepPresence } from './presence.ts'
import { StartedBattle } from './started-battle.tsx'
import { UpcomingBattle } from './upcoming-battle.tsx'

const RoundsScreen = lazyPart(() => import('../rounds/rounds-stage.tsx'), { name: 'The battle' })

export default function ShowdownScreen() {
  const id = useBattleId()
  return <Showdown key={id} id={id} />
}

function usePresence(battleId: string, isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return
    return keepPresence((what) => request(`POST /api/battles/:id/${what}`, { params: { id: battleId } }))
  }, [battleId, isSignedIn])
}

function Showdown({ id }: { id: string }) {
  const auth = useAuth()
  const user = auth.state === 'authenticated' ? auth.user : null
  const query = useBattle(id, { staleTime: JUST_READ_MS })
  const { data: battle, dataUpdatedAt, error, isPending, isFetching, refetch } = query
  const isFresh = useIsFresh(dataUpdatedAt)
  const justEnded = useJustEnded(battle, isFresh)
  usePresence(id, user !== null && battle !== undefined)
  if (isPending) return <TickLoader text="Loading battle..." />
  if (!battle) {
    if (['BATTLE_NOT_FOUND', 'INVALID_REQUEST'].includes(errorCode(error))) return <BattleNotFound />
    return (
      <main className="page">
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      </main>
    )
  }
  if (!isStarted(battle.status)) return <UpcomingBattle battle={battle} viewer={user} />
  if (battle.decidedBy === 'knowledge') {
    return (
      <Suspense fallback={<TickLoader text="Loading rounds..." />}>
        <RoundsScreen battle={battle} viewer={user} justEnded={justEnded} />
      </Suspense>
    )
  }
  return <StartedBattle battle={battle} viewer={user} isFresh={isFresh} justEnded={justEnded} />
}
