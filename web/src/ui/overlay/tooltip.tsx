import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import styles from './tooltip.module.css'

const OPEN_DELAY_MS = 700
/** Within this time after one closed the next opens at once. */
const SKIP_MS = 300

/** Around all tooltips of a screen, so that moving from one to the next need not wait again. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <BaseTooltip.Provider delay={OPEN_DELAY_MS} timeout={SKIP_MS}>
      {children}
    </BaseTooltip.Provider>
  )
}

/**
 * A few words about a control, on hover and focus. A finger never sees them, so the control says the same to a screen
 * reader by its own label, and nothing here is needed to go on.
 */
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
