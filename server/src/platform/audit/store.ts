import type { Queryable, Tx } from '../db/db.ts'
import { columns, type RowOf, sql } from '../db/sql.ts'
import type {} from './tables.ts'

const r = columns('audit_runs', 'r')

const INSERT_RUN = sql`
  insert into audit_runs (kind, finished_at, findings, checkpoint, signature, key_id)
  values ($1, coalesce($2, clock_timestamp()), $3, $4, $5, $6)`

export async function insertRun(
  db: Queryable,
  run: {
    kind: 'full' | 'incremental'
    now: Date | null
    findings: number
    checkpoint: string | null
    signature: Uint8Array | null
    keyId: string | null
  },
): Promise<void> {
  await db.query(INSERT_RUN, [run.kind, run.now, run.findings, run.checkpoint, run.signature, run.keyId])
}

const FORGET_CHECKPOINTS = sql`update audit_runs set checkpoint = null, signature = null, key_id = null`

/** Makes the next audit read everything. */
export async function forgetCheckpoints(tx: Tx): Promise<void> {
  await tx.query(FORGET_CHECKPOINTS)
}

const FIND_NEWEST = sql`
  select ${r('id', 'kind', 'finishedAt', 'findings', 'checkpoint', 'signature')} from audit_runs r
  order by r.id desc limit 1`

export async function findNewestRun(db: Queryable): Promise<RowOf<typeof FIND_NEWEST> | undefined> {
  const [row] = await db.query(FIND_NEWEST)
  return row
}

const FIND_UNMENDED = sql`
  select ${r('findings')} from audit_runs r
  where r.findings > 0 and r.id > coalesce((select max(c.id) from audit_runs c where c.kind = 'full' and c.findings = 0), 0)
  order by r.id desc limit 1`

/** Returns the number of faults found since a full audit last found none. */
export async function findUnmended(db: Queryable): Promise<number> {
  const [row] = await db.query(FIND_UNMENDED)
  return row?.findings ?? 0
}

const FIND_NEWEST_FULL = sql`
  select ${r('finishedAt')} from audit_runs r where r.kind = 'full' order by r.id desc limit 1`

export async function findNewestFull(db: Queryable): Promise<Date | undefined> {
  const [row] = await db.query(FIND_NEWEST_FULL)
  return row?.finishedAt
}
