import { isCancelled, isStarted } from '@aura/api/battle-statuses'
import { auraShape } from '@aura/drawing/aura-shape'
import { Avatar } from '#aura/avatar.tsx'
import type { FieldLayout, FieldPicture } from '#aura/canvas/field-picture.ts'
import { StillField } from '#aura/canvas/still-field.tsx'
import { shareOfBattle } from '../shared/battle-score.ts'
import { type Battle, type Side, sidesOf } from '../shared/battle-view.ts'
import styles from './battle-row.module.css'

const IMAGE_PX = 42

const AT = { a: 0.17, b: 0.83 } as const

const lit: FieldLayout = (width, height) => ({
  a: [width * AT.a, height / 2],
  b: [width * AT.b, height / 2],
  radius: 23,
  lines: 120,
  reach: 0.42,
  weight: 0.75,
})
const unlit: FieldLayout = (width, height) => ({ ...lit(width, height), lines: 56, reach: 0.16 })

const person = ({ person: { id, currentStreak, auraPoints } }: Side, color: string) => ({
  id,
  days: currentStreak,
  auraPoints,
  color,
  gifts: [],
})

/** A row's field: unlit until the battle starts, without lines if it was cancelled. */
export function SmallField({ battle }: { battle: Battle }) {
  const [a, b] = sidesOf(battle)
  const isBright = isStarted(battle.status)
  const share = isBright ? shareOfBattle(battle) : 0.5
  const picture: FieldPicture = {
    a: person(a, isBright ? a.color : 'line-2'),
    b: person(b, isBright ? b.color : 'line-2'),
    share,
    layout: isBright ? lit : unlit,
  }
  const isDark = !isBright || isCancelled(battle.status)
  return (
    <div className={styles.field} data-dim={isDark || undefined} aria-hidden="true">
      {!isCancelled(battle.status) && <StillField picture={picture} className={styles.lines ?? ''} />}
      {[a, b].map((side, i) => (
        <span
          key={side.person.id}
          className={styles.letter}
          data-off={isCancelled(battle.status) || undefined}
          data-lost={side.hasLost || undefined}
          style={{
            left: `${(i === 0 ? AT.a : AT.b) * 100}%`,
            fontStretch: `${auraShape(side.person.id, 0, 0).letterWidth}%`,
          }}
        >
          <Avatar name={side.name} image={side.person.profileImageUrl} size={IMAGE_PX} />
        </span>
      ))}
      {!isCancelled(battle.status) && (
        <i className={styles.mark} style={{ left: `${(AT.a + (AT.b - AT.a) * share) * 100}%` }} />
      )}
    </div>
  )
}
