import { TrendingUp } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { Logo } from '#aura/logo.tsx'
import { JoinDialog, preloadJoinDialog, SignInOffer } from '#features/auth'
import { Spotlight } from '#features/battles'
import { Rankings } from '#features/leaderboard'
import { TrialLesson } from '#features/lessons'
import { useNearView } from '#lib/use-near-view'
import { useTitle } from '#lib/use-title'
import { paths } from '#paths'
import { Button } from '#ui/forms/button'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import styles from './landing.module.css'

export { LandingSkeleton } from './landing-skeleton.tsx'

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
        <TrialSection onKeep={open} />
        <SpotlightSection />
        <RankingsSection onStart={open} />
      </main>
      <Footer />
      {!joining && <SignInOffer />}
      <JoinDialog open={joining} onClose={close} />
    </>
  )
}

/** Below the fold: code and data load when scrolled near. */
function TrialSection({ onKeep }: { onKeep: () => void }) {
  const body = useRef<HTMLDivElement>(null)
  const near = useNearView(body)
  return (
    <section id="trial" className={`page ${styles.section}`} aria-labelledby="trial-title">
      <h2 id="trial-title" className="h1">
        Light your first line
      </h2>
      <p className={styles.lead}>
        Every aura starts unlit. One lesson and one question light the first line of yours: thirty seconds, no account
        needed.
      </p>
      <div ref={body} className={styles.trialBody}>
        {near && (
          <Suspense>
            <TrialLesson onKeep={onKeep} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

function SpotlightSection() {
  const body = useRef<HTMLDivElement>(null)
  const near = useNearView(body)
  return (
    <section id="live" className={`page ${styles.section}`} aria-labelledby="live-title">
      <h2 id="live-title" className="h1">
        Battles, live
      </h2>
      <p className={styles.lead}>
        Two creators stake Aura Points. The crowd decides by gifting Steeze, and the winner takes both stakes.
      </p>
      <div ref={body} className={styles.spotlight}>
        {near && (
          <Suspense>
            <Spotlight />
          </Suspense>
        )}
      </div>
    </section>
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
