import { isUpcoming } from '@aura/api/battle-statuses'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { untilRead } from '#lib/live/until-read'
import { useLive, usePollingMs } from '#lib/live/use-live'
import { serverNow } from '#lib/time/server-clock'
import { battleRead, refetchBattles } from './battle-reads.ts'
import type { BattleDetail } from './battle-view.ts'

export const POLL_MS = 5_000
/** Refetch interval if a transition is due here but not yet on the server. */
const AGAIN_MS = 1_000

/**
 * Keeps a battle fresh through the live stream or polling, and refetches when its status is due to change. A cached
 * battle older than `staleTime` is refetched on arrival; by default the live stream updates it.
 */
export function useBattle(id: string, { staleTime = Number.POSITIVE_INFINITY } = {}) {
  useLive(`battle:${id}`)
  const query = useQuery({ ...battleRead(id), staleTime, refetchInterval: untilRead(POLL_MS, usePollingMs(POLL_MS)) })
  const { data: battle } = query
  useRefetchAtTurn(battle)
  useRefetchAfterTurn(battle)
  useRefetchWhenReopened(battle)
  return query
}

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
      // Timers have a maximum, so wait in steps.
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

/** A live state has the new status but not the viewer's permissions, so these are refetched. */
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

/**
 * Refetches a battle whose end moved after the page read it as closed, because the live state carries the new end
 * alone. Reads once for each end, since this clock may be behind.
 */
function useRefetchWhenReopened(battle: BattleDetail | undefined): void {
  const client = useQueryClient()
  const asked = useRef<string>(undefined)
  useEffect(() => {
    if (battle?.status !== 'active' || battle.can.gift.reason !== 'BATTLE_ENDED') return
    if (asked.current === battle.endsAt || serverNow() >= Date.parse(battle.endsAt)) return
    asked.current = battle.endsAt
    void refetchBattles(client)
  }, [battle, client])
}
