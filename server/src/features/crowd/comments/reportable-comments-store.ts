import type { ReportableText } from '#features/moderation'
import { columns, sql } from '#platform/db/sql'

const comments = columns('battle_comments')

const LOCK_COMMENT = sql`
  select ${comments('authorId')} from battle_comments where id = $1 and removed_at is null for share`

const REMOVE_COMMENT = sql`
  update battle_comments set removed_at = coalesce($2::timestamptz, clock_timestamp())
  where id = $1 and removed_at is null returning ${comments('battleId')}`

export const reportableComments: ReportableText = {
  kind: 'comment',
  async find(_ctx, tx, { id }) {
    const [comment] = await tx.query(LOCK_COMMENT, [id])
    return comment && { writerId: comment.authorId, aboutId: null }
  },
  async remove({ clock }, tx, id) {
    const [comment] = await tx.query(REMOVE_COMMENT, [id, clock.sqlNow()])
    return (
      comment && {
        notice: {
          title: 'Your comment was removed',
          message: 'An admin removed one of your comments on this battle',
          relatedId: comment.battleId,
          key: `comment-removed/${id}`,
        },
        topics: [`comments:${comment.battleId}`],
      }
    )
  },
}
