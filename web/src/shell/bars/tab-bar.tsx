import { Link, useLocation } from 'wouter'
import { destinations } from '../../features.ts'
import { isActive, tabsOf } from './navigation.ts'
import styles from './tab-bar.module.css'

export function TabBar() {
  const [location] = useLocation()
  return (
    <nav className={styles.bar} aria-label="Tabs" data-tab-bar>
      {tabsOf(destinations).map(({ path, name, tabName, icon: Icon, also }) => (
        <Link
          key={path}
          href={path}
          aria-current={isActive({ path, also }, location) ? 'page' : undefined}
          aria-label={tabName && name}
        >
          <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
          {tabName ?? name}
        </Link>
      ))}
    </nav>
  )
}
