import { isCancelled } from '@aura/api/battle-statuses'
import { DECLINE_REASONS } from '@aura/api/decline-reasons'
import { formatWhole } from '@aura/api/money'
import { rematchStartsInS, SOFT_CLOSE_TEXT, untilText } from '@aura/api/rules/battles'
import { roundsText, walkoverAp } from '@aura/api/rules/rounds'
import { Suspense } from 'react'
import type { User } from '#features/auth'
import { AddToCalendar } from '#features/calendar'
import { countdown } from '#lib/time/countdown'
import { useServerNow } from '#lib/time/server-clock'
import { useTimes } from '#lib/time/times'
import { lazyPart } from '#ui/layout/lazy-part'
import { Stat, StatStrip } from '#ui/layout/stat-strip'
import { StepButtons } from '../shared/battle-actions.tsx'
import { type BattleDetail, battleTitle, sidesOf, takesPart } from '../shared/battle-view.ts'
import { ownNote } from '../shared/own-note.ts'
import { Recruit } from '../shared/recruit.tsx'
import { stakeOutcome } from '../shared/stake-outcome.ts'
import { clockTime, dayName, isNear } from '../shared/times.ts'
import { OwnStreamButton } from '../streams/own-stream-button.tsx'
import { Streams } from '../streams/streams.tsx'
import { BesideBattle } from './beside-battle.tsx'
import { DottedField } from './dotted-field.tsx'
import { Half } from './half.tsx'
import { ReminderButton } from './reminder-button.tsx'
import styles from './showdown.module.css'
import { ShowdownBar } from './showdown-bar.tsx'
import upcoming from './upcoming-battle.module.css'

const RoundsLobby = lazyPart(() => import('../rounds/ready-panel.tsx'), { name: 'The lobby' })

interface UpcomingBattleProps {
  battle: BattleDetail
  viewer: User | null
}

export function UpcomingBattle({ battle, viewer }: UpcomingBattleProps) {
  const viewerId = viewer?.id
  const sides = sidesOf(battle)
  const [a, b] = sides
  const isOver = isCancelled(battle.status)
  const isMine = takesPart(battle, viewerId)
  const isAccepted = !isOver && battle.status !== 'pending'
  const isIn = { a: !isOver, b: isAccepted }
  return (
    <main className={styles.showdown}>
      <Streams battle={battle} sides={sides} viewer={viewer} />
      <div className={styles.stage}>
        <DottedField className={styles.field ?? ''} />
        <ShowdownBar battle={battle} />
        <Half side={a} place="a" isStarted={isIn.a} stake={stakeText(battle, isIn.a)} />
        <Half side={b} place="b" isStarted={isIn.b} stake={stakeText(battle, isIn.b)} />
        <div className={upcoming.middle}>
          <h1>{headline(battle, viewerId)}</h1>
          <p>{explanation(battle)}</p>
        </div>
      </div>
      <div className={`page ${upcoming.facts}`}>
        {viewerId && (
          <div className={upcoming.recruit}>
            <Recruit battle={battle} viewerId={viewerId} showsTimeLeft />
          </div>
        )}
        {isAccepted && battle.rounds && (
          <Suspense>
            <RoundsLobby battle={battle} viewerId={viewerId} />
          </Suspense>
        )}
        {!isOver && <Facts battle={battle} />}
        <p className={upcoming.note}>{explanation(battle)}</p>
        <div className={upcoming.about}>
          <p>
            <b>{battleTitle(battle)}.</b> {battle.description}
            {battle.rounds && !isOver && <span className={upcoming.softClose}>{roundsText(battle.rounds.bestOf)}</span>}
            {battle.softClose && !isOver && <span className={upcoming.softClose}>{SOFT_CLOSE_TEXT}</span>}
            {isMine && !isOver && (
              <span className={upcoming.softClose}>
                {stakeOutcome(battle.challengerStake)} A draw returns both stakes.
                {battle.rounds &&
                  ` Not being ready in time costs ${formatWhole(walkoverAp(battle.challengerStake))} AP.`}
              </span>
            )}
          </p>
          {(viewerId || isAccepted) && (
            <div className={upcoming.actions}>
              {viewerId && <StepButtons battle={battle} size={48} />}
              {isMine && !isOver && <OwnStreamButton battleId={battle.id} />}
              {viewerId && !isOver && !isMine && <ReminderButton battleId={battle.id} />}
              {isAccepted && <AddToCalendar battleId={battle.id} />}
            </div>
          )}
        </div>
      </div>
      <BesideBattle battle={battle} sides={sides} viewer={viewer} />
    </main>
  )
}

