import { type ComponentType, Suspense } from 'react'
import { DayRule } from '#aura/day-rule.tsx'
import { SecondKeyQuestion } from '#features/accounts'
import { useCurrentUser } from '#features/auth'
import { LessonsSection, WinBackOffer } from '#features/lessons'
import { StreakNote } from '#features/streak'
import { useFeatures } from '#lib/features-context'
import styles from './dashboard.module.css'
import { DashboardHero } from './dashboard-hero.tsx'
import { DashboardStats } from './dashboard-stats.tsx'
import { firstWords, isNewcomer } from './newcomer.rules.ts'

declare module '#lib/feature' {
  interface Feature {
    /** Shown below the lessons. Loaded with `lazy`. */
    readonly DashboardSection?: ComponentType
  }
}

export default function DashboardScreen() {
  const user = useCurrentUser()
  const words = firstWords(user)
  return (
    <main className={`page ${styles.dashboard}`} data-newcomer={isNewcomer(user)}>
      <DashboardHero user={user} />
      <div className={styles.rule}>
        <DayRule streak={user.currentStreak} />
        {words && <p className={styles.words}>{words}</p>}
        <StreakNote />
        <WinBackOffer />
        <SecondKeyQuestion user={user} />
      </div>
      <div className={styles.lessons}>
        <LessonsSection />
      </div>
      {useFeatures().map(
        ({ name, DashboardSection }) =>
          DashboardSection && (
            <div key={name} className={styles.section}>
              <Suspense>
                <DashboardSection />
              </Suspense>
            </div>
          ),
      )}
      <div className={styles.ledger}>
        <DashboardStats user={user} />
      </div>
    </main>
  )
}
