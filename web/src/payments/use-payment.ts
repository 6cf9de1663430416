import { useEffect, useRef, useState } from 'react'
import type { ErrorText } from '#lib/error-text'
import { useConfig } from '#lib/use-config'
import { type MoneyAction, moneyErrorText } from './payment-text.ts'
import { say } from './say.ts'

const AGAIN_MS = 1_000

/** Waits a moment, or until it is called off. */
export const shortPause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, AGAIN_MS)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })

/**
 * One payment at a time, up to the moment its transaction is sent. `step` says what is being waited for; `problem` is
 * the last failure and stays until the next attempt. Leaving the page ends the attempt before the next prompt; what a
 * prompt that is open by then comes to is told all the same.
 */
export function usePayment<Step>(action: MoneyAction) {
  const { data: config } = useConfig()
  const [step, setStep] = useState<Step | null>(null)
  const [problem, setProblem] = useState<ErrorText | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  function refuse(text: ErrorText) {
    setProblem(text)
    say({ ...text, kind: 'destructive' })
  }

  async function run(work: (attempt: { signal: AbortSignal; onStep: (step: Step) => void }) => Promise<void>) {
    // A second press is the same wish.
    if (running.current) return
    const attempt = new AbortController()
    running.current = attempt
    setProblem(null)
    try {
      await work({ signal: attempt.signal, onStep: setStep })
    } catch (error) {
      if (error !== attempt.signal.reason) {
        refuse(moneyErrorText(error, action, { networkName: config?.chain.name ?? 'the network' }))
      }
    } finally {
      running.current = null
      if (!attempt.signal.aborted) setStep(null)
    }
  }

  return { step, problem, refuse, run }
}
