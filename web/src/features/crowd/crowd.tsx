import { isCancelled, isUpcoming } from '@aura/api/battle-statuses'
import { CROWD_RULES } from '@aura/api/rules/crowd'
import { useQuery } from '@tanstack/react-query'
import type { BesideBattleProps } from '#features/battles'
import { read } from '#lib/query-client'
import { useServerNow } from '#lib/time/server-clock'
import { Near } from '#ui/layout/near'
import { ChatsBefore } from './cheers/chats.tsx'
import { CheerMeter } from './cheers/cheer-meter.tsx'
import { isLaneFolded } from './comments/folded.ts'
import lane from './comments/lane.module.css'
import { Lane } from './comments/lane.tsx'

const OPEN_MS = CROWD_RULES.commentsOpenMinutes * 60_000

/** Comments of a battle's viewers. Renders nothing long before the start, and after an end without comments. */
export default function Crowd(props: BesideBattleProps) {
  const { battle } = props
  const nowMs = useServerNow(30_000)
  const isWaiting = isUpcoming(battle.status)
  if (battle.status === 'pending' || isNeverStarted(battle)) return null
  if (isWaiting && Date.parse(battle.battleStartsAt) - nowMs > OPEN_MS) return null
  return (
    <>
      {/* Rounds have no faces to tap: their crowd answers along. */}
      {!battle.rounds && (isWaiting ? <ChatsBefore {...props} /> : <CheerMeter {...props} />)}
      {isWaiting || battle.status === 'active' ? (
        <Near className={isLaneFolded() ? undefined : lane.reserved}>
          <Lane {...props} isOpen />
        </Near>
      ) : (
        <Near>
          <Past {...props} />
        </Near>
      )}
    </>
  )
}

function Past(props: BesideBattleProps) {
  const { data = [] } = useQuery(read('GET /api/battles/:id/comments', { id: props.battle.id }))
  return data.length > 0 && <Lane {...props} isOpen={false} />
}

/** Never accepted, so comments were never open. */
const isNeverStarted = ({ status }: BesideBattleProps['battle']) => isCancelled(status) && status !== 'cancelled'
