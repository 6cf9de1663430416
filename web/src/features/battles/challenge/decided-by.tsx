import { type BestOf, ROUND_RULES } from '@aura/api/rules/rounds'
import { useId } from 'react'
import { FieldTop } from '#ui/forms/field-frame'
import { Segmented } from '#ui/forms/segmented'
import styles from './create-battle.module.css'
import type { KindFields } from './kind-fields.ts'

interface KindProps {
  form: KindFields
  onChange: (changes: Partial<KindFields>) => void
}

/** What decides the battle. */
export function DecidedBy({ form, onChange }: KindProps) {
  const id = useId()
  return (
    <div className={`${styles.wide} ${styles.duration}`}>
      <FieldTop>
        <span id={id}>Decided by</span>
      </FieldTop>
      <Segmented
        tall
        labelledBy={id}
        items={[
          { value: 'gifts', name: 'Gifts' },
          { value: 'knowledge', name: 'Knowledge' },
        ]}
        value={form.decidedBy}
        onChange={(decidedBy) => onChange({ decidedBy })}
      />
      {form.decidedBy === 'knowledge' && (
        <p className={styles.kind}>
          You both answer the same questions live. Right beats wrong, then the faster one. Gifts are thanks and decide
          nothing.
        </p>
      )}
    </div>
  )
}

const LENGTHS = ROUND_RULES.bestOf.map((questions) => ({
  value: `${questions}` as const,
  name: (
    <>
      <span aria-hidden="true">{questions}</span>
      <span className="sr-only">{questions} questions</span>
    </>
  ),
}))

interface BestOfProps {
  form: Pick<KindFields, 'bestOf'>
  onChange: (changes: Pick<KindFields, 'bestOf'>) => void
}

export function BestOfQuestions({ form, onChange }: BestOfProps) {
  const id = useId()
  return (
    <div className={styles.duration}>
      <FieldTop aside="questions">
        <span id={id}>Best of</span>
      </FieldTop>
      <Segmented
        tall
        labelledBy={id}
        items={LENGTHS}
        value={`${form.bestOf}`}
        onChange={(questions) => onChange({ bestOf: Number(questions) as BestOf })}
      />
    </div>
  )
}
