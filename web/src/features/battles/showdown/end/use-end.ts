import { useEffect, useState, useSyncExternalStore } from 'react'
import { onPathChange } from '#aura/canvas/rendering-path.ts'
import type { BattleDetail } from '../../shared/battle-view.ts'
import { type EndPhase, endPhase, nextPhaseMs } from './end-phase.ts'

const stillness = matchMedia('(prefers-reduced-motion: reduce)')

interface EndOptions {
  justEnded: boolean
  isPlaying: boolean
}

/** Returns the phase of a battle's end, `still` unless it has just ended, and a function that skips to that. */
export function useEnd({ winnerId }: BattleDetail, { justEnded, isPlaying }: EndOptions): [EndPhase, () => void] {
  const [passedMs, setPassedMs] = useState<number | null>(null)
  const [isSkipped, setSkipped] = useState(false)
  const isMotionReduced = useSyncExternalStore(onPathChange, () => stillness.matches)
  useEffect(() => {
    if (!justEnded) return
    const startedMs = performance.now()
    let timer: ReturnType<typeof setTimeout>
    const step = (reachedMs: number) => {
      setPassedMs(reachedMs)
      const next = nextPhaseMs(reachedMs)
      if (next !== null) timer = setTimeout(() => step(next), Math.max(0, startedMs + next - performance.now()))
    }
    step(0)
    return () => clearTimeout(timer)
  }, [justEnded])
  const isStill = isSkipped || !isPlaying || document.hidden || isMotionReduced
  // The first render after the end precedes the effect.
  const at = justEnded ? (passedMs ?? 0) : null
  return [endPhase({ passedMs: at, hasWinner: winnerId !== null, isStill }), () => setSkipped(true)]
}
