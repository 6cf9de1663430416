import type { ProposedAction } from '@aura/api/calls/moderation/proposals'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, type RowOf, sql } from '#platform/db/sql'

const p = columns('admin_proposals', 'p')
const byWhom = columns('user_profiles', 'by_whom')
const whom = columns('user_profiles', 'whom?')

export interface NewProposal {
  id: string
  action: ProposedAction
  subject: string
  reason: string
  proposedBy: string
}

const LAPSE = sql`
  update admin_proposals set decision = 'lapsed', decided_at = $3::timestamptz
  where action = $1 and subject = $2 and decision is null and proposed_at <= $4::timestamptz`
const INSERT = sql`
  insert into admin_proposals (id, action, subject, reason, proposed_by, proposed_at)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning ${columns('admin_proposals')('id')}`

/** Ends open proposals for the same subject made until then. */
export async function lapseProposals(
  tx: Tx,
  { action, subject }: Pick<NewProposal, 'action' | 'subject'>,
  { at, openSince }: { at: Date; openSince: Date },
): Promise<void> {
  await tx.query(LAPSE, [action, subject, at, openSince])
}

/** Stores a proposal. Returns false if another one for the same subject is open. */
export async function insertProposal(
  tx: Tx,
  { id, action, subject, reason, proposedBy }: NewProposal,
  { at, openSince }: { at: Date; openSince: Date },
): Promise<boolean> {
  await lapseProposals(tx, { action, subject }, { at, openSince })
  return (await tx.query(INSERT, [id, action, subject, reason, proposedBy, at])).length > 0
}

// An appeal ends earlier proposals, and a freeze ends proposals about an earlier freeze.
const FIND_OPEN = sql`
  select ${p('id', 'action', 'subject')}, ${whom({ personId: 'id', subjectName: 'username' })}, ${p('reason', 'proposedBy')},
         ${byWhom({ proposerName: 'username' })}, ${p('proposedAt')}
  from admin_proposals p join user_profiles by_whom on by_whom.id = p.proposed_by
       left join redemption_reviews v on p.action = 'approve-redemption' and v.id = p.subject
       left join user_profiles whom on whom.id = case p.action when 'unfreeze-redemption' then p.subject else v.user_id end
  where p.decision is null and p.proposed_at > $1::timestamptz
    and (v.appealed_at is null or v.appealed_at <= p.proposed_at)
    and (p.action <> 'unfreeze-redemption' or exists (
      select 1 from suspensions f where f.user_id = p.subject and f.scope = 'redeeming' and f.lifted_at is null
                                    and date_trunc('milliseconds', f.suspended_at) <= p.proposed_at))
  order by p.proposed_at, p.id limit 100`

export const findOpenProposals = (db: Queryable, openSince: Date): Promise<RowOf<typeof FIND_OPEN>[]> =>
  db.query(FIND_OPEN, [openSince])

const LOCK_OPEN = sql`
  select ${p('action', 'subject', 'reason', 'proposedBy', 'proposedAt')} from admin_proposals p
  where p.id = $1 and p.decision is null and p.proposed_at > $2::timestamptz for update`

export type OpenProposal = RowOf<typeof LOCK_OPEN>

export async function lockOpenProposal(tx: Tx, id: string, openSince: Date): Promise<OpenProposal | undefined> {
  return (await tx.query(LOCK_OPEN, [id, openSince]))[0]
}

const LOCK_ANY = sql`
  select ${p('action', 'subject', 'proposedBy')} from admin_proposals p
  where p.action = $1 and p.subject = $2 and p.decision is null for update`

/** Locks and returns an open proposal of the same kind and subject, which blocks a new one. */
export async function lockSame(
  tx: Tx,
  { action, subject }: Pick<NewProposal, 'action' | 'subject'>,
): Promise<RowOf<typeof LOCK_ANY> | undefined> {
  return (await tx.query(LOCK_ANY, [action, subject]))[0]
}

const DECIDE = sql`
  update admin_proposals set decision = $2, decided_by = $3, decided_at = $4::timestamptz where id = $1`

export async function decideProposal(
  tx: Tx,
  { id, decision, by, at }: { id: string; decision: 'confirmed' | 'withdrawn'; by: string; at: Date },
): Promise<void> {
  await tx.query(DECIDE, [id, decision, by, at])
}
