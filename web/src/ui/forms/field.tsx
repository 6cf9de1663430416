import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'
import { FieldFrame, type FieldFrameProps, messageId } from './field-frame.tsx'
import { characterCount, fieldMessage } from './field-texts.ts'

type Control<Tag extends 'input' | 'textarea'> = FieldFrameProps &
  Omit<ComponentProps<Tag>, keyof FieldFrameProps | 'id' | 'value' | 'size' | 'onChange'> & {
    value: string
    onText: (text: string) => void
    /** Shows a character count. Input is not limited; the owner reports an excess. */
    counted?: number
  }

interface FieldProps extends Control<'input'> {
  icon?: ReactNode
  /** Content after the text: a unit or a small action. */
  after?: ReactNode
  big?: boolean
}

export function Field({ onText, icon, after, big = false, ...rest }: FieldProps) {
  const { frame, box, control } = useParts(rest)
  return (
    <FieldFrame {...frame}>
      <div className={`${styles.box} ${big ? styles.big : ''}`} {...box}>
        {icon}
        <input {...control} className={styles.input} onChange={({ target }) => onText(target.value)} />
        {after && <span className={styles.unit}>{after}</span>}
      </div>
    </FieldFrame>
  )
}

export function TextArea({ onText, rows = 2, ...rest }: Control<'textarea'>) {
  const { frame, box, control } = useParts(rest)
  return (
    <FieldFrame {...frame}>
      <div className={styles.box} {...box}>
        <textarea {...control} rows={rows} className={styles.input} onChange={({ target }) => onText(target.value)} />
      </div>
    </FieldFrame>
  )
}

interface Given extends FieldFrameProps {
  value: string
  counted?: number
  readOnly?: boolean | undefined
  'aria-describedby'?: string | undefined
}

function useParts<Props extends Given>({ counted, ...props }: Props) {
  const id = useId()
  const { label, optional, aside, disabled = false, className, error, busy, ok, hint, ...control } = props
  const texts = { error, busy, ok, hint }
  const tone = fieldMessage(texts)?.tone
  return {
    frame: {
      id,
      label,
      ...texts,
      aside: counted ? characterCount(props.value, counted) : aside,
      ...(optional && { optional }),
      ...(className && { className }),
    },
    box: { 'data-tone': tone, 'data-disabled': disabled || props.readOnly || undefined },
    control: {
      ...control,
      id,
      disabled,
      'aria-invalid': tone === 'danger' || undefined,
      'aria-describedby': [messageId(id), props['aria-describedby']].filter(Boolean).join(' '),
    },
  }
}
