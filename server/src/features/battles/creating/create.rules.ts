import type { DecidedBy } from '@aura/api/calls/battles/battle'
import type { ErrorCode } from '@aura/api/errors'
import { BATTLE_RULES, isSprint } from '@aura/api/rules/battles'
import { type BestOf, longestRoundsS, ROUND_RULES } from '@aura/api/rules/rounds'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SPRINT_AHEAD_MS = BATTLE_RULES.sprintAheadMinutes * MINUTE_MS

export interface BattleForm {
  title?: string | null | undefined
  opponentId?: string | null | undefined
  stakeAmount?: number | null | undefined
  description?: string | null | undefined
  battleDate?: string | null | undefined
  duration?: number | 'demo' | null | undefined
  /** The decided battle it repeats. It then has no date, because it starts some time after it is accepted. */
  rematchOf?: string | undefined
  /** Whether a late lead moves the end; true if left out. */
  softClose?: boolean | undefined
  /** Gifts if left out. A battle of rounds takes as long as they do and has no soft close. */
  decidedBy?: DecidedBy | undefined
  bestOf?: BestOf | undefined
  /** Whether the battle shows the stream of the challenger's settings; true if left out. */
  showsStream?: boolean | undefined
}

export interface Contender {
  id: string
  availableAp: number
  openBattles: number
  pendingChallenges: number
  ineligible: 'ACCOUNT_SUSPENDED' | 'BETA_ACCESS_REQUIRED' | undefined
}

export interface CreateLimits {
  startAheadMs: number
  maxPending: number
  maxOpen: number
}

/** Lengths of a demo battle; null if the server has none. */
export type DemoBattle = { startsInMinutes: number; minutes: number } | null

export interface SentChallenge {
  /** The opponent; null for a challenge by link. */
  opponentId: string | null
  createdAt: Date
}

const DAY_MS = 24 * HOUR_MS

/** Returns the limit reached and until when, if any. `sent`: challenges of 24 hours, newest first, ended or not. */
export function challengeLimit(
  sent: readonly SentChallenge[],
  opponentId: string | null,
  { perDay, perPairDay }: { perDay: number; perPairDay: number },
): { code: 'BATTLE_TOO_MANY_TODAY' | 'BATTLE_TOO_MANY_TO_THEM'; until: Date } | undefined {
  const freeAgain = (challenges: readonly SentChallenge[], max: number) => {
    const oldest = challenges[max - 1]
    return oldest && new Date(oldest.createdAt.getTime() + DAY_MS)
  }
  const today = freeAgain(sent, perDay)
  if (today) return { code: 'BATTLE_TOO_MANY_TODAY', until: today }
  if (opponentId === null) return undefined
  const toThem = freeAgain(
    sent.filter((challenge) => challenge.opponentId === opponentId),
    perPairDay,
  )
  return toThem && { code: 'BATTLE_TOO_MANY_TO_THEM', until: toThem }
}

export interface NewBattle {
  title: string | null
  description: string
  stake: number
  startsAt: Date
  endsAt: Date
  softClose: boolean
  rematchOf: string | null
  /** Null if gifts decide. */
  bestOf: BestOf | null
}

/** Returns the most rounds of a battle decided by knowledge, or null. */
export const bestOfForm = ({
  decidedBy,
  bestOf,
}: {
  decidedBy?: DecidedBy | undefined
  bestOf?: BestOf | undefined
}): BestOf | null => (decidedBy === 'knowledge' ? (bestOf ?? ROUND_RULES.defaultBestOf) : null)

export const roundsMs = (bestOf: BestOf): number => longestRoundsS(bestOf) * 1_000

/**
 * Returns the battle to create, or the first fault in the form's order: opponent, stake, own balance, the opponent's
 * balance, duration, date. Checks that the form can't make come with their field, limits last.
 */
