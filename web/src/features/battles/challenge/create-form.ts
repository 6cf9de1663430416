import { westernNumber } from '@aura/api/amounts'
import type { Answer, Body } from '@aura/api/calls'
import type { ChallengeTerms } from '@aura/api/calls/battles/challenges'
import { API_ERRORS, type ErrorCode } from '@aura/api/errors'
import { formatWhole } from '@aura/api/money'
import { BATTLE_RULES, isSprint } from '@aura/api/rules/battles'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { cleanLine, cleanText } from '@aura/api/visible-text'
import { offsetText } from '#lib/time/time-zones'
import { timesIn } from '#lib/time/times'
import { withHint } from '../../../ui/forms/field-texts.ts'
import { stakeOutcome } from '../shared/stake-outcome.ts'
import type { KindFields } from './kind-fields.ts'
import { zonedDate, zonedTime } from './zoned-time.ts'

/** A person found or suggested. */
export type Opponent = Omit<Answer<'GET /api/battles/opponents'>[number], 'isOnline'>

type Hours = `${(typeof BATTLE_RULES.hours)[number]}`
type SprintHours = `${(typeof BATTLE_RULES.sprintHours)[number]}`
export type Duration = Hours | SprintHours | 'demo'
export const SPRINTS = BATTLE_RULES.sprintHours.map((hours) => `${hours}` as SprintHours)
/** Returns whether the battle starts by itself, minutes after it is sent. */
export const isNow = (duration: Duration): boolean => duration === 'demo' || isSprint(Number(duration))
export const [NOW, PLANNED] = ['0.25', '4'] as const satisfies readonly Duration[]
export const HOURS = BATTLE_RULES.hours.map((hours) => `${hours}` as Hours)

type Hour = (typeof BATTLE_RULES.hours | typeof BATTLE_RULES.sprintHours)[number]

export interface ChallengeForm extends KindFields {
  opponent: Opponent | null
  title: string
  description: string
  /** 'YYYY-MM-DD' in the user's time zone. */
  date: string
  /** Text as typed; see `readTime`. */
  time: string
  duration: Duration
  stake: number | null
  softClose: boolean
  /** Whether the battle shows the stream of the settings, if there is one. */
  showsStream: boolean
}

const DAY_MS = 86_400_000

/** Parses a time as people type it, such as 18:30, 9:05, 1830 or 18. Returns 'HH:MM', or null for other texts. */
export function readTime(text: string): string | null {
  const [, hours = '', minutes = '00'] = /^\s*(\d{1,2})(?:[:.h ]?(\d{2}))?\s*$/.exec(westernNumber(text)) ?? []
  return hours === '' || Number(hours) > 23 || Number(minutes) > 59 ? null : `${hours.padStart(2, '0')}:${minutes}`
}

const startOf = ({ date, time, timeZone }: { date: string; time: string; timeZone: string }) =>
  zonedTime(date, readTime(time) ?? '', timeZone)

/** Defaults: now, for a quarter of an hour, with an affordable stake; noon tomorrow if it is planned. */
export const emptyForm = (nowMs: number, timeZone: string, availableAp: number): ChallengeForm => ({
  opponent: null,
  title: '',
  description: '',
  date: zonedDate(nowMs + DAY_MS, timeZone),
  time: '12:00',
  duration: NOW,
  stake: Math.max(1, Math.min(100, availableAp)),
  softClose: true,
  decidedBy: 'gifts',
  bestOf: ROUND_RULES.defaultBestOf,
  showsStream: true,
})

export type FaultyField = 'opponent' | 'stake' | 'own-balance' | 'date' | 'time'

export interface Fault {
  field: FaultyField
  text: string
}

const fault = (field: FaultyField, code: ErrorCode): Fault => ({ field, text: API_ERRORS[code].message })

