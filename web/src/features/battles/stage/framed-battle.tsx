import { isCancelled } from '@aura/api/battle-statuses'
import { formatWhole } from '@aura/api/money'
import { type CSSProperties, useEffect, useRef } from 'react'
import { Avatar } from '#aura/avatar.tsx'
import type { FieldPicture } from '#aura/canvas/field-picture.ts'
import { type FieldControl, LiveFieldCanvas } from '#aura/canvas/live-field-canvas.tsx'
import { SteezeIcon } from '#aura/steeze-icon.tsx'
import { errorCode } from '#lib/api-error'
import { useLiveStatus } from '#lib/live/use-live'
import { showTheme } from '#lib/theme'
import { paths } from '#paths'
import { scoreUnit, shareOfBattle } from '../shared/battle-score.ts'
import { type BattleDetail, battleTitle, DRAW, type Side, sidesOf } from '../shared/battle-view.ts'
import { useBattle } from '../shared/use-battle.ts'
import { useGifts } from '../shared/use-gifts.ts'
import { endWords } from '../showdown/end/end-words.ts'
import { FinalMinute } from '../showdown/final/final-minute.tsx'
import { GiftBanners, LeadChange } from '../showdown/gifts/gift-moments.tsx'
import { useGiftMoments } from '../showdown/gifts/use-gift-moments.ts'
import styles from './framed-battle.module.css'
import { StageAlerts } from './stage-alerts.tsx'
import { useStageClock } from './stage-clock.ts'
import { stageLayout } from './stage-layout.ts'
import { readStageOptions, type StageOptions } from './stage-options.ts'

interface FramedBattleProps {
  kind: 'overlay' | 'embed'
  id: string
  search: string
}

/** A live battle for other programs and sites, without any control except a link. */
export function FramedBattle({ kind, id, search }: FramedBattleProps) {
  const options = readStageOptions(search)
  useEffect(() => showTheme(options.theme), [options.theme])
  useEffect(() => {
    const { classList, style } = document.documentElement
    classList.add(styles.root ?? '')
    style.setProperty('--scale', String(options.scale))
  }, [options.scale])
  const { data: battle, error } = useBattle(id)
  const isMissing = ['BATTLE_NOT_FOUND', 'INVALID_REQUEST'].includes(errorCode(error))
  return (
    <main className={styles.frame} data-kind={kind}>
      {battle ? (
        <Stage battle={battle} options={kind === 'overlay' ? options : { ...options, hasAlerts: false }} />
      ) : (
        <p className={styles.note}>{isMissing ? 'This battle doesn’t exist.' : error ? 'Connecting to Aura…' : ''}</p>
      )}
      {battle && kind === 'embed' && (
        <a className={styles.watch} href={paths.battle(id)} target="_blank" rel="noopener">
          {battle.status === 'active' ? 'Watch on Aura' : 'See it on Aura'}
        </a>
      )}
    </main>
  )
}

/** A framed page shows one battle from its start, so its cache holds nothing older. */
const IS_FRESH = true

