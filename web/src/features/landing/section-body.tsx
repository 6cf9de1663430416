import { type ReactNode, Suspense } from 'react'
import { Spotlight } from '#features/battles'
import { Rankings } from '#features/leaderboard'
import { ReservesSummary } from '#features/reserves'
import { TrialLesson } from '#features/trial'
import { lazyPart } from '#ui/layout/lazy-part'
import styles from './section.module.css'

const HowItWorks = lazyPart(() => import('./how-it-works.tsx'))
const DaysSlider = lazyPart(() => import('./days-slider.tsx'))

export type SectionName = 'trial' | 'how' | 'days' | 'live' | 'rankings' | 'trust'

const LEADS: Readonly<Partial<Record<SectionName, string>>> = {
  trial:
    'Every aura starts unlit. One lesson and one question light the first line of yours: thirty seconds, no account needed.',
  how: 'A few minutes a day, a crowd that decides, and people who stand behind you.',
  days: 'Your streak decides your level and its colour. Drag through the first month.',
  live: 'Two creators stake Aura Points. The crowd decides by gifting Steeze, and the winner takes both stakes.',
  trust:
    'Earned Steeze can be redeemed for USDC. A contract holds it, and anyone can compare it with every Steeze there is.',
}

export default function SectionBody({ of, onJoin }: { of: SectionName; onJoin: () => void }) {
  const contents: Readonly<Record<SectionName, ReactNode>> = {
    trial: <TrialLesson onKeep={onJoin} />,
    how: <HowItWorks />,
    days: <DaysSlider />,
    live: <Spotlight />,
    rankings: <Rankings onStart={onJoin} />,
    trust: <ReservesSummary />,
  }
  const lead = LEADS[of]
  return (
    <>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      <Suspense>{contents[of]}</Suspense>
    </>
  )
}
