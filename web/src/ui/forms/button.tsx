import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

export type ButtonKind = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 40 | 48 | 56

const KINDS: Record<ButtonKind, string> = {
  primary:
    'bg-aura-fill text-aura-on hover:brightness-110 light:in-data-[aura=vader]:inset-ring light:in-data-[aura=vader]:inset-ring-ink',
  secondary: 'border border-line-2 text-ink hover:border-ink',
  ghost: 'text-ink-2 hover:text-ink',
  danger: 'border border-danger text-danger hover:bg-danger hover:text-bg',
}

const SIZES: Record<ButtonSize, string> = {
  40: 'h-10 px-4 text-sm',
  48: 'h-12 px-5 text-[.9375rem]',
  56: 'h-14 px-7 text-[1.0625rem]',
}

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-md font-display font-[650] whitespace-nowrap select-none ' +
  'transition-[transform,background-color,border-color,filter] duration-(--dur-quick) ease-out active:scale-[.975] ' +
  // Only letters of twice the size make a window as narrow as that.
  'max-[19rem]:h-auto max-[19rem]:min-h-fit max-[19rem]:px-2 max-[19rem]:py-1.5 max-[19rem]:whitespace-normal'

const OFF =
  'aria-disabled:cursor-not-allowed aria-disabled:bg-bg-2 aria-disabled:text-ink-3 aria-disabled:border-transparent aria-disabled:active:scale-100 aria-disabled:hover:brightness-100'

/** The look of a button, for links that look like one. */
export const buttonClass = (kind: ButtonKind = 'primary', size: ButtonSize = 48, more = ''): string =>
  `${BASE} ${KINDS[kind]} ${SIZES[size]} ${more}`

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  kind?: ButtonKind
  size?: ButtonSize
  /** Shown with a spinner while something is under way; the button then does nothing. */
  busy?: ReactNode
  disabled?: boolean
  /** Called instead of `onClick` while disabled, to say why nothing happens. */
  onDisabledClick?: () => void
}

/**
 * A button. Disabled or busy it keeps the focus and its place in the tab order, so that nobody is thrown out of
 * a form by pressing it.
 */
export function Button(props: ButtonProps) {
  const { kind, size, busy, disabled = false, onDisabledClick, onClick, className = '', children, ...rest } = props
  const off = disabled || Boolean(busy)
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(kind, size)} ${busy ? 'cursor-progress' : OFF} ${className}`}
      aria-disabled={off || undefined}
      aria-busy={busy ? true : undefined}
      onClick={off ? (disabled ? onDisabledClick : undefined) : onClick}
    >
      {busy ? (
        <>
          <LoaderCircle className="animate-spin" size={18} aria-hidden="true" />
          {busy}
        </>
      ) : (
        children
      )}
    </button>
  )
}
