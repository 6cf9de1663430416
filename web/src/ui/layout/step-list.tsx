import { Check, LoaderCircle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './step-list.module.css'

export type StepState = 'idle' | 'current' | 'done' | 'failed'

export interface Step {
  name: string
  state: StepState
  note?: ReactNode
}

const SAID: Record<StepState, string> = { idle: 'to come', current: 'under way', done: 'done', failed: 'failed' }

const MARK: Record<StepState, string> = {
  idle: 'border-line-2 text-ink-3',
  current: 'border-ink text-ink',
  done: 'border-ok text-ok',
  failed: 'border-danger text-danger',
}

export function StepList({ label, steps }: { label: string; steps: readonly Step[] }) {
  const at = steps.findIndex(({ state }) => state === 'current' || state === 'failed')
  const now = steps[at]
  return (
    <div>
      <ol className="grid gap-1" aria-label={label}>
        {steps.map(({ name, state, note }, i) => (
          <li
            key={name}
            className="flex min-h-10 items-start gap-x-3"
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={`${styles.mark} ${MARK[state]}`} aria-hidden="true">
              <Mark state={state} number={i + 1} />
            </span>
            <div className="min-w-0 flex-1 pt-0.5 wrap-anywhere">
              <p className={state === 'current' || state === 'failed' ? 'font-strong' : 'text-ink-2'}>
                {name}
                <span className="sr-only">, {SAID[state]}</span>
              </p>
              {note && <p className={`pb-2 text-sm ${state === 'failed' ? 'text-danger' : 'text-ink-2'}`}>{note}</p>}
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {now && `Step ${at + 1} of ${steps.length}, ${now.name}: ${SAID[now.state]}`}
      </p>
    </div>
  )
}

function Mark({ state, number }: { state: StepState; number: number }) {
  if (state === 'done') return <Check size={16} strokeWidth={2.25} />
  if (state === 'failed') return <X size={16} strokeWidth={2.25} />
  if (state === 'current') return <LoaderCircle className="animate-spin" size={16} strokeWidth={2.25} />
  return number
}
