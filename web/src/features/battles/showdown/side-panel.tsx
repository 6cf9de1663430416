import { formatShort, formatWhole } from '@aura/api/money'
import { auraShape } from '@aura/drawing/aura-shape'
import { Heart } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { LevelName } from '#aura/level-name.tsx'
import { SteezeIcon } from '#aura/steeze-icon.tsx'
import { paths } from '#paths'
import { PendingGifts } from '../gifting/gift-buttons.tsx'
import type { PendingGift } from '../gifting/use-gift.ts'
import type { Side } from '../shared/battle-view.ts'
import { FittedName, nameStyle } from '../shared/fitted-name.tsx'
import { Username } from '../shared/username.tsx'
import { DiscFace } from './disc-avatar.tsx'
import { percent } from './radar.tsx'
import { scoreFit } from './score-fit.ts'
import styles from './showdown.module.css'

const ROOM_EM = { wide: 4.75, phoneA: 4.12, phoneB: 3.3 } as const
const NAME = { weight: 700, wide: { full: 75, roomEm: 14.5 }, phone: { full: 75, roomEm: 7.8 } } as const

interface DiscProps {
  side: Side
  place: 'a' | 'b'
  isStarted: boolean
  onTap: (() => void) | undefined
}

/** Signed-in users tap it to cheer while the battle is active. */
export function Disc({ side, place, isStarted, onTap }: DiscProps) {
  const shown = {
    'data-disc': side.person.id,
    'data-lit': isStarted || undefined,
    className: `${styles.disc} ${styles[place]}`,
    style: { fontStretch: `${auraShape(side.person.id, 0, 0).letterWidth}%` },
  }
  if (!onTap) {
    return (
      <span {...shown} data-lost={side.hasLost || undefined} aria-hidden="true">
        <DiscFace side={side} />
      </span>
    )
  }
  return (
    <button type="button" {...shown} aria-label={`Cheer for ${side.name}`} onClick={onTap}>
      <span className={styles.discFace} aria-hidden="true">
        <DiscFace side={side} />
      </span>
      <Heart className={styles.cheer} size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}

const MAX_SHOWN = 100_000_000

interface PanelProps {
  pending: readonly PendingGift[]
  side: Side
  share: number
  place: 'a' | 'b'
  isStarted: boolean
  isActive: boolean
  /** On the low stage beside streams. */
  isLow?: boolean
}

export function Panel({ side, share, place, isStarted, isActive, isLow = false, pending }: PanelProps) {
  const score = side.steeze < MAX_SHOWN ? formatWhole(side.steeze) : formatShort(side.steeze)
  const [wide, phone] = [
    scoreFit(score, share, ROOM_EM.wide),
    scoreFit(score, share * 0.6, place === 'a' || isLow ? ROOM_EM.phoneA : ROOM_EM.phoneB),
  ]
  const fit = {
    '--stretch': `${wide.stretch}%`,
    '--scale': wide.scale,
    '--stretch-phone': `${phone.stretch}%`,
    '--scale-phone': phone.scale,
  } as CSSProperties
  return (
    <div
      className={`${styles.side} ${styles[place]}`}
      data-aura={side.accent}
      data-lost={side.hasLost || undefined}
      data-lit={isStarted || undefined}
    >
      <h2 className={styles.name} style={nameStyle(side.name, NAME)}>
        <Link href={paths.user(side.person.id)}>
          <FittedName name={side.name} />
        </Link>
      </h2>
      <Username {...side.person} />
      <LevelName days={side.person.currentStreak} accent={side.accent} />
      <p className={`num ${styles.score}`} style={fit} data-score>
        {score}
      </p>
      <span className={styles.share} role="img" aria-label={`${percent(share)} of all gifts`}>
        <i className={styles.shareFill} style={{ scale: `${share} 1` }} />
      </span>
      {/* One line in both states, so that the score stays where it is at the end. */}
      <span className={styles.received}>
        <SteezeIcon />
        {isActive ? 'Steeze received' : `Final Steeze: ${score}`}
        {isActive && <PendingGifts pending={pending} side={side} />}
      </span>
    </div>
  )
}
