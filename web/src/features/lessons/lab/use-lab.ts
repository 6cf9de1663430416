import type { Lab } from '@aura/api/calls/lessons/lab'
import type { Action } from '@aura/lab/transcript'
import { useCallback, useEffect, useRef, useState } from 'react'
import { forgetRun, keepRun, readRun } from './kept-run.ts'
import { LabChain } from './lab-chain.ts'
import type { LabView } from './lab-view.ts'

export type LabProgress =
  | { state: 'loading' }
  | { state: 'failed' }
  /** `transcript` is what the server replays; `before` the view ahead of the last action, null where nothing was done since it was opened. */
  | { state: 'ready'; view: LabView; before: LabView | null; transcript: string; isBusy: boolean }

/** Plays a lab in a worker and keeps what was done. */
export function useLab({ kind, seed, parameters }: Lab) {
  const [progress, setProgress] = useState<LabProgress>({ state: 'loading' })
  const chain = useRef<LabChain>(null)
  const actions = useRef<readonly Action[]>([])

  const show = useCallback(
    ({ view, version }: { view: LabView; version: number }, before: LabView | null) => {
      keepRun(localStorage, seed, { version, actions: actions.current })
      const transcript = JSON.stringify({ kind, version, seed, actions: actions.current })
      setProgress({ state: 'ready', view, before, transcript, isBusy: false })
    },
    [kind, seed],
  )

  const begin = useCallback(
    async (kept: readonly Action[]) => {
      chain.current?.close()
      const mine = new LabChain({ kind, seed, parameters })
      chain.current = mine
      actions.current = kept
      try {
        const opened = await mine.open(kept)
        if (chain.current === mine) show(opened, null)
      } catch {
        if (chain.current !== mine) return
        // Kept by another version of the lab.
        if (kept.length > 0) return begin([])
        setProgress({ state: 'failed' })
      }
    },
    [kind, seed, parameters, show],
  )

  useEffect(() => {
    begin(readRun(localStorage, seed)?.actions ?? [])
    return () => {
      chain.current?.close()
      chain.current = null
    }
  }, [begin, seed])

  const act = async (action: Action) => {
    const mine = chain.current
    if (!mine || progress.state !== 'ready' || progress.isBusy) return
    setProgress({ ...progress, isBusy: true })
    try {
      const next = await mine.act(action)
      actions.current = [...actions.current, action]
      if (chain.current === mine) show(next, progress.view)
    } catch {
      if (chain.current === mine) await begin(actions.current)
    }
  }

  const startOver = async () => {
    forgetRun(localStorage, seed)
    await begin([])
  }

  return { progress, act, startOver }
}