function headline(battle: BattleDetail, viewerId: string | undefined): string {
  const isMine = viewerId === battle.challengerId || viewerId === battle.opponentId
  switch (battle.status) {
    case 'pending':
      return isMine ? ownNote(battle, viewerId).text : 'Waiting for opponent to accept the challenge'
    case 'accepted':
      return 'Both stakes are in'
    case 'cancellation_requested':
      return isMine ? ownNote(battle, viewerId).text : 'One side asked to cancel'
    case 'withdrawn':
      return 'The challenge was withdrawn'
    case 'rejected':
      return 'The challenge was rejected'
    case 'expired':
      return 'The challenge expired'
    default:
      return battle.cancelReason === null ? 'Battle cancelled by mutual agreement' : 'Battle called off'
  }
}

function explanation(battle: BattleDetail): string {
  switch (battle.status) {
    case 'pending':
      return battle.rematchOf
        ? `Starts ${untilText(rematchStartsInS(battle.duration))} after it is accepted. If unanswered, it expires and the stake is returned.`
        : 'If unanswered by the start time, it expires and the stake is returned.'
    case 'accepted':
      return battle.rounds
        ? 'Both press Ready. The rounds start once both have.'
        : 'Starts automatically. Gifting opens when it does.'
    case 'cancellation_requested':
      return 'If the other side doesn’t approve before the start time, the battle starts anyway.'
    case 'rejected':
      return battle.declineReason === null
        ? 'Stakes have been returned.'
        : `${battle.opponent.username}: “${DECLINE_REASONS[battle.declineReason]}” Stakes have been returned.`
    default:
      return battle.cancelReason === null
        ? 'Stakes have been returned.'
        : `${asSentence(battle.cancelReason)} Stakes and gifts have been returned.`
  }
}

/** An admin may write a reason without a full stop. */
const asSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

function stakeText(battle: BattleDetail, isIn: boolean): { text: string; sign: 'in' | 'out' | 'back' } {
  const amount = `${formatWhole(battle.challengerStake)} AP`
  if (isCancelled(battle.status)) return { text: 'no stake held', sign: 'back' }
  return isIn ? { text: `${amount} staked`, sign: 'in' } : { text: `${amount} not staked yet`, sign: 'out' }
}

const length = (hours: number) =>
  hours <= 1 ? { value: formatWhole(Math.round(hours * 60)), unit: 'minutes' } : { value: String(hours), unit: 'hours' }

function Facts({ battle }: { battle: BattleDetail }) {
  const times = useTimes()
  const serverNowMs = useServerNow(1_000)
  const leftMs = Date.parse(battle.battleStartsAt) - serverNowMs
  const isPending = battle.status === 'pending'
  const isSoon = isNear(battle.battleStartsAt, serverNowMs)
  const left = leftMs > 0 ? countdown(leftMs) : isPending ? 'Expiring' : 'Starting'
  return (
    <StatStrip>
      {isPending && battle.rematchOf ? (
        <Stat name="Starts" value={untilText(rematchStartsInS(battle.duration))} unit="after it is accepted" />
      ) : (
        <Stat
          name="Starts"
          value={clockTime(battle.battleStartsAt, times)}
          unit={dayName(battle.battleStartsAt, times)}
        />
      )}
      {battle.rounds ? (
        <Stat name="Decided by" value="Knowledge" unit={`best of ${battle.rounds.bestOf}`} />
      ) : (
        <Stat name="Duration" {...length(battle.duration)} />
      )}
      <Stat
        name="Total stakes"
        value={formatWhole(battle.challengerStake + battle.opponentStake)}
        unit={isPending ? 'AP if accepted' : 'AP'}
      />
      {isSoon ? (
        <Stat name={isPending ? 'Expires in' : 'Starts in'} value={<span role="timer">{left}</span>} />
      ) : (
        <Stat
          name={isPending ? 'Expires' : battle.rounds ? 'Rounds start' : 'Gifting opens'}
          value={`${times.weekday(battle.battleStartsAt)} ${clockTime(battle.battleStartsAt, times)}`}
        />
      )}
    </StatStrip>
  )
}
