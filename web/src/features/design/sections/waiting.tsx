import { Skeleton } from '#ui/feedback/skeleton'
import { TickRing } from '#ui/feedback/tick-loader'
import { type Step, StepList } from '#ui/layout/step-list'
import { Columns, Section, State } from '../section.tsx'

const NAMES = [
  'Enter a USDC amount',
  'Approve USDC spend',
  'Confirm the buy in your wallet',
  'Steeze lands in your balance',
]

const steps = (...states: Step['state'][]): Step[] => NAMES.map((name, i) => ({ name, state: states[i] ?? 'idle' }))

const UNDER_WAY = steps('done', 'current').map((step) =>
  step.state === 'current' ? { ...step, note: 'Answer in your wallet' } : step,
)
const FAILED = steps('done', 'done', 'failed').map((step) =>
  step.state === 'failed' ? { ...step, note: 'Rejected in the wallet. Nothing was spent.' } : step,
)

export function StepSection() {
  return (
    <Section id="steps" title="Steps">
      <Columns>
        <State name="not begun">
          <StepList label="Buy Steeze, not begun" steps={steps()} />
        </State>
        <State name="under way">
          <StepList label="Buy Steeze, under way" steps={UNDER_WAY} />
        </State>
        <State name="failed">
          <StepList label="Buy Steeze, failed" steps={FAILED} />
        </State>
        <State name="done">
          <StepList label="Buy Steeze, done" steps={steps('done', 'done', 'done', 'done')} />
        </State>
      </Columns>
    </Section>
  )
}

export function WaitingSection() {
  return (
    <Section id="waiting" title="Loading" note="Skeletons have the size of what comes; whole screens wait with a ring.">
      <Columns>
        <State name="skeleton">
          <div className="grid gap-4" aria-busy="true">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-7 w-11/12" />
            <Skeleton className="h-4" />
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-12 w-34 rounded-md" />
          </div>
        </State>
        <State name="screen">
          <TickRing>
            <p className="absolute max-w-32 text-center text-compact leading-snug text-ink-2">Loading Aura...</p>
          </TickRing>
        </State>
      </Columns>
    </Section>
  )
}
