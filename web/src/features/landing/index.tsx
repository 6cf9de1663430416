import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { Logo } from '#aura/logo.tsx'
import { JoinDialog, preloadJoinDialog, SignInOffer } from '#features/auth'
import { usePassedTrial, WaitingTrial } from '#features/trial'
import { useTitle } from '#lib/use-title'
import { paths } from '#paths'
import { Button } from '#ui/forms/button'
import { lazyPart } from '#ui/layout/lazy-part'
import { Near } from '#ui/layout/near'
import { StrokeIcon } from '#ui/layout/stroke-icon'
import { FirstStep, Hero } from './hero.tsx'
import styles from './landing.module.css'
import sections from './section.module.css'
import type { SectionName } from './section-body.tsx'

export { LandingSkeleton } from './landing-skeleton.tsx'

export const preloadHero = (): Promise<void> => import('./hero-aura.tsx').then(({ preloadPoster }) => preloadPoster())

// Below the fold: code and data load when scrolled near.
const SectionBody = lazyPart(() => import('./section-body.tsx'), { className: 'page' })
const Footer = lazyPart(() => import('./footer.tsx'), { className: 'page' })

const SECTIONS: readonly (readonly [SectionName, string])[] = [
  ['trial', 'Light your first line'],
  ['how', 'Learn, keep going, battle, get vouched'],
  ['days', 'One line a day'],
  ['live', 'Battles, live'],
  ['rankings', 'Aura rankings'],
  ['trust', 'Nothing to take on trust'],
]

export function LandingScreen() {
  useTitle('Build your aura')
  const search = useSearch()
  const [joining, setJoining] = useState(() => asksToJoin(search))
  const [seenSearch, setSeenSearch] = useState(search)
  if (search !== seenSearch) {
    setSeenSearch(search)
    if (asksToJoin(search)) setJoining(true)
  }
  const isPassed = usePassedTrial()
  const hero = useRef<HTMLElement>(null)
  const isPast = useIsPast(hero)
  const open = () => setJoining(true)
  const close = () => {
    setJoining(false)
    if (asksToJoin(search)) navigate(paths.home, { replace: true })
  }
  return (
    <>
      <header className={styles.top} data-past={isPast || undefined}>
        <div className="page">
          <Logo size={28} />
          <a className={`ml-auto ${styles.trending}`} href="#rankings">
            <StrokeIcon path="M16 7h6v6m0-6-8.5 8.5-5-5L2 17" strokeWidth={1.75} />
            TRENDING
          </a>
          {isPast && <FirstStep size={40} onKeep={open} />}
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
        <Hero ref={hero} onLogin={open} onLikelyLogin={preloadJoinDialog} />
        {SECTIONS.map(([name, title]) => (
          <section key={name} id={name} className={`page ${sections.section}`} aria-labelledby={`${name}-title`}>
            <h2 id={`${name}-title`} className="h1">
              {title}
            </h2>
            <Near className={sections[name]}>
              <SectionBody of={name} onJoin={open} />
            </Near>
          </section>
        ))}
      </main>
      <Near className={sections.footer}>
        <Footer />
      </Near>
      {!joining && <SignInOffer />}
      <JoinDialog open={joining} onClose={close} waiting={isPassed ? <WaitingTrial /> : null} />
    </>
  )
}

/** Returns whether most of the element has been scrolled past. */
function useIsPast(ref: RefObject<Element | null>): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver((entries) => setPast(!entries.at(-1)?.isIntersecting), {
      rootMargin: '-25% 0px 0px',
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return isPast
}

const asksToJoin = (search: string): boolean => new URLSearchParams(search).get('join') === '1'
