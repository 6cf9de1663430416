import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './tabs.module.css'

interface TabsProps<Value extends string> {
  label: string
  items: readonly { value: Value; name: string; count?: number; disabled?: boolean }[]
  value: Value
  onChange: (value: Value) => void
  children: ReactNode
  aside?: ReactNode
}

/** Tabs scroll where they don’t fit, and wrap on phones; the selected one scrolls into view. */
export function Tabs<Value extends string>({ label, items, value, onChange, aside, children }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const widths = items.map(({ name, count }) => `${name} ${count ?? ''}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts that load later move the tabs
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(value)}"]`)
    const box = list.current
    if (!chosen || !box) return
    // scrollIntoView would scroll the page as well.
    const past = chosen.offsetLeft + chosen.offsetWidth - (box.scrollLeft + box.clientWidth)
    if (past > 0) box.scrollLeft += past
    else if (chosen.offsetLeft < box.scrollLeft) box.scrollLeft = chosen.offsetLeft
  }, [value, widths])
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <div className="flex flex-wrap items-center justify-between gap-3">
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