function Stage({ battle, options }: { battle: BattleDetail; options: StageOptions }) {
  const sides = sidesOf(battle)
  const [a, b] = sides
  const share = shareOfBattle(battle)
  const status = useLiveStatus()
  const control = useRef<FieldControl>(null)
  const isActive = battle.status === 'active'
  const votes = useGifts(battle)
  const moments = useGiftMoments(votes, {
    battle,
    isFresh: IS_FRESH,
    sides,
    viewer: null,
    pending: [],
    isPlaying: true,
    field: control,
  })
  const isStarted = isActive || battle.status === 'completed'
  const letters = Math.max(...sides.map(({ score }) => formatWhole(score).length))
  const picture: FieldPicture = {
    a: fieldPerson(a, battle.topGifters.challenger),
    b: fieldPerson(b, battle.topGifters.opponent),
    share,
    layout: stageLayout(options.scale),
  }
  return (
    <>
      {options.hasField && isStarted && (
        <LiveFieldCanvas
          ref={control}
          picture={picture}
          isPlaying={isActive}
          className={styles.field ?? ''}
          sparksClassName=""
          isBesideStream
        />
      )}
      <header className={styles.middle}>
        <h1>{battleTitle(battle)}</h1>
        <Middle battle={battle} sides={sides} />
        {status === 'down' && <p className={styles.note}>Reconnecting…</p>}
      </header>
      <Fighter side={a} place="a" isStarted={isStarted} letters={letters} unit={scoreUnit(battle)} />
      <Fighter side={b} place="b" isStarted={isStarted} letters={letters} unit={scoreUnit(battle)} />
      {isStarted && (
        <div className={styles.share} style={{ '--share': share } as CSSProperties} aria-hidden="true">
          <i data-aura={a.accent} />
          <i data-aura={b.accent} />
        </div>
      )}
      {isActive && !battle.rounds && <FinalMinute endsAt={battle.endsAt} isFresh={IS_FRESH} isPlaying />}
      {isActive && options.hasBanners && <GiftBanners heard={moments.heard} nowMs={moments.nowMs} sides={sides} />}
      {options.hasBanners && !battle.rounds && (
        <LeadChange lead={moments.lead} sides={sides} isPlaying={!options.hasAlerts} />
      )}
      {options.hasAlerts && <StageAlerts battle={battle} votes={votes} sides={sides} options={options} />}
    </>
  )
}

function fieldPerson({ person, color }: Side, gifters: readonly { amount: number }[]) {
  const { id, currentStreak: days, auraPoints } = person
  return { id, days, auraPoints, color, gifts: gifters.map(({ amount }) => amount) }
}

function Middle({ battle, sides }: { battle: BattleDetail; sides: readonly [Side, Side] }) {
  if (battle.status === 'completed') {
    const winner = sides.find(({ person }) => person.id === battle.winnerId)
    const { gifter } = endWords(battle, undefined)
    return (
      <>
        <p className={styles.result} data-aura={winner?.accent ?? 'none'}>
          {winner ? `${winner.name} Wins!` : DRAW}
        </p>
        {gifter && <p className={styles.gifter}>{gifter}</p>}
      </>
    )
  }
  if (isCancelled(battle.status)) return <p className={styles.note}>This battle was called off.</p>
  if (battle.status === 'active' && battle.rounds)
    return <p className={`num ${styles.clock}`}>Best of {battle.rounds.bestOf}</p>
  return <StageClock battle={battle} />
}

function StageClock({ battle }: { battle: BattleDetail }) {
  const { before, clock } = useStageClock(battle)
  return (
    <p className={`num ${styles.clock}`} role="timer" aria-live="off">
      {before && <span className={styles.note}>{before} </span>}
      {clock}
    </p>
  )
}

interface FighterProps {
  side: Side
  place: 'a' | 'b'
  isStarted: boolean
  letters: number
  unit: ReturnType<typeof scoreUnit>
}

function Fighter({ side, place, isStarted, letters, unit }: FighterProps) {
  return (
    <section
      className={`${styles.fighter} ${styles[place]}`}
      data-aura={side.accent}
      data-lost={side.hasLost || undefined}
    >
      <span className={styles.disc} aria-hidden="true">
        <Avatar name={side.name} image={side.person.profileImageUrl} size={256} className={styles.face ?? ''} />
      </span>
      <div className={styles.words}>
        <h2>{side.name}</h2>
        {side.person.firstName && <small>@{side.person.username}</small>}
        {isStarted && (
          <p className={`num ${styles.score}`} style={{ '--letters': letters } as CSSProperties}>
            {formatWhole(side.score)} {unit === 'Steeze' && <SteezeIcon />}
            <span className="sr-only"> {unit}</span>
          </p>
        )}
      </div>
    </section>
  )
}
