import type { ComponentProps, ReactNode } from 'react'
import { StrokeIcon } from '../layout/stroke-icon.tsx'
import styles from './button.module.css'

export type ButtonKind = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 40 | 48 | 56

const KINDS: Record<ButtonKind, string> = {
  primary: `${styles.primary} bg-aura-fill text-aura-on hover:brightness-110`,
  secondary: 'border border-line-2 text-ink hover:border-ink',
  ghost: 'text-ink-2 hover:text-ink',
  danger: 'border border-danger text-danger hover:bg-danger hover:text-bg',
}

const SIZES: Record<ButtonSize, string> = {
  40: 'h-10 px-4 text-sm',
  48: 'h-12 px-5 text-compact',
  56: `${styles.large} h-14 px-7`,
}

export const buttonClass = (kind: ButtonKind = 'primary', size: ButtonSize = 48, more = ''): string =>
  `${styles.button} ${KINDS[kind]} ${SIZES[size]} ${more}`

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  kind?: ButtonKind
  size?: ButtonSize
  /** Text shown with a spinner; presses are ignored meanwhile. */
  busy?: ReactNode
  disabled?: boolean
  /** Replaces `onClick` while disabled, to explain why. */
  onDisabledClick?: () => void
}

/** Disabled or busy buttons keep the focus and their place in the tab order. */
export function Button(props: ButtonProps) {
  const { kind, size, busy, disabled = false, onDisabledClick, onClick, className = '', children, ...rest } = props
  const off = disabled || Boolean(busy)
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(kind, size)} ${busy ? 'cursor-progress' : styles.idle} ${className}`}
      aria-disabled={off || undefined}
      aria-busy={busy ? true : undefined}
      onClick={off ? (disabled ? onDisabledClick : undefined) : onClick}
    >
      {busy ? (
        <>
          <StrokeIcon className="animate-spin" path="M21 12a9 9 0 1 1-6.219-8.56" />
          {busy}
        </>
      ) : (
        children
      )}
    </button>
  )
}
