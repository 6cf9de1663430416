import { type BattleStatus, isUpcoming } from '@aura/api/battle-statuses'
import type { ErrorCode } from '@aura/api/errors'
import { CROWD_RULES } from '@aura/api/rules/crowd'

export interface CommentedBattle {
  challengerId: string
  opponentId: string
  status: BattleStatus
  startsAt: Date
  endsAt: Date
}

/** A person's use of the comments on a battle. */
export interface CommentQuota {
  written: number
  /** Time of their newest comment on any battle. */
  lastAt: Date | null
  isMuted: boolean
  /** Whether they blocked a participant, or a participant them. */
  hasBlocked: boolean
  isBlocked: boolean
}

const OPEN_MS = CROWD_RULES.commentsOpenMinutes * 60_000
const PAUSE_MS = CROWD_RULES.commentPauseSeconds * 1_000

/** Returns why comments are closed, or undefined while they are open. */
export function closedReason({ status, startsAt, endsAt }: CommentedBattle, at: Date): ErrorCode | undefined {
  if (status === 'pending') return 'COMMENTS_NOT_OPEN'
  if (isUpcoming(status)) return startsAt.getTime() - at.getTime() <= OPEN_MS ? undefined : 'COMMENTS_NOT_OPEN'
  return status === 'active' && at < endsAt ? undefined : 'COMMENTS_CLOSED'
}

/** Returns why the person may not comment. Ignores the pause between comments, which passes while one is written. */
export function commentRefusal(
  battle: CommentedBattle,
  { written, isMuted, hasBlocked, isBlocked }: CommentQuota,
  at: Date,
): ErrorCode | undefined {
  if (hasBlocked) return 'COMMENT_PARTICIPANT_BLOCKED'
  if (isBlocked) return 'COMMENTS_UNAVAILABLE'
  if (isMuted) return 'COMMENT_MUTED'
  return closedReason(battle, at) ?? (written < CROWD_RULES.commentsPerBattle ? undefined : 'COMMENTS_USED_UP')
}

/** Returns 0, or the milliseconds until the person may comment again. */
export const pauseLeftMs = ({ lastAt }: CommentQuota, at: Date): number =>
  lastAt === null ? 0 : Math.min(PAUSE_MS, Math.max(0, lastAt.getTime() + PAUSE_MS - at.getTime()))

export const isParticipant = ({ challengerId, opponentId }: CommentedBattle, userId: string): boolean =>
  userId === challengerId || userId === opponentId

/** Returns why muting is refused. Participants mute no participant; elsewhere admins mute anyone. */
export function muteRefusal(
  battle: CommentedBattle,
  { byId, userId, isAdmin }: { byId: string; userId: string; isAdmin: boolean },
): ErrorCode | undefined {
  if (isParticipant(battle, byId)) return isParticipant(battle, userId) ? 'MUTE_PARTICIPANT' : undefined
  return isAdmin ? undefined : 'MUTE_NOT_ALLOWED'
}
