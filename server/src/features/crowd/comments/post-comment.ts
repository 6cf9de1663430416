import { randomUUID } from 'node:crypto'
import type { Comment } from '@aura/api/calls/crowd'
import { CROWD_RULES } from '@aura/api/rules/crowd'
import { lockPerson } from '#features/profile'
import { findIneligible } from '#features/wallets'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { type CommentedBattle, commentRefusal, pauseLeftMs } from './comment.rules.ts'
import { findQuota, insertComment } from './comment-store.ts'
import { presentComment } from './read-comments.ts'

/**
 * Writes a comment. Returns it as all users see it. The author is locked, because the pause between two comments
 * applies across battles. Throws the refusal of `commentRefusal`, COMMENT_TOO_SOON, or the reason why the author may
 * not take part.
 */
export async function postComment(
  ctx: Context,
  battle: CommentedBattle & { id: string },
  { authorId, text }: { authorId: string; text: string },
): Promise<Comment> {
  const ineligible = (await findIneligible(ctx, ctx.db, [authorId])).get(authorId)
  if (ineligible) throw new AppError(ineligible)
  const comment = await ctx.db.tx(async (tx) => {
    const author = await lockPerson(tx, authorId)
    if (!author) throw new AppError('UNAUTHORIZED')
    const at = await databaseTime(tx, ctx.clock)
    const quota = await findQuota(tx, battle, authorId)
    const refusal = commentRefusal(battle, quota, at)
    if (refusal) throw new AppError(refusal)
    const retryAfterMs = pauseLeftMs(quota, at)
    if (retryAfterMs > 0) throw new AppError('COMMENT_TOO_SOON', { data: { retryAfterMs } })
    const written = { id: randomUUID(), battleId: battle.id, authorId, place: quota.written + 1, text }
    const writtenAt = await insertComment(tx, written, ctx.clock.sqlNow())
    if (!writtenAt) {
      throw new AppError('COMMENT_TOO_SOON', { data: { retryAfterMs: CROWD_RULES.commentPauseSeconds * 1_000 } })
    }
    return { ...written, ...author, writtenAt }
  })
  ctx.live.changed(`comments:${battle.id}`)
  return presentComment(comment)
}
