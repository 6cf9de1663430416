import type { Lab } from '@aura/api/calls/lessons/lab'
import type { Action } from '@aura/lab/transcript'
import { useEffect, useRef, useState } from 'react'
import { browserStore } from '#lib/browser-storage'
import { LabChain } from './lab-chain.ts'
import { type LabProgress, LabRun } from './lab-run.ts'
import { forgetRun } from './saved-run.ts'

export function useLab({ kind, seed, parameters, done }: Lab) {
  const [progress, setProgress] = useState<LabProgress>({ state: 'loading' })
  const run = useRef<LabRun>(null)
  const isDone = useRef(done)
  isDone.current = done

  useEffect(() => {
    const mine = new LabRun(
      { kind, seed, parameters },
      {
        storage: browserStore,
        isKept: () => !isDone.current,
        newChain: (setup) => new LabChain(setup),
        show: setProgress,
      },
    )
    run.current = mine
    void mine.resume()
    return () => mine.close()
  }, [kind, seed, parameters])

  // Must follow the effect that reads the run.
  useEffect(() => {
    if (done) forgetRun(browserStore, seed)
  }, [done, seed])

  return {
    progress,
    act: (action: Action) => void run.current?.act(action),
    propose: (action: Action) => void run.current?.propose(action),
    preview: async (action: Action) => (await run.current?.preview(action)) ?? null,
    confirm: () => void run.current?.confirm(),
    dismiss: () => run.current?.dismiss(),
    resume: () => void run.current?.resume(),
    startOver: () => void run.current?.startOver(),
  }
}
