import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'

const v = columns('redemption_reviews', 'v')
const who = columns('user_profiles', 'who')

const COLUMNS = fragment`
  ${v('id', 'userId', 'requestKey', 'amount', 'above', 'isRelated', 'ledgerHold', 'status', 'openedAt', 'until')},
  ${v('answer', 'appeal', 'appealedAt', 'appealAnswer', 'decidedBy', 'decidedAt')}`
const REVIEW = fragment`select ${COLUMNS} from redemption_reviews v`

export type Review = RowOf<typeof REVIEW>

const INSERT = sql`
  insert into redemption_reviews (id, user_id, request_key, amount, above, is_related, ledger_hold, status, opened_at, until)
  values ($1, $2, $3, $4, $5, $6, $1, 'waiting', $7, $8)`

/** Stores a review. Its hold in the ledger has the same id. */
export async function insertReview(
  tx: Tx,
  {
    id,
    userId,
    requestKey,
    amount,
    above,
    isRelated,
    openedAt,
    until,
  }: Pick<Review, 'id' | 'userId' | 'requestKey' | 'amount' | 'above' | 'isRelated' | 'openedAt'> & { until: Date },
): Promise<void> {
  await tx.query(INSERT, [id, userId, requestKey, amount, above, isRelated, openedAt, until])
}

const FIND = sql`${REVIEW} where v.id = $1`
const LOCK = sql`${REVIEW} where v.id = $1 for update`
const FIND_BY_REQUEST = sql`${REVIEW} where v.user_id = $1 and v.request_key = $2`
const FIND_OPEN_OF = sql`${REVIEW} where v.user_id = $1 and v.status in ('waiting', 'approved')`
const FIND_NEWEST_OF = sql`
  ${REVIEW} where v.user_id = $1
  order by v.status in ('waiting', 'approved') desc, v.opened_at desc, v.id desc limit 1`

export const findReview = async (db: Queryable, id: string): Promise<Review | undefined> =>
  (await db.query(FIND, [id]))[0]

export const lockReview = async (tx: Tx, id: string): Promise<Review | undefined> => (await tx.query(LOCK, [id]))[0]

export const findReviewByRequest = async (db: Queryable, userId: string, key: string): Promise<Review | undefined> =>
  (await db.query(FIND_BY_REQUEST, [userId, key]))[0]

export const findOpenReviewOf = async (db: Queryable, userId: string): Promise<Review | undefined> =>
  (await db.query(FIND_OPEN_OF, [userId]))[0]

/** Returns the open review, or else the newest. */
export const findNewestReviewOf = async (db: Queryable, userId: string): Promise<Review | undefined> =>
  (await db.query(FIND_NEWEST_OF, [userId]))[0]

const UPDATE = sql`
  update redemption_reviews set ledger_hold = $2, status = $3, until = $4::timestamptz, answer = $5, appeal = $6,
    appealed_at = $7::timestamptz, appeal_answer = $8, decided_by = $9, decided_at = $10::timestamptz, above = $11
  where id = $1`

/** Changes the given fields of a locked review. */
export async function updateReview(
  tx: Tx,
  review: Review,
  change: Partial<Omit<Review, 'id' | 'userId' | 'requestKey' | 'amount' | 'isRelated' | 'openedAt'>>,
): Promise<void> {
  const { above, ledgerHold, status, until, answer, appeal, appealedAt, appealAnswer, decidedBy, decidedAt } = {
    ...review,
    ...change,
  }
  await tx.query(UPDATE, [
    review.id,
    ledgerHold,
    status,
    until,
    answer,
    appeal,
    appealedAt,
    appealAnswer,
    decidedBy,
    decidedAt,
    above,
  ])
}

const LOCK_DUE = sql`
  ${REVIEW} where v.until <= coalesce($1::timestamptz, clock_timestamp()) order by v.until, v.id limit 20
  for update skip locked`

/** Locks reviews that were not decided in time, or not withdrawn in time. */
export const lockDueReviews = (tx: Tx, now: Date | null): Promise<Review[]> => tx.query(LOCK_DUE, [now])

const DESK = fragment`
  select ${COLUMNS}, ${who('username', 'profileImageUrl')}
  from redemption_reviews v join user_profiles who on who.id = v.user_id`
const LIST_WAITING = sql`${DESK} where v.status = 'waiting' order by v.until, v.id limit 50`
const LIST_DECIDED = sql`
  ${DESK} where v.status in ('approved', 'rejected') and v.decided_at > $1::timestamptz
  order by v.decided_at desc, v.id limit 50`

export type DeskReview = RowOf<typeof DESK>

/** Ordered by deadline, soonest first. */
export const listWaitingReviews = (db: Queryable): Promise<DeskReview[]> => db.query(LIST_WAITING, [])

/** Ordered by decision, newest first. */
export const listDecidedReviews = (db: Queryable, since: Date): Promise<DeskReview[]> => db.query(LIST_DECIDED, [since])

const ERASE = sql`update redemption_reviews set appeal = '' where user_id = $1 and appeal is not null`

export async function eraseAppeals(tx: Tx, userId: string): Promise<void> {
  await tx.query(ERASE, [userId])
}

const SUM_SIGNED_FOR = sql`
  select coalesce(sum(r.amount), 0)::bigint as ${out('redeemed', 'bigint')}
  from steeze_redemptions r where r.user_id = $1 and r.opened_at > $2::timestamptz and r.opened_at <= $3::timestamptz`

/** Returns the Steeze that was signed for a person, withdrawn or not. */
export async function sumSignedFor(
  db: Queryable,
  { userId, after, upTo }: { userId: string; after: Date; upTo: Date },
): Promise<number> {
  return (await db.query(SUM_SIGNED_FOR, [userId, after, upTo]))[0]?.redeemed ?? 0
}

const COUNT_WAITING = sql`
  select count(*) as ${out('waiting', 'bigint')} from redemption_reviews v where v.until is not null and v.status = 'waiting'`

export async function countWaiting(db: Queryable): Promise<number> {
  return (await db.query(COUNT_WAITING))[0]?.waiting ?? 0
}
