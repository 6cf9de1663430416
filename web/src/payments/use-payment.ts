import { useCallback, useEffect, useRef, useState } from 'react'
import { ChainFailure } from '#lib/chain/chain-failure'
import { hasOneEnded, type SentPayment } from '#lib/chain/sent-payments'
import type { ErrorText } from '#lib/error-text'
import { Intent } from '#lib/intent'
import { useConfig } from '#lib/use-config'
import { moneyErrorText } from './payment-text.ts'
import type { PaymentTracker } from './payment-tracker.ts'
import { useSentPayments } from './sent.ts'
import { showPaymentToast } from './show-payment-toast.ts'

const AGAIN_MS = 1_000

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
 * Runs one payment at a time, until its transaction is sent. `step` is the current wait; `problem` is the last failure
 * until the next attempt or `forgetProblem`. Unmounting cancels before the next prompt; the outcome of an open prompt is still reported.
 * One intent never sends two transactions: after the first press `run` does nothing, and once sent (`isSent`) it does
 * nothing until the request changes, `restart` is called, or a payment of this kind ends. `isUnheard` means that the
 * wallet may have sent the last attempt, so the button must say that the next one is another payment.
 */
export function usePayment<Step>(tracker: Pick<PaymentTracker, 'kind' | 'contract' | 'sendFailed'>, userId: string) {
  const { kind, contract, sendFailed } = tracker
  const { data: config } = useConfig()
  const [intent] = useState(() => new Intent())
  const [isSent, setIsSent] = useState(false)
  const [step, setStep] = useState<Step | null>(null)
  const [problem, setProblem] = useState<ErrorText | null>(null)
  const [isUnheard, setIsUnheard] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  function refuse(text: ErrorText) {
    setProblem(text)
    showPaymentToast({ ...text, kind: 'destructive' })
  }

  const restart = useCallback(() => {
    intent.reopen()
    setIsSent(false)
    setIsUnheard(false)
  }, [intent])
  useWhenOneEnds(useSentPayments(userId, kind), restart)
  const forgetProblem = useCallback(() => setProblem(null), [])

  async function run(
    what: unknown,
    work: (attempt: { signal: AbortSignal; onStep: (step: Step) => void }) => Promise<void>,
  ) {
    const key = intent.begin(what)
    if (key === null) return
    const attempt = new AbortController()
    running.current = attempt
    setProblem(null)
    setIsUnheard(false)
    try {
      await work({ signal: attempt.signal, onStep: setStep })
      intent.end(key, 'done')
      setIsSent(true)
    } catch (error) {
      const isLost = error instanceof ChainFailure && error.reason === 'UNHEARD'
      intent.end(key, isLost ? 'unheard' : 'refused')
      setIsUnheard(isLost)
      if (error !== attempt.signal.reason) {
        refuse(moneyErrorText(error, sendFailed, { networkName: config?.chain.name ?? 'the network', contract }))
      }
    } finally {
      running.current = null
      if (!attempt.signal.aborted) setStep(null)
    }
  }

  return { step, isSent, isUnheard, problem, refuse, run, restart, forgetProblem }
}

function useWhenOneEnds(payments: readonly SentPayment[], onEnd: () => void): void {
  const known = useRef(payments)
  useEffect(() => {
    const isOver = hasOneEnded(known.current, payments)
    known.current = payments
    if (isOver) onEnd()
  })
}
