import { formatWhole } from '@aura/api/money'
import { auraShape } from '@aura/drawing/aura-shape'
import { Avatar } from '#aura/avatar.tsx'
import { AuraCanvas } from '#aura/canvas/aura-canvas.tsx'
import type { RingLayout } from '#aura/canvas/ring-picture.ts'
import { useCurrentUser } from '#features/auth'
import { gainText } from '../shared/stake-outcome.ts'
import styles from './create-battle.module.css'
import type { Opponent } from './create-form.ts'

const PHONE_HEIGHT = 200
/** On a phone side by side with the stakes between them, otherwise stacked. */
const at =
  (side: 0.4 | 0.6): RingLayout =>
  (width, height) =>
    height < PHONE_HEIGHT
      ? { cx: width * side, cy: height * 0.46, r: 36, weight: 0.7 }
      : { cx: width / 2, cy: height / 2, r: 78 }
const [mine, theirs] = [at(0.4), at(0.6)]

export function ChallengePreview({ opponent, stake }: { opponent: Opponent | null; stake: number }) {
  const me = useCurrentUser()
  const points = formatWhole(stake)
  return (
    <div className={styles.preview} aria-hidden="true">
      <div className={styles.half}>
        <AuraCanvas id={me.id} days={me.currentStreak} auraPoints={me.auraPoints} layout={mine} />
        <Letter person={me} />
        <p className={`${styles.label} ${styles.first}`}>
          <b>You</b>
          <span className="num">stakes {points} AP</span>
        </p>
      </div>
      <div className={styles.front}>
        <div>
          <span className="num">{formatWhole(stake * 2)} AP</span>
          <small>to the winner</small>
          <small>{gainText(stake)} net</small>
        </div>
      </div>
      <div className={styles.half}>
        {opponent ? (
          <>
            <AuraCanvas
              key={opponent.id}
              id={opponent.id}
              days={opponent.currentStreak}
              auraPoints={opponent.auraPoints}
              layout={theirs}
            />
            <Letter person={opponent} />
          </>
        ) : (
          <span className={styles.nobody}>?</span>
        )}
        <p className={`${styles.label} ${styles.second}`}>
          <b>{opponent?.username ?? 'Nobody yet'}</b>
          {opponent && <span className="num">stakes {points} AP</span>}
        </p>
      </div>
    </div>
  )
}

const IMAGE_PX = 150

const Letter = ({ person }: { person: Pick<Opponent, 'id' | 'username' | 'profileImageUrl'> }) => (
  <span className={styles.letter} style={{ fontStretch: `${auraShape(person.id, 0, 0).letterWidth}%` }}>
    <Avatar name={person.username} image={person.profileImageUrl} size={IMAGE_PX} className={styles.image ?? ''} />
  </span>
)
