import { useLocation } from 'wouter'
import { helpPages } from '#lib/help-pages'
import { useTitle } from '#lib/use-title'
import { paths } from '#paths'
import styles from './help.module.css'
import { HelpNav } from './help-nav.tsx'
import { AuraPage } from './pages/aura.tsx'
import { FaqPage } from './pages/faq.tsx'
import { GuidePage } from './pages/guide.tsx'
import { PrivacyPage } from './pages/privacy.tsx'
import { SupportPage } from './pages/support.tsx'
import { TermsPage } from './pages/terms.tsx'
import { TipsPage } from './pages/tips.tsx'

const PAGES = {
  aura: AuraPage,
  guide: GuidePage,
  faq: FaqPage,
  tips: TipsPage,
  terms: TermsPage,
  privacy: PrivacyPage,
  support: SupportPage,
} as const

export default function HelpScreen() {
  const [location] = useLocation()
  const page = helpPages.find(({ slug }) => paths.help(slug) === location) ?? helpPages[0]
  useTitle(page.title)
  const Page = PAGES[page.slug]
  return (
    <main className={`page ${styles.screen}`}>
      <article className={styles.prose}>
        <h1 className="h1">{page.title}</h1>
        <Page />
      </article>
      <div className={styles.rail}>
        <HelpNav />
      </div>
    </main>
  )
}
