import { auraShape } from '@aura/drawing/aura-shape'
import { Check, Hourglass, Undo2 } from 'lucide-react'
import { Link } from 'wouter'
import { AuraCanvas } from '#aura/canvas/aura-canvas.tsx'
import type { RingLayout } from '#aura/canvas/ring-picture.ts'
import { LevelName } from '#aura/level-name.tsx'
import { paths } from '#paths'
import type { Side } from '../shared/battle-view.ts'
import { FittedName, nameStyle } from '../shared/fitted-name.tsx'
import { Username } from '../shared/username.tsx'
import { DiscFace } from './disc-avatar.tsx'
import styles from './showdown.module.css'
import upcoming from './upcoming-battle.module.css'

const SIGNS = { in: Check, out: Hourglass, back: Undo2 } as const
const PHONE_BOX = 300
const NAME = { weight: 700, wide: { full: 88, roomEm: 9.6 }, phone: { full: 80, roomEm: 7.8 } } as const

const ringLayout: RingLayout = (width, height) => ({
  cx: width / 2,
  cy: height / 2,
  r: width < PHONE_BOX ? 58 : 96,
  weight: width < PHONE_BOX ? 0.75 : 1,
})

interface HalfProps {
  side: Pick<Side, 'person' | 'name'>
  place: 'a' | 'b'
  isStarted: boolean
  stake: { text: string; sign: keyof typeof SIGNS }
}

export function Half({ side, place, isStarted, stake }: HalfProps) {
  const { person, name } = side
  const Sign = SIGNS[stake.sign]
  return (
    <>
      {isStarted && (
        <div className={`${upcoming.ring} ${upcoming[place]}`} aria-hidden="true">
          <AuraCanvas
            id={person.id}
            days={person.currentStreak}
            auraPoints={person.auraPoints}
            layout={ringLayout}
            glowEnd={1.6}
          />
        </div>
      )}
      <span
        className={`${styles.disc} ${styles[place]} ${isStarted ? '' : upcoming.dashed}`}
        style={{ fontStretch: `${auraShape(person.id, 0, 0).letterWidth}%` }}
        aria-hidden="true"
      >
        <DiscFace side={side} />
      </span>
      <div className={`${upcoming.caption} ${upcoming[place]}`} data-out={!isStarted || undefined}>
        <h2 style={nameStyle(name, NAME)}>
          <Link href={paths.user(person.id)}>
            <FittedName name={name} />
          </Link>
        </h2>
        <Username {...person} />
        <LevelName days={person.currentStreak} />
        <p>
          <Sign size={18} strokeWidth={1.75} aria-hidden="true" />
          {stake.text}
        </p>
      </div>
    </>
  )
}
