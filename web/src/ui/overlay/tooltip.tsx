import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import styles from './tooltip.module.css'

const OPEN_DELAY_MS = 700
/** Time within which the next tooltip opens without delay. */
const SKIP_MS = 300

/** Shares the delay among a screen's tooltips. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <BaseTooltip.Provider delay={OPEN_DELAY_MS} timeout={SKIP_MS}>
      {children}
    </BaseTooltip.Provider>
  )
}

/** Opens on hover and focus, but never by touch: the control's own label must say the same. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner className="z-70" sideOffset={8}>
          <BaseTooltip.Popup className={styles.tooltip}>{text}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
