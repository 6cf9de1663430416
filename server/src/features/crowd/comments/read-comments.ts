import type { Comment, OwnComments } from '@aura/api/calls/crowd'
import { CROWD_RULES } from '@aura/api/rules/crowd'
import { findIneligible } from '#features/wallets'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { type CommentedBattle, commentRefusal, isParticipant } from './comment.rules.ts'
import { type CommentRow, findComments, findCommentsFor, findQuota, hidesSome } from './comment-store.ts'
import { findMuted } from './mute-store.ts'

export const presentComment = ({ id, authorId, username, profileImageUrl, text, writtenAt }: CommentRow): Comment => ({
  id,
  author: { id: authorId, username, profileImageUrl },
  text,
  writtenAt: writtenAt.toISOString(),
})

const inOrder = (rows: readonly CommentRow[]) => rows.toReversed().map(presentComment)

/** Returns the newest visible comments, oldest first. */
export const readComments = async ({ db }: Context, battleId: string): Promise<Comment[]> =>
  inOrder(await findComments(db, battleId))

/** Returns what a user may do with the comments on a battle. */
export async function readOwnComments(
  ctx: Context,
  battle: CommentedBattle & { id: string },
  { userId, isAdmin }: { userId: string; isAdmin: boolean },
): Promise<OwnComments> {
  const quota = await findQuota(ctx.db, battle, userId)
  const ineligible = (await findIneligible(ctx, ctx.db, [userId])).get(userId)
  const refusal = ineligible ?? commentRefusal(battle, quota, await databaseTime(ctx.db, ctx.clock)) ?? null
  // The refusal already reveals the block, and the participant may comment at any moment.
  const hasOwnLane = refusal === 'COMMENTS_UNAVAILABLE' || (await hidesSome(ctx.db, battle.id, userId))
  const canMute = isAdmin || isParticipant(battle, userId)
  return {
    refusal,
    left: Math.max(0, CROWD_RULES.commentsPerBattle - quota.written),
    isMuted: quota.isMuted,
    canMute,
    muted: canMute ? await findMuted(ctx.db, battle.id) : [],
    lane: hasOwnLane ? inOrder(await findCommentsFor(ctx.db, battle.id, userId)) : null,
  }
}
