import { westernNumber } from '@aura/api/amounts'
import type { Fields, Field as LabField } from '@aura/lab/kind'
import { parseUnits } from '@aura/lab/units'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import styles from './lab.module.css'
import { presetOf } from './lab-preset.ts'

interface LabFormProps {
  fields: Fields
  label: string
  children: ReactNode
  onSubmit: (input: Record<string, string>) => void
  /** Called with values that could be submitted. */
  onValid?: (input: Record<string, string>) => void
}

export function LabForm({ fields, label, children, onSubmit, onValid }: LabFormProps) {
  const [values, setValues] = useState(() => presets(fields))
  const [wrong, setWrong] = useState<string | null>(null)
  const change = (next: Record<string, string>) => {
    setValues(next)
    if (Object.entries(fields).every(([name, field]) => isValid(field, next[name] ?? ''))) onValid?.(next)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = Object.entries(fields).find(([name, field]) => !isValid(field, values[name] ?? ''))
    setWrong(found?.[0] ?? null)
    if (!found) return onSubmit(values)
    event.currentTarget.querySelector<HTMLInputElement>(`input[name="${found[0]}"]`)?.focus()
  }
  return (
    <form className={styles.form} aria-label={label} onSubmit={submit} noValidate>
      {Object.entries(fields).map(([name, field]) => (
        <FormField
          key={name}
          name={name}
          field={field}
          value={values[name] ?? ''}
          isWrong={wrong === name}
          onValue={(value) => change({ ...values, [name]: value })}
        />
      ))}
      {children}
    </form>
  )
}

/** Longest options, in characters, that stand beside each other. */
const SHORT = 3

interface FormFieldProps {
  name: string
  field: LabField
  value: string
  isWrong: boolean
  onValue: (value: string) => void
}

function FormField({ name, field, value, isWrong, onValue }: FormFieldProps) {
  const id = useId()
  if (field.type === 'amount') {
    return (
      <label className={styles.field}>
        {field.unit ? `${field.label}, in ${field.unit}` : field.label}
        <input
          name={name}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? id : undefined}
          onChange={(event) => onValue(westernNumber(event.target.value))}
        />
        {isWrong && (
          <span id={id} className={styles.wrong} role="alert">
            {field.decimals === 0 ? 'Type a whole number' : 'Type an amount such as 12.5'}
          </span>
        )}
      </label>
    )
  }
  const isShort = field.options.every(({ text, detail }) => text.length <= SHORT && !detail)
  return (
    <fieldset className={styles.choices} data-short={isShort || undefined} aria-describedby={isWrong ? id : undefined}>
      <legend>{field.label}</legend>
      {field.options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onValue(option.value)}
          />
          <span>
            {option.text}
            {option.detail && <small>{option.detail}</small>}
          </span>
        </label>
      ))}
      {isWrong && (
        <span id={id} className={styles.wrong} role="alert">
          Choose one
        </span>
      )}
    </fieldset>
  )
}

const presets = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, presetOf(field)]))

function isValid(field: LabField, value: string): boolean {
  if (field.type === 'amount') return parseUnits(value, field.decimals) !== undefined
  return field.options.some((option) => option.value === value)
}