export function checkChallenge(
  form: BattleForm,
  {
    challenger,
    opponent,
    at,
    limits,
    demo,
  }: { challenger: Contender; opponent: Contender | undefined; at: Date; limits: CreateLimits; demo: DemoBattle },
): NewBattle | ErrorCode {
  const stake = form.stakeAmount ?? 0
  const bestOf = bestOfForm(form)
  const duration = bestOf === null ? form.duration : roundsMs(bestOf) / HOUR_MS
  if (challenger.ineligible) return challenger.ineligible
  if (!opponent) return 'BATTLE_OPPONENT_REQUIRED'
  if (opponent.id === challenger.id) return 'BATTLE_SELF_CHALLENGE'
  if (opponent.ineligible === 'BETA_ACCESS_REQUIRED') return 'BATTLE_OPPONENT_NOT_ADMITTED'
  if (opponent.ineligible) return 'BATTLE_CREATOR_UNAVAILABLE'
  if (!Number.isSafeInteger(stake) || stake < 1) return 'BATTLE_STAKE_INVALID'
  if (stake > challenger.availableAp) return 'BATTLE_STAKE_TOO_HIGH'
  if (stake > opponent.availableAp) return 'BATTLE_OPPONENT_STAKE_TOO_HIGH'
  if (duration == null) return 'BATTLE_DURATION_INVALID'
  const { startsAt, lengthMs } = planned({ ...form, duration, bestOf }, demo, at)
  if (!startsAt) return duration === 'demo' ? 'BATTLE_DEMO_UNAVAILABLE' : 'BATTLE_DATE_REQUIRED'
  if (startsAt <= at) return 'BATTLE_DATE_NOT_FUTURE'
  if (startsAt.getTime() > at.getTime() + limits.startAheadMs) return 'BATTLE_DATE_TOO_FAR'
  const isLateSprint = duration !== 'demo' && isSprint(duration) && startsAt.getTime() > at.getTime() + SPRINT_AHEAD_MS
  if (isLateSprint) return 'BATTLE_SPRINT_TOO_FAR'
  if (challenger.pendingChallenges >= limits.maxPending) return 'BATTLE_TOO_MANY_PENDING'
  if (challenger.openBattles >= limits.maxOpen) return 'BATTLE_TOO_MANY_OPEN'
  return {
    title: blankToNull(form.title),
    description: blankToNull(form.description) ?? BATTLE_RULES.defaultDescription,
    stake,
    startsAt,
    endsAt: new Date(startsAt.getTime() + lengthMs),
    softClose: bestOf === null && (form.softClose ?? true),
    rematchOf: form.rematchOf ?? null,
    bestOf,
  }
}

type Planned = Pick<BattleForm, 'battleDate' | 'rematchOf'> & { duration: number | 'demo'; bestOf: BestOf | null }

function planned({ battleDate, duration, rematchOf, bestOf }: Planned, demo: DemoBattle, at: Date) {
  if (duration !== 'demo') {
    const lengthMs = Math.round(duration * HOUR_MS)
    const inMinutes = (minutes: number) => ({ startsAt: new Date(at.getTime() + minutes * MINUTE_MS), lengthMs })
    if (rematchOf) return inMinutes(BATTLE_RULES.rematchAnswerMinutes)
    const mayStartSoon = bestOf !== null || isSprint(duration)
    if (mayStartSoon && blankToNull(battleDate) === null) return inMinutes(BATTLE_RULES.sprintStartsInMinutes)
    return { startsAt: parseTime(battleDate), lengthMs }
  }
  return {
    startsAt: demo ? new Date(at.getTime() + demo.startsInMinutes * MINUTE_MS) : undefined,
    lengthMs: (demo?.minutes ?? 0) * MINUTE_MS,
  }
}

export const blankToNull = (text: string | null | undefined): string | null => text?.trim() || null

/** ISO 8601 with an offset, since without one a time would depend on the server's time zone. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})$/

function parseTime(text: string | null | undefined): Date | undefined {
  const value = text?.trim() ?? ''
  const parsed = ISO.test(value) ? new Date(value) : undefined
  return parsed && !Number.isNaN(parsed.getTime()) ? parsed : undefined
}
