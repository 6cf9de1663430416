import type { Answer } from '@aura/api/calls'
import { lengthText } from '@aura/api/rules/battles'
import { useId } from 'react'
import { FieldTop } from '#ui/forms/field-frame'
import { Segmented } from '#ui/forms/segmented'
import styles from './create-battle.module.css'
import {
  type ChallengeForm,
  HOURS,
  isNow,
  type Duration as Length,
  NOW,
  PLANNED,
  SPRINTS,
  spanText,
} from './create-form.ts'

type Demo = NonNullable<Answer<'GET /api/config'>['demoBattle']>

interface StartProps {
  form: ChallengeForm
  onChange: (changes: Partial<ChallengeForm>) => void
}

/** Choice between a start as soon as both are there and a planned one; each has its own lengths. */
export function Start({ form, onChange }: StartProps) {
  const id = useId()
  return (
    <div className={styles.duration}>
      <FieldTop>
        <span id={id}>Start</span>
      </FieldTop>
      <Segmented
        tall
        labelledBy={id}
        items={[
          { value: 'now', name: 'Now' },
          { value: 'planned', name: 'Planned' },
        ]}
        value={isNow(form.duration) ? 'now' : 'planned'}
        onChange={(start) => onChange({ duration: start === 'now' ? NOW : PLANNED })}
      />
    </div>
  )
}

const sprintItems = SPRINTS.map((hours) => ({
  value: hours as Length,
  name: (
    <>
      <span aria-hidden="true">{Math.round(Number(hours) * 60)} min</span>
      <span className="sr-only">{lengthText(Number(hours))}</span>
    </>
  ),
}))

const hourItems = HOURS.map((hours) => ({
  value: hours as Length,
  name: (
    <>
      <span aria-hidden="true">{hours} h</span>
      <span className="sr-only">{hours} hours</span>
    </>
  ),
}))

const demoItem = ({ minutes }: Demo) => ({
  value: 'demo' as const,
  name: (
    <>
      <span aria-hidden="true">{minutes} min</span>
      <span className="sr-only">{minutes} minutes, demo</span>
    </>
  ),
})

interface DurationProps {
  form: ChallengeForm
  timeZone: string
  demo: Demo | null
  onChange: (changes: Partial<ChallengeForm>) => void
}

export function Duration({ form, timeZone, demo, onChange }: DurationProps) {
  const id = useId()
  return (
    <div className={styles.duration}>
      <FieldTop aside={spanText(form, timeZone)}>
        <span id={id}>Duration</span>
      </FieldTop>
      <Segmented
        // The other lengths form another group, in which Tab must reach the chosen one.
        key={String(isNow(form.duration))}
        tall
        labelledBy={id}
        items={isNow(form.duration) ? [...sprintItems, ...(demo ? [demoItem(demo)] : [])] : hourItems}
        value={form.duration}
        onChange={(duration) => onChange({ duration })}
      />
    </div>
  )
}
