import { useState } from 'react'
import { serverNow } from '#lib/time/server-clock'
import type { BattleDetail } from '../../shared/battle-view.ts'

/** Settling takes a moment, but a page that wakes from sleep learns of an end much later. */
const NEWS_MS = 30_000

/** Returns whether the battle ended while the page was open. An active battle counts only as a fresh state. */
export function useJustEnded(battle: Pick<BattleDetail, 'status' | 'endsAt'> | undefined, isFresh: boolean): boolean {
  const [wasActive, setWasActive] = useState(false)
  const [justEnded, setJustEnded] = useState<boolean>()
  if (battle?.status === 'active' && isFresh && !wasActive) setWasActive(true)
  if (battle?.status === 'completed' && wasActive && justEnded === undefined) {
    setJustEnded(serverNow() - Date.parse(battle.endsAt) < NEWS_MS)
  }
  return justEnded ?? false
}
