import type { ComponentProps, ReactNode } from 'react'
import styles from './icon-button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string
  icon: ReactNode
}

export const iconButtonClass = `${styles.button} text-ink-2 hover:bg-bg-2 hover:text-ink`

export function IconButton({ label, icon, className = '', ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} className={`${iconButtonClass} ${className}`} {...rest}>
      {icon}
    </button>
  )
}
