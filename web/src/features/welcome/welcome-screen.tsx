import { useEffect, useRef } from 'react'
import { Redirect, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { useCurrentUser } from '#features/auth'
import { celebrate, usePreloadedCelebration } from '#features/celebration'
import { useWaitingTrial } from '#features/trial'
import { paths } from '#paths'
import { NameStep } from './name-step.tsx'
import { RingStep } from './ring-step.tsx'
import { useFinish } from './use-finish.ts'
import styles from './welcome.module.css'
import { bonusOf } from './welcome.rules.ts'

const STEPS = ['Name and face', 'Your ring', 'First lesson'] as const
const SECOND = `${paths.welcome}?step=2`

/** The first sign-in: name and picture, the ring, and the way to the first lesson. Home leads here until then. */
export default function WelcomeScreen() {
  const user = useCurrentUser()
  const isWaiting = useWaitingTrial()
  const { goal, finish, finishing } = useFinish()
  const step = new URLSearchParams(useSearch()).get('step') === '2' ? 1 : 0
  const heading = useStepHeading(step)
  usePreloadedCelebration()
  if (user.seenFirsts.includes('sign_in')) return <Redirect to={goal} replace />
  const showRing = () => {
    navigate(SECOND)
    const bonus = bonusOf(user)
    if (bonus) void celebrate(bonus)
  }
  const rest = { user, heading, finishing, isWaiting, onSkip: () => finish(paths.home) }
  return (
    <main className={`page ${styles.welcome}`} data-ends-with-actions>
      <ol className={styles.steps} aria-label="Steps">
        {STEPS.map((name, at) => (
          <li key={name} aria-current={at === step ? 'step' : undefined} data-past={at < step || undefined}>
            {name}
          </li>
        ))}
      </ol>
      {step === 0 ? <NameStep {...rest} onDone={showRing} /> : <RingStep {...rest} onStart={finish} />}
    </main>
  )
}

/** Moves the focus to a step's heading, except the first, which the screen's arrival focuses. */
function useStepHeading(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
  }, [step])
  return heading
}
