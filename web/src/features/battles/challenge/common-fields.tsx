import { cutToLength } from '@aura/api/letters'
import { BATTLE_RULES, SOFT_CLOSE_TEXT } from '@aura/api/rules/battles'
import { Checkbox } from '#ui/forms/check'
import { Field, TextArea } from '#ui/forms/field'
import styles from './create-battle.module.css'

interface FieldProps<Name extends 'title' | 'softClose' | 'description'> {
  form: Pick<{ title: string; softClose: boolean; description: string }, Name>
  onChange: (changes: { [Changed in Name]?: FieldProps<Name>['form'][Changed] }) => void
}

export function TitleField({ form, onChange, className = '' }: FieldProps<'title'> & { className?: string }) {
  return (
    <Field
      className={className}
      label="Title"
      optional
      maxLength={BATTLE_RULES.titleLength}
      counted={BATTLE_RULES.titleLength}
      value={form.title}
      onText={(title) => onChange({ title: cutToLength(title, BATTLE_RULES.titleLength) })}
    />
  )
}

export function SoftCloseAndDescription({ form, onChange }: FieldProps<'softClose' | 'description'>) {
  return (
    <>
      <div className={styles.wide}>
        <Checkbox
          label="Soft close"
          note={SOFT_CLOSE_TEXT}
          checked={form.softClose}
          onChange={(softClose) => onChange({ softClose })}
        />
      </div>
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
