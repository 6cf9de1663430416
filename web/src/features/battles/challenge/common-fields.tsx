import { cutToLength } from '@aura/api/letters'
import { BATTLE_RULES, SOFT_CLOSE_TEXT } from '@aura/api/rules/battles'
import { useState } from 'react'
import { Checkbox } from '#ui/forms/check'
import { Field, TextArea } from '#ui/forms/field'
import styles from './create-battle.module.css'
import type { KindFields } from './kind-fields.ts'

interface FieldProps<Name extends 'title' | 'softClose' | 'description'> {
  form: Pick<{ title: string; softClose: boolean; description: string }, Name> & Partial<KindFields>
  onChange: (changes: { [Changed in Name]?: FieldProps<Name>['form'][Changed] }) => void
}

export function TitleField({ form, onChange, className = '' }: FieldProps<'title'> & { className?: string }) {
  const [isCut, setCut] = useState(false)
  const max = BATTLE_RULES.titleLength
  return (
    <Field
      className={className}
      label="Title"
      optional
      counted={max}
      value={form.title}
      hint={isCut ? `A title has room for ${max} characters. The rest was left out.` : undefined}
      onText={(text) => {
        const title = cutToLength(text, max)
        setCut(title !== text)
        onChange({ title })
      }}
    />
  )
}

export function SoftCloseAndDescription({ form, onChange }: FieldProps<'softClose' | 'description'>) {
  return (
    <>
      {form.decidedBy !== 'knowledge' && (
        <div className={styles.wide}>
          <Checkbox
            label="Extra time"
            note={SOFT_CLOSE_TEXT}
            checked={form.softClose}
            onChange={(softClose) => onChange({ softClose })}
          />
        </div>
      )}
      <TextArea
        className={styles.wide ?? ''}
        label="Description"
        optional
        maxLength={BATTLE_RULES.descriptionLength}
        value={form.description}
        onText={(description) => onChange({ description })}
      />
    </>
  )
}
