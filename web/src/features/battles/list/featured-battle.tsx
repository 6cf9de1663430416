import { formatShort, formatWhole } from '@aura/api/money'
import { auraShape } from '@aura/drawing/aura-shape'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { Avatar } from '#aura/avatar.tsx'
import type { FieldLayout, FieldPicture } from '#aura/canvas/field-picture.ts'
import { StillField } from '#aura/canvas/still-field.tsx'
import { LevelName } from '#aura/level-name.tsx'
import { countdown } from '#lib/time/countdown'
import { useServerNow } from '#lib/time/server-clock'
import { paths } from '#paths'
import { StatusBadge } from '#ui/feedback/status-badge'
import { kindText, scoreUnit, shareOfBattle } from '../shared/battle-score.ts'
import { type Battle, battleTitle, DRAW, type Side, shownStatus, sidesOf } from '../shared/battle-view.ts'
import { fieldPerson } from '../shared/field-person.ts'
import { Username } from '../shared/username.tsx'
import styles from './featured-battle.module.css'

const PHONE_WIDTH = 896
const IMAGE_PX = 120

const layout: FieldLayout = (width, height) =>
  width < PHONE_WIDTH
    ? {
        a: [width * 0.24, height * 0.6],
        b: [width * 0.76, height * 0.6],
        radius: 42,
        lines: 200,
        reach: 0.5,
        weight: 0.8,
      }
    : {
        a: [width * 0.21, height * 0.42],
        b: [width * 0.79, height * 0.42],
        radius: 62,
        lines: 330,
        reach: 0.75,
        weight: 0.85,
      }

export function FeaturedBattle({ battle }: { battle: Battle }) {
  const [a, b] = sidesOf(battle)
  const share = shareOfBattle(battle)
  const unit = scoreUnit(battle)
  const picture: FieldPicture = { a: fieldPerson(a), b: fieldPerson(b), share, layout }
  return (
    <article className={styles.featured}>
      <StillField picture={picture} className={styles.field ?? ''} />
      {[a, b].map((side, i) => (
        <span
          key={side.person.id}
          className={`${styles.letter} ${i === 0 ? styles.left : styles.right}`}
          style={{ fontStretch: `${auraShape(side.person.id, 0, 0).letterWidth}%` }}
          aria-hidden="true"
        >
          <Avatar name={side.name} image={side.person.profileImageUrl} size={IMAGE_PX} className={styles.image ?? ''} />
        </span>
      ))}
      <div className={styles.middle}>
        <StatusBadge status={shownStatus(battle.status)} />
        <h3>
          <Link href={paths.battle(battle.id)} className={styles.link}>
            {battleTitle(battle)}
          </Link>
        </h3>
        <p>{battle.description}</p>
        {battle.rounds && <p>{kindText(battle)}</p>}
        {battle.status === 'active' ? (
          !battle.rounds && <Left battle={battle} />
        ) : (
          <Outcome battle={battle} sides={[a, b]} />
        )}
        <p className={styles.facts}>
          <span>{formatWhole(battle.challengerStake + battle.opponentStake)} AP at stake</span>
          <span>{formatWhole(battle.totalVotes)} Steeze gifted</span>
        </p>
      </div>
      <Score side={a} share={share} place={styles.left ?? ''} unit={unit} />
      <Score side={b} share={1 - share} place={styles.right ?? ''} unit={unit} />
    </article>
  )
}

function Left({ battle }: { battle: Battle }) {
  const leftMs = Date.parse(battle.votingEndsAt) - useServerNow(1_000)
  return (
    <p className={`num ${styles.clock}`} role="timer" aria-live="off">
      {leftMs > 0 ? countdown(leftMs) : 'Voting Ended'}
      {leftMs > 0 && <span className="sr-only"> remaining</span>}
    </p>
  )
}

function Outcome({ battle, sides }: { battle: Battle; sides: readonly [Side, Side] }) {
  const winner = sides.find(({ person: { id } }) => id === battle.winnerId)
  return <p className={styles.outcome}>{winner ? `${winner.name} Wins!` : DRAW}</p>
}

const MAX_SHOWN = 1_000_000

interface ScoreProps {
  side: Side
  share: number
  place: string
  unit?: ReturnType<typeof scoreUnit>
}

export function Score({ side, share, place, unit = 'Steeze' }: ScoreProps) {
  return (
    <div className={`${styles.score} ${place}`} data-aura={side.accent}>
      <b>{side.name}</b>
      <LevelName days={side.person.currentStreak} accent={side.accent} />
      <span className={styles.points}>
        <Username {...side.person} /> {formatWhole(side.person.auraPoints)} AP
      </span>
      <span className={`num ${styles.figure}`} style={{ '--share': share } as CSSProperties}>
        {side.score < MAX_SHOWN ? formatWhole(side.score) : formatShort(side.score)}
        <span className="sr-only"> {unit}</span>
      </span>
    </div>
  )
}
