import type { ReportableText } from '#features/moderation'
import { databaseTime } from '#platform/clock'
import { columns, fragment, sql } from '#platform/db/sql'
import { findReceived } from './store.ts'

const places = columns('places')

const WITH_LINE = fragment`where id = $1 and ended_at is null and line is not null`
const LOCK_LINE = sql`select ${places('giverId', 'receiverId')} from places ${WITH_LINE} for share`
const CLEAR_LINE = sql`update places set line = null ${WITH_LINE} returning ${places('receiverId')}`

/** A line can be removed; its place stays. */
export const reportableLines: ReportableText = {
  kind: 'line',
  async find({ clock }, tx, { id, viewerId }) {
    const [place] = await tx.query(LOCK_LINE, [id])
    if (!place) return undefined
    const { giverId, receiverId } = place
    const at = await databaseTime(tx, clock)
    const seen = await findReceived(tx, { userId: receiverId, viewerId, giverIds: [giverId] }, at)
    const line = seen.get(giverId)?.line
    return line ? { writerId: giverId, aboutId: receiverId, line } : undefined
  },
  async remove({ clock }, tx, id) {
    const [place] = await tx.query(CLEAR_LINE, [id])
    if (!place) return undefined
    const at = await databaseTime(tx, clock)
    return {
      notice: {
        title: 'Your line was removed',
        message: 'You still stand by them. An admin removed the line beside it',
        // A battle's id would be read as one.
        relatedId: `user/${place.receiverId}`,
        key: `place-line-removed/${id}/${at.getTime()}`,
      },
      topics: [`user:${place.receiverId}`],
    }
  },
}
