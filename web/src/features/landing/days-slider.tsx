import { AURA_LEVELS, levelOfStreak } from '@aura/api/levels'
import { VOUCH_MULTIPLIERS } from '@aura/api/rules/vouching'
import { auraShape } from '@aura/drawing/aura-shape'
import { useState } from 'react'
import type { RingLayout, RingPicture } from '#aura/canvas/ring-picture.ts'
import { StillRing } from '#aura/canvas/still-ring.tsx'
import { LevelName } from '#aura/level-name.tsx'
import { TickSlider } from '#ui/forms/tick-slider'
import styles from './days-slider.module.css'

const LAST_DAY = 30

const layout: RingLayout = (width, height) => ({ cx: width / 2, cy: height / 2, r: Math.min(width, height) * 0.24 })

const PICTURE: RingPicture = { shape: auraShape('aura-thirty-days', LAST_DAY, 60_000), layout, glowEnd: undefined }

export default function DaysSlider() {
  const [day, setDay] = useState(7)
  const level = levelOfStreak(day)
  return (
    <div className={styles.days} data-aura={level.key}>
      <div className={styles.ring} role="img" aria-label={`A ring on day ${day}`}>
        <StillRing picture={PICTURE} day={day} />
        <div className={styles.day} aria-hidden="true">
          <span>Day</span>
          <span className="num">{day}</span>
        </div>
      </div>
      <div className={styles.facts}>
        <p className={styles.level}>
          <LevelName days={day} />
        </p>
        <p className={styles.text}>{textOf(day)}</p>
        <TickSlider label="Day" value={day} onChange={setDay} min={1} max={LAST_DAY} valueText={spoken} />
        <p className={styles.ends} aria-hidden="true">
          <span>Day 1</span>
          <span>Day {LAST_DAY}</span>
        </p>
      </div>
    </div>
  )
}

function textOf(day: number): string {
  const level = levelOfStreak(day)
  const lines = day === 1 ? '1 line' : `${day} lines`
  const next = AURA_LEVELS[AURA_LEVELS.indexOf(level) + 1]
  const counts = `${lines}. Vouches you give count ${VOUCH_MULTIPLIERS[level.key]}x.`
  if (!next) return `${counts} This is the highest level.`
  const left = next.minDays - day
  return `${counts} ${left === 1 ? '1 more day' : `${left} more days`} to ${next.name}.`
}

const spoken = (day: number): string => `Day ${day}, ${levelOfStreak(day).name}. ${textOf(day)}`
