import type { Answer } from '@aura/api/calls'
import { useId } from 'react'
import { FieldTop } from '#ui/forms/field-frame'
import { Segmented } from '#ui/forms/segmented'
import styles from './create-battle.module.css'
import { type ChallengeForm, HOURS, isNow, type Duration as Length, SPRINTS, spanText } from './create-form.ts'

type Demo = NonNullable<Answer<'GET /api/config'>['demoBattle']>

interface StartProps {
  form: ChallengeForm
  onChange: (changes: Partial<ChallengeForm>) => void
}

/** Choice between a planned start and one as soon as both are there; each has its own lengths. */
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
          { value: 'planned', name: 'Planned' },
          { value: 'now', name: 'Now' },
        ]}
        value={isNow(form.duration) ? 'now' : 'planned'}
        onChange={(start) => onChange({ duration: start === 'now' ? '0.25' : '4' })}
      />
    </div>
  )
}

const sprintItems = SPRINTS.map((hours) => ({
  value: hours as Length,
  name: (
    <>
      <span aria-hidden="true">{Number(hours) * 60} min</span>
      <span className="sr-only">{Number(hours) * 60} minutes</span>
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
        items={isNow(form.duration) ? sprintItems : demo ? [...hourItems, demoItem(demo)] : hourItems}
        value={form.duration}
        onChange={(duration) => onChange({ duration })}
      />
    </div>
  )
}
