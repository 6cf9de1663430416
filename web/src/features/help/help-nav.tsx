import { Link, useLocation } from 'wouter'
import { helpPages } from '#lib/help-pages'
import { paths } from '#paths'
import styles from './help-nav.module.css'

const PAGES = [
  ...helpPages.map(({ slug, title }) => ({ path: paths.help(slug), title })),
  { path: paths.glossary, title: 'Glossary' },
]

export function HelpNav() {
  const [location] = useLocation()
  return (
    <nav aria-label="Help">
      <ul className={styles.pages}>
        {PAGES.map(({ path, title }) => (
          <li key={path}>
            <Link href={path} aria-current={location === path ? 'page' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
