import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './tabs.module.css'

interface TabsProps<Value extends string> {
  label: string
  items: readonly { value: Value; name: string; count?: number; disabled?: boolean }[]
  /** Null until it is known which tab opens. */
  value: Value | null
  onChange: (value: Value) => void
  children: ReactNode
  aside?: ReactNode
  /** Class of the row of tabs, such as for a gutter. */
  className?: string
}

/** Tabs scroll if they don’t fit; the selected one scrolls into view. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, items, value, onChange, children, aside, className = '' } = props
  const list = useRef<HTMLDivElement>(null)
  const widths = items.map(({ name, count }) => `${name} ${count ?? ''}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts that load later move the tabs
  useEffect(() => {
    const box = list.current
    const chosen = value && box?.querySelector<HTMLElement>(`[data-value="${CSS.escape(value)}"]`)
    if (!chosen || !box) return
    // scrollIntoView would scroll the page as well.
    const past = chosen.offsetLeft + chosen.offsetWidth - (box.scrollLeft + box.clientWidth)
    if (past > 0) box.scrollLeft += past
    else if (chosen.offsetLeft < box.scrollLeft) box.scrollLeft = chosen.offsetLeft
  }, [value, widths])
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <div className={`flex flex-wrap items-center justify-between gap-3 ${styles.bar} ${className}`}>
        <BaseTabs.List ref={list} className={`relative min-w-0 ${styles.list}`} aria-label={label}>
          {items.map((item) => (
            <BaseTabs.Tab
              key={item.value}
              className={styles.tab}
              value={item.value}
              data-value={item.value}
              disabled={item.disabled ?? false}
            >
              {item.name}
              {item.count !== undefined && <span className={`num ${styles.count}`}>{item.count}</span>}
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
        {aside}
      </div>
      {children}
    </BaseTabs.Root>
  )
}

export const TabPanel = BaseTabs.Panel
