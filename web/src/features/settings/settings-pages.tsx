import type { LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import { useParts } from '#lib/use-parts'
import { buttonClass } from '#ui/forms/button'
import { Card, Setting } from './card.tsx'

declare module '#lib/parts' {
  interface Parts {
    readonly settingsPages?: readonly { icon: LucideIcon; title: string; note: string; path: string; action: string }[]
  }
}

export function SettingsPages() {
  const pages = useParts().flatMap(({ settingsPages = [] }) => settingsPages)
  if (pages.length === 0) return null
  return (
    <Card title="For streamers">
      {pages.map(({ icon: Icon, title, note, path, action }) => (
        <Setting
          key={path}
          icon={<Icon size={20} strokeWidth={1.75} />}
          title={title}
          note={note}
          action={
            <Link href={path} className={buttonClass('secondary', 40)} aria-label={`${action}: ${title}`}>
              {action}
            </Link>
          }
        />
      ))}
    </Card>
  )
}