/** Returns the first invalid field in the form's order, or null. The server checks everything again. */
export function firstFault(
  { opponent, stake, date, time, duration }: ChallengeForm,
  {
    availableAp,
    terms,
    nowMs,
    timeZone,
  }: { availableAp: number; terms?: ChallengeTerms | undefined; nowMs: number; timeZone: string },
): Fault | null {
  if (!opponent) return fault('opponent', 'BATTLE_OPPONENT_REQUIRED')
  if (stake === null || stake <= 0) return fault('stake', 'BATTLE_STAKE_INVALID')
  if (stake > availableAp) return fault('own-balance', 'BATTLE_STAKE_TOO_HIGH')
  if (stake > opponent.availableAuraPoints) return fault('stake', 'BATTLE_OPPONENT_STAKE_TOO_HIGH')
  if (terms && stake > terms.apLeft) {
    return { field: 'stake', text: withHint(API_ERRORS.BATTLE_STAKE_INVALID.message, pairText(terms)) }
  }
  if (isNow(duration)) return null
  if (readTime(time) === null) return { field: 'time', text: 'Enter a time from 00:00 to 23:59, such as 18:30.' }
  const start = startOf({ date, time, timeZone })
  if (start.kind === 'none') return fault('date', 'BATTLE_DATE_REQUIRED')
  if (start.kind === 'skipped') return { field: 'time', text: skippedText(time) }
  if (start.atMs <= nowMs) return fault('date', 'BATTLE_DATE_NOT_FUTURE')
  return null
}

const RULE: ChallengeTerms = {
  refusal: null,
  apLeft: BATTLE_RULES.pairAp.ap,
  apLimit: BATTLE_RULES.pairAp.ap,
  days: BATTLE_RULES.pairAp.days,
}

/** Until the terms of the two are known, it says the rule, so that their arrival doesn't move the form. */
export const stakeHint = (stake: number | null, terms: ChallengeTerms = RULE): string =>
  ['Both players must stake the same amount.', stake ? stakeOutcome(stake) : '', pairText(terms)]
    .filter(Boolean)
    .join(' ')

export const pairText = ({ apLeft, apLimit, days }: ChallengeTerms): string =>
  apLeft === apLimit
    ? `You two can move at most ${formatWhole(apLimit)} AP by battles in ${days} days.`
    : `${apLeft === 0 ? 'None' : formatWhole(apLeft)} left of the ${formatWhole(apLimit)} AP that you two can move by battles in ${days} days.`

export function fieldOf(code: string): FaultyField | null {
  if (/OPPONENT_REQUIRED|SELF_CHALLENGE|NOT_ADMITTED|CHALLENGES_OFF|CHALLENGERS_KNOWN|WITH_RELATED/.test(code))
    return 'opponent'
  if (code === 'BATTLE_STAKE_TOO_HIGH') return 'own-balance'
  if (/STAKE|PAIR_LIMIT/.test(code)) return 'stake'
  return /DATE/.test(code) ? 'date' : null
}

const skippedText = (time: string): string =>
  `The clocks go forward that night and skip ${time}. Choose an earlier or a later time.`

type Start = Pick<ChallengeForm, 'date' | 'time' | 'duration'>

export function startNote({ date, time }: Start, timeZone: string): { isWrong: boolean; text: string } | null {
  const start = startOf({ date, time, timeZone })
  if (start.kind === 'skipped') return { isWrong: true, text: skippedText(time) }
  if (start.kind !== 'twice') return null
  const offset = offsetText(start.atMs, timeZone)
  return { isWrong: false, text: `The clocks go back that night: ${time} comes twice. This is the first, ${offset}.` }
}

const HOUR_MS = 3_600_000

export function spanText({ date, time, duration }: Start, timeZone: string): string | null {
  const start = startOf({ date, time, timeZone })
  if (isNow(duration) || start.kind === 'none' || start.kind === 'skipped') return null
  const ends = start.atMs + Number(duration) * HOUR_MS
  const [from, to] = [start.atMs, ends].map((atMs) => offsetText(atMs, timeZone))
  const end = timesIn(timeZone).time(ends)
  const begin = readTime(time)
  return from === to ? `${begin} to ${end}` : `${begin} (${from}) to ${end} (${to})`
}

export function challengeBody(form: ChallengeForm, timeZone: string): Body<'POST /api/battles'> {
  const start = startOf({ ...form, timeZone })
  return {
    title: cleanLine(form.title) || null,
    opponentId: form.opponent?.id ?? null,
    stakeAmount: form.stake ?? 0,
    description: cleanText(form.description) || BATTLE_RULES.defaultDescription,
    battleDate: !isNow(form.duration) && 'atMs' in start ? new Date(start.atMs).toISOString() : null,
    ...(form.decidedBy === 'knowledge'
      ? { decidedBy: form.decidedBy, bestOf: form.bestOf, duration: null }
      : { duration: form.duration === 'demo' ? 'demo' : (Number(form.duration) as Hour), softClose: form.softClose }),
    ...(!form.showsStream && { showsStream: false }),
  }
}
