import { Field as BaseField } from '@base-ui/react/field'
import type { ComponentProps, ReactNode } from 'react'
import styles from './field.module.css'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'
import { characterCount, fieldMessage } from './field-texts.ts'

interface FieldProps extends FieldFrameProps, Omit<ComponentProps<'input'>, keyof FieldFrameProps | 'value' | 'size'> {
  value: string
  onText: (text: string) => void
  /** Shows a character count. It does not limit input; the owner reports an excess. */
  counted?: number
  icon?: ReactNode
  /** Behind the text: a unit, a small action. */
  after?: ReactNode
  big?: boolean
}

export function Field(props: FieldProps) {
  const { value, onText, counted, icon, after, big = false, ...rest } = props
  const { label, optional, aside, disabled = false, className, error, busy, ok, hint, ...input } = rest
  const frame = { label, disabled, error, busy, ok, hint, aside: counted ? characterCount(value, counted) : aside }
  return (
    <FieldFrame {...frame} {...(optional && { optional })} {...(className && { className })}>
      <div className={`${styles.box} ${big ? styles.big : ''}`} {...boxState({ error, busy, ok, hint }, disabled)}>
        {icon}
        <BaseField.Control {...input} className={styles.input ?? ''} value={value} onValueChange={onText} />
        {after && <span className={styles.unit}>{after}</span>}
      </div>
    </FieldFrame>
  )
}

interface TextAreaProps
  extends FieldFrameProps,
    Omit<ComponentProps<'textarea'>, keyof FieldFrameProps | 'value' | 'size'> {
  value: string
  onText: (text: string) => void
  counted?: number
}

export function TextArea(props: TextAreaProps) {
  const { value, onText, counted, rows = 2, ...rest } = props
  const { label, optional, aside, disabled = false, className, error, busy, ok, hint, ...area } = rest
  const frame = { label, disabled, error, busy, ok, hint, aside: counted ? characterCount(value, counted) : aside }
  return (
    <FieldFrame {...frame} {...(optional && { optional })} {...(className && { className })}>
      <div className={styles.box} {...boxState({ error, busy, ok, hint }, disabled)}>
        <BaseField.Control
          className={styles.input ?? ''}
          value={value}
          onValueChange={onText}
          render={<textarea {...area} rows={rows} />}
        />
      </div>
    </FieldFrame>
  )
}

function boxState(texts: Parameters<typeof fieldMessage>[0], disabled: boolean) {
  const tone = fieldMessage(texts)?.tone
  return { 'data-tone': tone, 'data-disabled': disabled || undefined }
}
