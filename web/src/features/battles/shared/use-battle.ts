import { isUpcoming } from '@aura/api/battle-statuses'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive, usePollingMs } from '#lib/live/use-live'
import { serverNow } from '#lib/time/server-clock'
import { battleRead, refetchBattles } from './battle-reads.ts'
import type { BattleDetail } from './battle-view.ts'

export const POLL_MS = 5_000
/** When a moment has come here and the server has not said so, it is asked again after this time. */
const AGAIN_MS = 1_000

/**
 * One battle, kept fresh by the live stream or else by asking, and asked for again at the moment in which its status
 * changes.
 */
export function useBattle(id: string) {
  useLive(`battle:${id}`)
  const query = useQuery({ ...battleRead(id), refetchInterval: usePollingMs(POLL_MS) })
  const { data: battle } = query
  useRefetchAtTurn(battle)
  useRefetchAfterTurn(battle)
  return query
}

/** The moment in which the server changes a battle's status, if there is one to come. */
function turnOf({ status, battleStartsAt, endsAt }: BattleDetail): number | null {
  if (status === 'active') return Date.parse(endsAt)
  return isUpcoming(status) ? Date.parse(battleStartsAt) : null
}

function useRefetchAtTurn(battle: BattleDetail | undefined): void {
  const client = useQueryClient()
  const turnMs = battle ? turnOf(battle) : null
  const key = battle && `${battle.id} ${battle.status}`
  const ask = useRef(() => {})
  ask.current = () => void refetchBattles(client)
  useEffect(() => {
    if (turnMs === null || key === undefined) return
    let timer: ReturnType<typeof setTimeout>
    const wait = (ms: number) => {
      // Longer than a timer can wait: then in several goes.
      timer = setTimeout(check, Math.min(ms, 3_600_000))
    }
    const check = () => {
      const leftMs = turnMs - serverNow()
      if (leftMs > 0) return wait(leftMs)
      ask.current()
      wait(AGAIN_MS)
    }
    check()
    return () => clearTimeout(timer)
  }, [turnMs, key])
}

/** A live state tells the new status, but not what the viewer may do in it: that is asked for. */
function useRefetchAfterTurn(battle: BattleDetail | undefined): void {
  const client = useQueryClient()
  const known = useRef(battle)
  useEffect(() => {
    const before = known.current
    known.current = battle
    const turned = before && battle && before.id === battle.id && before.status !== battle.status
    if (turned && before.can === battle.can) void refetchBattles(client)
  }, [battle, client])
}
