import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import type { CSSProperties } from 'react'
import { AuraCanvas } from '#aura/canvas/aura-canvas.tsx'
import type { RingLayout } from '#aura/canvas/ring-picture.ts'
import type { User } from '#features/auth'
import { KnownShare } from '#features/lessons'
import styles from './dashboard.module.css'
import { greeting } from './newcomer.rules.ts'
import { posterFit } from './poster-fit.ts'

const PHONE_HEIGHT = 250

const layout: RingLayout = (width, height) =>
  height < PHONE_HEIGHT
    ? { cx: width * 0.5, cy: height * 0.53, r: 62, weight: 0.8 }
    : { cx: width * 0.5, cy: height * 0.52, r: 100 }

export function DashboardHero({ user }: { user: User }) {
  const points = formatWhole(user.auraPoints)
  const [desk, phone] = [posterFit(points, 92), posterFit(points, 106)]
  const atStake = user.auraPoints - user.availableAuraPoints
  const level = levelOfStreak(user.currentStreak)
  return (
    <section className={styles.hero} aria-label="Your aura">
      <h1 className={styles.welcome}>
        {greeting(user)} <b>{user.firstName || user.username || 'Creator'}</b>
      </h1>
      <div className={styles.ring}>
        <AuraCanvas id={user.id} days={user.currentStreak} auraPoints={user.auraPoints} layout={layout} />
        <div className={styles.day}>
          <span>Day</span>
          <span className="num">{user.currentStreak}</span>
          <span>{level.name}</span>
        </div>
      </div>
      <div className={styles.points}>
        <span
          className={`num ${styles.poster}`}
          style={
            {
              '--stretch-desk': `${desk.stretch}%`,
              '--scale-desk': desk.scale,
              '--stretch-phone': `${phone.stretch}%`,
              '--scale-phone': phone.scale,
            } as CSSProperties
          }
        >
          {points}
        </span>
        <span className={styles.label}>
          <AuraPointsIcon />
          <span>Aura Points</span>
          {atStake > 0 && <span className="font-sans text-sm font-normal">{formatWhole(atStake)} at stake</span>}
        </span>
      </div>
      <div className={styles.known}>
        <KnownShare />
      </div>
    </section>
  )
}

function AuraPointsIcon() {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="3.4" />
      <path d="M8 .9v1.6M13 3l-1.1 1.1M15.1 8h-1.6M13 13l-1.1-1.1M8 15.1v-1.6M3 13l1.1-1.1M.9 8h1.6M3 3l1.1 1.1" />
    </svg>
  )
}
