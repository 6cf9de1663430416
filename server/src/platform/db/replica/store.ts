import type { Queryable } from '../db.ts'
import { out, sql } from '../sql.ts'

const FIND_PRIMARY = sql`
  select (select system_identifier::text from pg_control_system()) as ${out('cluster', 'text')},
    case when not pg_is_in_recovery() then (pg_current_wal_flush_lsn() - '0/0')::bigint end
      as ${out('flushed', 'bigint?')}`

export interface PrimaryState {
  /** System identifier, which a primary and its standbys share. */
  cluster: string
  /** Bytes of the write-ahead log that survive a crash, which an acknowledged commit is part of; null of a standby. */
  flushed: number | null
}

export async function findPrimary(db: Queryable): Promise<PrimaryState> {
  const [state] = await db.query(FIND_PRIMARY)
  if (!state) throw new Error('the primary described nothing')
  return state
}

const FIND_STANDBY = sql`
  select (select system_identifier::text from pg_control_system()) as ${out('cluster', 'text')},
    pg_postmaster_start_time()::text as ${out('startedAt', 'text')},
    case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end as ${out('replayed', 'bigint?')}`

export interface StandbyState {
  cluster: string
  /** Tells two standbys of one cluster apart. */
  startedAt: string
  /** Bytes of the write-ahead log that its reads see; null of a primary. */
  replayed: number | null
}

export async function findStandby(db: Queryable): Promise<StandbyState> {
  const [state] = await db.query(FIND_STANDBY)
  if (!state) throw new Error('the replica described nothing')
  return state
}
