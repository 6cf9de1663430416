import type { LinkStatus } from '@aura/api/battle-statuses'
import type { DecidedBy } from '@aura/api/calls/battles/battle'
import type { ErrorCode } from '@aura/api/errors'
import { BATTLE_RULES } from '@aura/api/rules/battles'
import type { BestOf } from '@aura/api/rules/rounds'
import {
  bestOfForm,
  blankToNull,
  type Contender,
  type CreateLimits,
  type NewBattle,
  roundsMs,
} from '../creating/create.rules.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export interface LinkForm {
  title?: string | null | undefined
  description?: string | null | undefined
  stakeAmount?: number | null | undefined
  /** Length of the battle in hours. */
  duration: number
  softClose: boolean
  decidedBy?: DecidedBy | undefined
  bestOf?: BestOf | undefined
}

export interface NewLink {
  title: string | null
  description: string
  stake: number
  lengthMinutes: number
  softClose: boolean
  /** Null if gifts decide. */
  bestOf: BestOf | null
  expiresAt: Date
}

export interface LinkState {
  challengerId: string
  status: LinkStatus
  expiresAt: Date
}

/** Returns the link to make, or the first fault in the order of a challenge's. `pairAp`: what two people may stake. */
export function checkLink(
  form: LinkForm,
  {
    challenger,
    at,
    limits,
    pairAp,
  }: { challenger: Contender; at: Date; limits: Omit<CreateLimits, 'startAheadMs'>; pairAp: number },
): NewLink | ErrorCode {
  const stake = form.stakeAmount ?? 0
  if (challenger.ineligible) return challenger.ineligible
  if (!Number.isSafeInteger(stake) || stake < 1) return 'BATTLE_STAKE_INVALID'
  if (stake > challenger.availableAp) return 'BATTLE_STAKE_TOO_HIGH'
  // No user could accept such a link.
  if (stake > pairAp) return 'BATTLE_PAIR_LIMIT'
  if (challenger.pendingChallenges >= limits.maxPending) return 'BATTLE_TOO_MANY_PENDING'
  if (challenger.openBattles >= limits.maxOpen) return 'BATTLE_TOO_MANY_OPEN'
  const bestOf = bestOfForm(form)
  return {
    title: blankToNull(form.title),
    description: blankToNull(form.description) ?? BATTLE_RULES.defaultDescription,
    stake,
    lengthMinutes: bestOf === null ? Math.round(form.duration * 60) : Math.ceil(roundsMs(bestOf) / MINUTE_MS),
    softClose: bestOf === null && form.softClose,
    bestOf,
    expiresAt: new Date(at.getTime() + BATTLE_RULES.linkDays * DAY_MS),
  }
}

/** Returns the status at a time, since the job that expires links may be late. */
export const linkStatusAt = ({ status, expiresAt }: LinkState, at: Date): LinkStatus =>
  status === 'pending' && expiresAt <= at ? 'expired' : status

/** Returns why a user may not accept, leaving aside who they are otherwise. */
export function linkAcceptRefusal(link: LinkState, userId: string, at: Date): ErrorCode | undefined {
  if (userId === link.challengerId) return 'CHALLENGE_LINK_OWN'
  return linkStatusAt(link, at) === 'pending' ? undefined : 'BATTLE_NOT_PENDING'
}

export function linkWithdrawRefusal(link: LinkState, userId: string, at: Date): ErrorCode | undefined {
  if (userId !== link.challengerId) return 'BATTLE_CHALLENGER_ONLY'
  return linkStatusAt(link, at) === 'pending' ? undefined : 'BATTLE_NOT_PENDING'
}

/** Returns the data of a battle whose link is accepted at this time. */
export function battleOfLink(
  link: Pick<NewLink, 'title' | 'description' | 'stake' | 'lengthMinutes' | 'softClose' | 'bestOf'>,
  at: Date,
): NewBattle {
  const startMs = at.getTime() + BATTLE_RULES.linkStartsInMinutes * MINUTE_MS
  return {
    title: link.title,
    description: link.description,
    stake: link.stake,
    softClose: link.softClose,
    bestOf: link.bestOf,
    startsAt: new Date(startMs),
    endsAt: new Date(startMs + link.lengthMinutes * MINUTE_MS),
    rematchOf: null,
  }
}
