import type { Battle } from '@aura/api/calls/battles/battle'
import { formatWhole } from '@aura/api/money'
import { roundsText } from '@aura/api/rules/rounds'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

/** Seconds between the alarm and the start. */
const ALARM_S = 10 * 60
/** Seconds after which calendar programs should ask again. Most ask less often. */
const REFRESH_S = 15 * 60

export type CalendarBattle = Pick<
  Battle,
  | 'id'
  | 'title'
  | 'description'
  | 'status'
  | 'rounds'
  | 'challenger'
  | 'opponent'
  | 'challengerStake'
  | 'challengerVotes'
  | 'opponentVotes'
  | 'winnerId'
  | 'battleStartsAt'
  | 'endsAt'
  | 'extendedAt'
  | 'outage'
  | 'createdAt'
>

export function titleOf({ title, challenger, opponent }: CalendarBattle): string {
  const names = `${challenger.username} vs ${opponent.username}`
  return title === null ? names : `${names}: ${title}`
}

export function resultOf({ status, challenger, opponent, winnerId, ...battle }: CalendarBattle): string | undefined {
  if (status !== 'completed') return undefined
  const { rounds, challengerVotes, opponentVotes } = battle
  const scores = rounds?.points ?? { challenger: challengerVotes, opponent: opponentVotes }
  const [left, right] = [formatWhole(scores.challenger), formatWhole(scores.opponent)]
  const unit = rounds ? 'points' : 'Steeze'
  if (winnerId === null) return `A draw, ${left} to ${right} ${unit}.`
  const [winner, score] =
    winnerId === challenger.id ? [challenger, `${left} to ${right}`] : [opponent, `${right} to ${left}`]
  return `${winner.username} won${rounds?.absent ? ' by walkover' : `, ${score} ${unit}`}.`
}

/** Returns what decides the battle. */
export const ruleOf = ({ rounds }: CalendarBattle): string =>
  rounds ? roundsText(rounds.bestOf) : 'The crowd decides by gifting Steeze.'

/** Rounds begin when the server starts them and end when they are decided, so both times move. */
const ROUNDS_MOVES: Partial<Record<CalendarBattle['status'], number>> = { active: 1, completed: 2, cancelled: 1 }

/** Number of changes to an event's times or status, as RFC 5545 counts them (3.8.7.4). It never falls. */
const sequenceOf = ({ extendedAt, outage, status, rounds }: CalendarBattle): number =>
  extendedAt.length + (outage ? 1 : 0) + (status === 'cancelled' ? 1 : 0) + (rounds ? (ROUNDS_MOVES[status] ?? 0) : 0)

/**
 * Returns an iCalendar file (RFC 5545) of accepted battles. An event keeps its UID, and its SEQUENCE rises when its end
 * moves, its rounds start or end, or it is called off. Times are UTC, so no change of clock concerns them. `stampedAt`
 * is the file's time.
 */
export function calendarText(
  battles: readonly CalendarBattle[],
  { name, origin, path, stampedAt }: { name: string; origin: string; path: string; stampedAt: Date },
): string {
  const { host } = new URL(origin)
  const calendar = ical({
    name,
    prodId: { company: 'Aura', product: 'Battles', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    source: origin + path,
    ttl: REFRESH_S,
  })
  for (const battle of battles) {
    const url = `${origin}/battles/${battle.id}`
    const lines = [
      resultOf(battle) ?? `${formatWhole(battle.challengerStake)} AP each. ${ruleOf(battle)}`,
      battle.description,
      url,
    ]
    const event = calendar.createEvent({
      id: `${battle.id}@${host}`,
      sequence: sequenceOf(battle),
      stamp: stampedAt,
      created: new Date(battle.createdAt),
      start: new Date(battle.battleStartsAt),
      end: new Date(battle.endsAt),
      summary: titleOf(battle),
      description: lines.filter((line) => line !== '').join('\n'),
      url,
      status: battle.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
    if (battle.status === 'accepted' || battle.status === 'cancellation_requested')
      event.createAlarm({ type: ICalAlarmType.display, trigger: ALARM_S, description: titleOf(battle) })
  }
  return calendar.toString()
}
