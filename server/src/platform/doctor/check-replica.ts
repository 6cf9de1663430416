import { type Between, findBetween } from '../db/connection/pg-route.ts'
import type { Db } from '../db/db.ts'
import { findPrimary, findStandby } from '../db/replica/store.ts'
import { type Finding, ok, problem, reasonOf, warning } from './check.ts'
import { findServer } from './store.ts'

interface Asked {
  readUrl: string
  /** Of the limits: beyond it servers don't read the replica. */
  maxLagMs: number
  connections: number
  signal: AbortSignal
}

const STEP_MS = 100

/** Whether DATABASE_READ_URL leads to a standby of the database, how far it is behind, and what it takes. */
export async function checkReplica(
  primary: Db,
  openReplica: () => Promise<Db>,
  { readUrl, maxLagMs, connections, signal }: Asked,
): Promise<Finding[]> {
  let between: Between
  let replica: Db
  try {
    between = await findBetween(readUrl, 'DATABASE_READ_URL')
    replica = await openReplica()
  } catch (error) {
    return [problem(`${reasonOf(error)}. Until it can be used, all reads go to the primary.`)]
  }
  try {
    const [source, found, server] = [await findPrimary(primary), await findStandby(replica), await findServer(replica)]
    if (found.cluster !== source.cluster) {
      return [problem('DATABASE_READ_URL leads to another database cluster. Set it to a standby of DATABASE_URL.')]
    }
    if (found.replayed === null) {
      return [
        problem(
          'DATABASE_READ_URL leads to a server that takes writes, not to a standby. Set it to one, or remove it.',
        ),
      ]
    }
    return [
      between === 'pooler' &&
        problem("A pooler stands before DATABASE_READ_URL, so its lag isn't that of one server. Go around it."),
      server.connections < connections &&
        problem(
          `The replica allows ${server.connections} connections, but one server opens up to ${connections}. Raise its ` +
            'max_connections.',
        ),
      await lagOf(replica, source.flushed ?? 0, maxLagMs, signal),
    ].filter((finding) => finding !== false)
  } catch (error) {
    return [problem(`The replica at DATABASE_READ_URL failed: ${reasonOf(error)}. See its log.`)]
  } finally {
    await replica.close()
  }
}

/** Waits until what the primary has now is replayed. */
async function lagOf(replica: Db, flushed: number, maxLagMs: number, signal: AbortSignal): Promise<Finding> {
  const startedAt = performance.now()
  const waitedMs = () => Math.round(performance.now() - startedAt)
  for (;;) {
    if (((await findStandby(replica)).replayed ?? 0) >= flushed)
      return ok(`The replica is a standby of this database, at most ${waitedMs()} ms behind`)
    if (waitedMs() > maxLagMs || signal.aborted) break
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
  return warning(
    `The replica is more than ${maxLagMs / 1_000} s behind, so all reads go to the primary. See whether it replays ` +
      'and streams: pg_stat_replication on the primary.',
  )
}
