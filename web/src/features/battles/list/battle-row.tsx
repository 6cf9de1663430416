import { isCancelled, isStarted } from '@aura/api/battle-statuses'
import { formatWhole } from '@aura/api/money'
import { SOFT_CLOSE_TEXT } from '@aura/api/rules/battles'
import { Link } from 'wouter'
import { LevelName } from '#aura/level-name.tsx'
import { SteezeIcon } from '#aura/steeze-icon.tsx'
import { useServerNow } from '#lib/time/server-clock'
import { useTimes } from '#lib/time/times'
import { paths } from '#paths'
import { StatusBadge } from '#ui/feedback/status-badge'
import { BattleActions } from '../shared/battle-actions.tsx'
import { kindText, scoreUnit } from '../shared/battle-score.ts'
import { type Battle, battleTitle, type Side, shownStatus, sidesOf } from '../shared/battle-view.ts'
import { ownNote } from '../shared/own-note.ts'
import { Recruit } from '../shared/recruit.tsx'
import { Username } from '../shared/username.tsx'
import styles from './battle-row.module.css'
import { outcomeOf } from './outcome.ts'
import { SmallField } from './small-field.tsx'

interface BattleRowProps {
  battle: Battle
  viewerId: string
  isOwn?: boolean
}

export function BattleRow({ battle, viewerId, isOwn = false }: BattleRowProps) {
  return (
    <li className={styles.row} data-off={isCancelled(battle.status) || undefined}>
      <RowText battle={battle} viewerId={viewerId} isOwn={isOwn} />
      <SmallField battle={battle} />
      {isOwn ? <Own battle={battle} viewerId={viewerId} /> : <People battle={battle} />}
      <Outcome battle={battle} viewerId={viewerId} />
      <div className={styles.actions}>
        <BattleActions battle={battle} />
        {isOwn && <Recruit battle={battle} viewerId={viewerId} size={40} />}
      </div>
    </li>
  )
}

export function RowText({ battle, viewerId, isOwn }: BattleRowProps) {
  const { status, opponentId, softClose } = battle
  const kind = kindText(battle)
  const isToAccept = status === 'pending' && opponentId === viewerId
  return (
    <div className={styles.what}>
      <StatusBadge status={shownStatus(status)} />
      <h3 className="h3">
        <Link href={paths.battle(battle.id)}>{battleTitle(battle)}</Link>
      </h3>
      <p className={styles.about}>{battle.cancelReason ?? battle.description}</p>
      {kind && <p className={styles.about}>{kind}</p>}
      {/* In the viewer's own rows, `ownNote` says it. */}
      {isToAccept && softClose && !isOwn && <p className={styles.about}>{SOFT_CLOSE_TEXT}</p>}
    </div>
  )
}

function People({ battle }: { battle: Battle }) {
  return (
    <div className={styles.people}>
      {sidesOf(battle).map((side) => (
        <Person key={side.person.id} side={side} showsScore={isStarted(battle.status)} unit={scoreUnit(battle)} />
      ))}
    </div>
  )
}

interface PersonProps {
  side: Side
  showsScore: boolean
  unit?: ReturnType<typeof scoreUnit>
}

export function Person({ side: { person, name, accent, score }, showsScore, unit = 'Steeze' }: PersonProps) {
  return (
    <p className={styles.person} data-aura={accent}>
      <b title={name}>{name}</b>
      <span className={styles.points}>
        <Username {...person} /> {formatWhole(person.auraPoints)} AP
      </span>
      {showsScore && (
        <span className={`num ${styles.steeze}`}>
          {unit === 'Steeze' && <SteezeIcon size={13} />}
          {formatWhole(score)}
          <span className="sr-only">{unit}</span>
        </span>
      )}
    </p>
  )
}

function Own({ battle, viewerId }: { battle: Battle; viewerId: string }) {
  const { text, note } = ownNote(battle, viewerId)
  const rival = battle.challengerId === viewerId ? battle.opponent : battle.challenger
  return (
    <div className={styles.own}>
      <b>{text}</b>
      <p>{note ?? <LevelName days={rival.currentStreak} />}</p>
      <OwnPoints battle={battle} viewerId={viewerId} />
    </div>
  )
}

export const OwnPoints = ({ battle, viewerId }: BattleRowProps) => (
  <p className={styles.both}>
    {sidesOf(battle).map(({ person, name }) => (
      <span key={person.id}>
        {person.id === viewerId ? (
          'You'
        ) : (
          <>
            {name} <Username {...person} />
          </>
        )}{' '}
        <b>{formatWhole(person.auraPoints)} AP</b>
      </span>
    ))}
  </p>
)

function Outcome({ battle, viewerId }: { battle: Battle; viewerId: string }) {
  const times = useTimes()
  const nowMs = useServerNow(isCancelled(battle.status) || battle.status === 'completed' ? null : 1_000)
  const { value, note } = outcomeOf(battle, { viewerId, times, nowMs })
  return (
    <p className={styles.outcome}>
      <span className="num">{value}</span>{' '}
      <span className={styles.note} title={note}>
        {note}
      </span>
    </p>
  )
}
