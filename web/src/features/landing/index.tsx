import { TrendingUp } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { Logo } from '#aura/logo.tsx'
import { JoinDialog, preloadJoinDialog, SignInOffer } from '#features/auth'
import { Spotlight } from '#features/battles'
import { Rankings } from '#features/leaderboard'
import { TrialLesson } from '#features/lessons'
import { ReservesSummary } from '#features/reserves'
import { useNearView } from '#lib/use-near-view'
import { useTitle } from '#lib/use-title'
import { paths } from '#paths'
import { Button } from '#ui/forms/button'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import styles from './landing.module.css'
import { LazySection } from './lazy-section.tsx'

export { LandingSkeleton } from './landing-skeleton.tsx'

const NotLoaded = () => <p className="text-ink-2">This part didn’t load. Reload the page to try again.</p>
const HowItWorks = lazy(() => import('./how-it-works.tsx').catch(() => ({ default: NotLoaded })))
const DaysSlider = lazy(() => import('./days-slider.tsx').catch(() => ({ default: NotLoaded })))

/** `?join=1` opens the Join dialog. */
export function LandingScreen() {
  useTitle('Build your aura')
  const search = useSearch()
  const [joining, setJoining] = useState(() => asksToJoin(search))
  const [seenSearch, setSeenSearch] = useState(search)
  if (search !== seenSearch) {
    setSeenSearch(search)
    if (asksToJoin(search)) setJoining(true)
  }
  const open = () => setJoining(true)
  const close = () => {
    setJoining(false)
    if (asksToJoin(search)) navigate(paths.home, { replace: true })
  }
  return (
    <>
      <header className={styles.top}>
        <div className="page">
          <Logo size={28} />
          <a className={`ml-auto ${styles.trending}`} href="#rankings">
            <TrendingUp size={18} strokeWidth={1.75} aria-hidden="true" />
            TRENDING
          </a>
          <Button
            className="bg-bg max-md:ml-auto"
            kind="secondary"
            size={40}
            onClick={open}
            onPointerEnter={preloadJoinDialog}
            onFocus={preloadJoinDialog}
          >
            LOGIN
          </Button>
        </div>
      </header>
      <main>
        <Hero onLogin={open} onLikelyLogin={preloadJoinDialog} />
        <LazySection
          id="trial"
          title="Light your first line"
          lead="Every aura starts unlit. One lesson and one question light the first line of yours: thirty seconds, no account needed."
          room="lesson"
        >
          <TrialLesson onKeep={open} />
        </LazySection>
        <LazySection
          id="how"
          title="Learn, keep going, battle, get vouched"
          lead="A few minutes a day, a crowd that decides, and people who stand behind you."
          room="pictures"
        >
          <HowItWorks />
        </LazySection>
        <LazySection
          id="days"
          title="One line a day"
          lead="Your streak decides your level and its colour. Drag through the first month."
          room="ring"
        >
          <DaysSlider />
        </LazySection>
        <LazySection
          id="live"
          title="Battles, live"
          lead="Two creators stake Aura Points. The crowd decides by gifting Steeze, and the winner takes both stakes."
          room="battle"
        >
          <Spotlight />
        </LazySection>
        <RankingsSection onStart={open} />
        <LazySection
          id="trust"
          title="Nothing to take on trust"
          lead="Earned Steeze can be redeemed for USDC. A contract holds it, and anyone can compare it with every Steeze there is."
          room="reserves"
        >
          <ReservesSummary />
        </LazySection>
      </main>
      <Footer />
      {!joining && <SignInOffer />}
      <JoinDialog open={joining} onClose={close} />
    </>
  )
}

const PLACE = <div className="min-h-120" />

/** Below the fold: code and data load when scrolled near. */
function RankingsSection({ onStart }: { onStart: () => void }) {
  const body = useRef<HTMLDivElement>(null)
  const near = useNearView(body)
  return (
    <section id="rankings" className={`page ${styles.rankings}`} aria-labelledby="rankings-title">
      <h2 id="rankings-title" className="h1">
        Aura rankings
      </h2>
      <div ref={body}>
        {near ? (
          <Suspense fallback={PLACE}>
            <Rankings onStart={onStart} />
          </Suspense>
        ) : (
          PLACE
        )}
      </div>
    </section>
  )
}

const asksToJoin = (search: string): boolean => new URLSearchParams(search).get('join') === '1'
