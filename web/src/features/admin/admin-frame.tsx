import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import styles from './admin.module.css'
import { adminPaths } from './admin-paths.ts'

const SCREENS = [
  { path: adminPaths.whitelist, name: 'Whitelist' },
  { path: adminPaths.people, name: 'People' },
  { path: adminPaths.battles, name: 'Battles' },
  { path: adminPaths.comments, name: 'Reports' },
  { path: adminPaths.redemptions, name: 'Redemptions' },
  { path: adminPaths.seeds, name: 'Seeds' },
  { path: adminPaths.lessons, name: 'Lessons' },
  { path: adminPaths.log, name: 'Log' },
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
