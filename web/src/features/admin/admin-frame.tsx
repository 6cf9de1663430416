import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '#paths'
import styles from './admin.module.css'

const SCREENS = [
  { path: paths.adminWhitelist, name: 'Whitelist' },
  { path: paths.adminPeople, name: 'People' },
  { path: paths.adminBattles, name: 'Battles' },
  { path: paths.adminComments, name: 'Reports' },
  { path: paths.adminRedemptions, name: 'Redemptions' },
  { path: paths.adminSeeds, name: 'Seeds' },
  { path: paths.adminLessons, name: 'Lessons' },
  { path: paths.adminLog, name: 'Log' },
] as const

export function AdminFrame({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const [location] = useLocation()
  return (
    <main className={`page ${styles.screen}`}>
      <nav className={styles.nav} aria-label="Admin">
        {SCREENS.map(({ path, name }) => (
          <Link key={path} href={path} aria-current={location === path ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <header className={styles.head}>
        <h1 className="h1">{title}</h1>
        {aside}
      </header>
      {children}
    </main>
  )
}
