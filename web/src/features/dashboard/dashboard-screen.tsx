import { DayRule } from '#aura/day-rule.tsx'
import { useCurrentUser } from '#features/auth'
import { LessonsSection } from '#features/lessons'
import styles from './dashboard.module.css'
import { DashboardHero } from './dashboard-hero.tsx'
import { DashboardStats } from './dashboard-stats.tsx'
import { firstWords, isNewcomer } from './newcomer.rules.ts'

export default function DashboardScreen() {
  const user = useCurrentUser()
  const words = firstWords(user)
  return (
    <main className={`page ${styles.dashboard}`} data-newcomer={isNewcomer(user)}>
      <DashboardHero user={user} />
      <div className={styles.rule}>
        <DayRule streak={user.currentStreak} />
        {words && <p className={styles.words}>{words}</p>}
      </div>
      <div className={styles.lessons}>
        <LessonsSection />
      </div>
      <div className={styles.ledger}>
        <DashboardStats user={user} />
      </div>
    </main>
  )
}
