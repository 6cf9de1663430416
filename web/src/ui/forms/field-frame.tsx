import { Check, CircleAlert, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './field.module.css'
import { type FieldMessage, type FieldTexts, fieldMessage } from './field-texts.ts'

export interface FieldFrameProps extends FieldTexts {
  label: ReactNode
  optional?: boolean
  /** Content right of the label: a rule, a balance or a count. */
  aside?: ReactNode
  disabled?: boolean
  className?: string
}

interface FrameProps extends FieldFrameProps {
  /** Id of the control; its description is `messageId(id)`. */
  id: string
  children: ReactNode
}

export const messageId = (id: string): string => `${id}-message`

export function FieldFrame({ id, label, optional, aside, className = '', children, ...texts }: FrameProps) {
  return (
    <div className={`${styles.field} ${className}`}>
      <FieldTop aside={aside}>
        <label htmlFor={id}>
          {label}
          {optional && <span className={styles.optional}> optional</span>}
        </label>
      </FieldTop>
      {children}
      <div role="status">
        <MessageLine message={fieldMessage(texts)} id={messageId(id)} />
      </div>
    </div>
  )
}

export function FieldTop({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.top}>
      {children}
      {aside && <span className={styles.aside}>{aside}</span>}
    </div>
  )
}

const ICONS = { danger: CircleAlert, busy: LoaderCircle, ok: Check, hint: null } as const

export function MessageLine({ message, ...rest }: { message: FieldMessage | null; id?: string }) {
  const Icon = message && ICONS[message.tone]
  return (
    <p {...rest} className={styles.message} data-tone={message?.tone}>
      {Icon && (
        <Icon className={message?.tone === 'busy' ? 'animate-spin' : ''} size={16} strokeWidth={2} aria-hidden="true" />
      )}
      {message?.text}
    </p>
  )
}
