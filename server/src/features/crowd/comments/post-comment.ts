import { randomUUID } from 'node:crypto'
import type { Comment } from '@aura/api/calls/crowd'
import { CROWD_RULES } from '@aura/api/rules/crowd'
import { findIneligible } from '#features/wallets'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { type CommentedBattle, commentRefusal, pauseLeftMs } from './comment.rules.ts'
import { findAuthor, findStanding, insertComment } from './comment-store.ts'
import { presentComment } from './read-comments.ts'

/**
 * Writes a comment and returns it as everybody sees it. Two comments of a person at the same moment take the same place
 * on the battle, so only one is written. Throws what `commentRefusal` returns, COMMENT_TOO_SOON, or why the author may not
 * take part.
 */
export async function postComment(
  ctx: Context,
  battle: CommentedBattle & { id: string },
  { authorId, text }: { authorId: string; text: string },
): Promise<Comment> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const ineligible = (await findIneligible(ctx, ctx.db, [authorId])).get(authorId)
  if (ineligible) throw new AppError(ineligible)
  const standing = await findStanding(ctx.db, battle, authorId)
  const refusal = commentRefusal(battle, standing, at)
  if (refusal) throw new AppError(refusal)
  const retryAfterMs = pauseLeftMs(standing, at)
  if (retryAfterMs > 0) throw new AppError('COMMENT_TOO_SOON', { data: { retryAfterMs } })
  const comment = { id: randomUUID(), battleId: battle.id, authorId, place: standing.written + 1, text }
  const writtenAt = await insertComment(ctx.db, comment, ctx.clock.sqlNow())
  const author = writtenAt && (await findAuthor(ctx.db, authorId))
  if (!author) {
    throw new AppError('COMMENT_TOO_SOON', { data: { retryAfterMs: CROWD_RULES.commentPauseSeconds * 1_000 } })
  }
  ctx.live.changed(`comments:${battle.id}`)
  return presentComment({ ...comment, writtenAt, username: author.username, profileImageUrl: author.profileImageUrl })
}
