import type { ReportableText } from '#features/moderation'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, type RowOf, sql } from '#platform/db/sql'

const w = columns('vouch_words', 'w')
const words = columns('vouch_words')

/** Condition: viewer `$1` may see the words `w`. Writers always see their own, so that they don't learn of a block. */
const VISIBLE = fragment`w.text is not null and (w.writer_id = $1 or not (
    are_blocked(w.writer_id, w.target_id) or are_blocked($1, w.writer_id) or are_blocked($1, w.target_id)
    or exists (select 1 from mutes m where m.muter_id = $1 and m.muted_id = w.writer_id)))`

/**
 * Joins the words `w` of a vouch `v` as viewer `$1` may see them: none by people who blocked the viewer or whom the
 * viewer muted or blocked, none on the profile of a person blocked either way, and none between two people of whom one
 * blocked the other.
 */
export const JOIN_VISIBLE_WORDS = fragment`left join vouch_words w on w.event_id = v.event_id and ${VISIBLE}`

const INSERT_WORDS = sql`
  insert into vouch_words (id, event_id, writer_id, target_id, text, written_at)
  select $1::uuid, v.event_id, v.voucher_id, v.target_id, $3, coalesce($4::timestamptz, clock_timestamp())
  from vouches v join user_profiles u on u.id = v.voucher_id join user_profiles t on t.id = v.target_id
  where v.event_id = $2 and u.deleted_at is null and t.deleted_at is null
  for share of u, t on conflict (event_id) do nothing`

/** Stores words, unless the vouch has, or had, some, counts for no one, or one of the two accounts was deleted. */
export async function insertWords(
  db: Queryable,
  { id, eventId, text }: { id: string; eventId: number; text: string },
  now: Date | null,
): Promise<void> {
  await db.query(INSERT_WORDS, [id, eventId, text, now])
}

const FIND_WORDS = sql`select ${w('writerId')} from vouch_words w where w.id = $1 and w.text is not null`

/** Returns undefined if there are none, or they were removed. */
export async function findWords(db: Queryable, id: string): Promise<RowOf<typeof FIND_WORDS> | undefined> {
  return (await db.query(FIND_WORDS, [id]))[0]
}

const LOCK_VISIBLE_WORDS = sql`
  select ${w('writerId', { aboutId: 'targetId' })} from vouch_words w where w.id = $2 and ${VISIBLE} for share of w`

const CLEAR_WORDS = sql`
  update vouch_words set text = null where id = $1 and text is not null returning ${words('targetId')}`

/** Removes words. Returns undefined if there were none, or they were removed before. */
export async function clearWords(tx: Tx, id: string): Promise<RowOf<typeof CLEAR_WORDS> | undefined> {
  return (await tx.query(CLEAR_WORDS, [id]))[0]
}

export const reportableWords: ReportableText = {
  kind: 'words',
  find: async (_ctx, tx, { id, viewerId }) => (await tx.query(LOCK_VISIBLE_WORDS, [viewerId, id]))[0],
  async remove(_ctx, tx, id) {
    const cleared = await clearWords(tx, id)
    return (
      cleared && {
        notice: {
          title: 'Your words were removed',
          message: 'An admin removed the line beside one of your vouches',
          // A battle's id would be read as one.
          relatedId: `user/${cleared.targetId}`,
          key: `vouch-words-removed/${id}`,
        },
        topics: [],
      }
    )
  },
}
