import { Link } from 'wouter'
import { Logo } from '#aura/logo.tsx'
import { helpPages } from '#lib/help-pages'
import { setTheme, useTheme } from '#lib/theme'
import { useConfig } from '#lib/use-config'
import { paths } from '#paths'
import { ThemeSwitch } from '#ui/forms/theme-switch'
import styles from './landing.module.css'
import { networkText } from './network-text.ts'

export default function Footer() {
  const theme = useTheme()
  const { data: config } = useConfig()
  const links = [
    { text: 'Docs', url: config?.links.docs },
    { text: 'X', url: config?.links.x },
    { text: 'Community', url: config?.links.chat },
  ].filter((link): link is { text: string; url: string } => Boolean(link.url))
  return (
    <footer className="border-t border-line pt-12 pb-20 md:pt-16 md:pb-8">
      <div className="page">
        <Logo size={30} />
        <p className={`h3 mt-5 ${styles.claim}`}>Creators &amp; Streamers Social Network</p>
        <p className={`mt-2 text-ink-2 ${styles.about}`}>
          Transforming Web3 education through gamified social learning
        </p>
        <nav aria-label="Help" className="mt-10">
          {/* Touch targets: short names are wide enough, and there are no gaps between them. */}
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {helpPages.map(({ slug, title }) => (
              <li key={slug}>
                <Link
                  href={paths.help(slug)}
                  className={`inline-flex min-h-11 items-center text-ink-2 hover:text-ink ${styles.helpLink}`}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.imprint}>
          <span>© {new Date().getUTCFullYear()} Aura</span>
          {config && <span>{networkText(config.chain)}</span>}
          <span className="flex flex-wrap items-center gap-x-4 md:ml-auto">
            <Link href={paths.lessons} className="inline-flex min-h-11 items-center text-ink-2 hover:text-ink">
              Lessons
            </Link>
            <Link href={paths.glossary} className="inline-flex min-h-11 items-center text-ink-2 hover:text-ink">
              Glossary
            </Link>
            <Link href={paths.reserves} className="inline-flex min-h-11 items-center text-ink-2 hover:text-ink">
              Proof of reserves
            </Link>
            <Link href={paths.status} className="inline-flex min-h-11 items-center text-ink-2 hover:text-ink">
              Status
            </Link>
            {links.map(({ text, url }) => (
              <a key={text} href={url} rel="noreferrer" className={`text-ink-2 hover:text-ink ${styles.footerLink}`}>
                {text}
              </a>
            ))}
            <ThemeSwitch theme={theme} onChange={setTheme} />
          </span>
        </div>
      </div>
    </footer>
  )
}
