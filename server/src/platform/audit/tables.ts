import { sql } from 'drizzle-orm'
import { bigserial, check, customType, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { trimmed } from '../retention/retention.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Finished audits. One without findings has a checkpoint, from which the next continues. */
export const auditRuns = pgTable(
  'audit_runs',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** A full audit read everything and was compared with the network. */
    kind: text().$type<'full' | 'incremental'>().notNull(),
    finishedAt: timestamp('finished_at', { withTimezone: true }).notNull(),
    /** Number of broken promises found. */
    findings: integer().notNull(),
    /** JSON stored as text, because its bytes are signed. */
    checkpoint: text(),
    /** Keyed hash of the checkpoint. Without the key, a checkpoint that hides a change can't be made. */
    signature: bytea(),
    keyId: text('key_id'),
  },
  (table) => [
    check('audit_runs_kind', sql`${table.kind} in ('full', 'incremental')`),
    check('audit_runs_findings', sql`${table.findings} >= 0`),
    check(
      'audit_runs_checkpoint',
      sql`num_nulls(${table.checkpoint}, ${table.signature}, ${table.keyId}) in (0, 3)
        and (${table.findings} = 0 or ${table.checkpoint} is null)`,
    ),
  ],
)

export const auditRetention = [
  trimmed(auditRuns, {
    // The next audit continues from the newest one; /metrics also shows the newest full one.
    keptMs: ({ auditRunsMs }) => auditRunsMs,
    where: `r.id < (select max(n.id) from audit_runs n) and r.finished_at < $1
      and r.id is distinct from (select max(f.id) from audit_runs f where f.kind = 'full')`,
    oldest: 'r.id',
  }),
]

declare module '#platform/db/sql' {
  interface Tables {
    audit_runs: typeof auditRuns.$inferSelect
  }
}
