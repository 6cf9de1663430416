import { type PgOptions, pgPool } from '../connection/open-pg.ts'
import { type ConnectionUse, type Db, LOST_CONNECTION, type SqlValue, sqlState } from '../db.ts'
import { afterCheck, isAhead, lagMs, UNKNOWN } from './replay.rules.ts'
import { findPrimary, findStandby, type PrimaryState, type StandbyState } from './store.ts'

export interface ReplicaLimits {
  /** How often the lag is measured. */
  checkMs: number
  /** A replica isn't read while it may miss commits older than this. */
  maxLagMs: number
  /** How long a read waits for the replica before it goes to the primary. */
  answerMs: number
  /** How long a replica that kept a read waiting isn't read. */
  restMs: number
}

export type Refusal = 'unreachable' | 'is no standby' | 'belongs to another cluster' | 'has another history' | 'lags'

export interface ReplicaLog {
  info(message: string): void
  warn(facts: object, message: string): void
}

export interface Replica {
  /** Milliseconds of commits that a read there may miss; Infinity if that isn't known. */
  lagMs(): number
  /** Why it isn't read now; null if it is. */
  refusal(): Refusal | null
  /** Throws what the replica answers, or when it doesn't in time; then ask the primary. */
  read(text: string, values: readonly SqlValue[]): Promise<unknown[]>
  connections(): ConnectionUse
  /** Tells when it is no longer read, and when it is again. */
  reportTo(log: ReplicaLog): void
  /** Measures at once, beside the interval. Never throws. */
  check(): Promise<void>
  close(): Promise<void>
}

/** statement_timeout of the server, and a lost connection or a late answer as the client sees it. */
const KEPT_WAITING: ReadonlySet<string | undefined> = new Set(['57014', LOST_CONNECTION])

/**
 * Follows the standby at `url` for reads. Its lag is measured from the primary's position in the write-ahead log and the
 * time at which it was taken here, through one connection to each. Never throws: without a usable replica nothing is
 * read there.
 */
export function followReplica({
  url,
  primaryUrl,
  poolSize,
  limits,
  nowMs = () => performance.now(),
}: {
  url: string
  primaryUrl: string
  poolSize: number
  limits: ReplicaLimits
  nowMs?: () => number
}): Replica {
  const bounds: Pick<PgOptions, 'timeouts' | 'connectMs'> = {
    timeouts: {
      idleInTransactionMs: limits.answerMs,
      lockMs: limits.answerMs,
      statementMs: limits.answerMs,
      answerMs: limits.answerMs,
    },
    connectMs: limits.answerMs,
  }
  const primary = pgPool({ url: primaryUrl, poolSize: 1, ...bounds })
  let standby = open()
  let replay = UNKNOWN
  let refused: Refusal = 'unreachable'
  let restUntilMs = Number.NEGATIVE_INFINITY
  let reportChange = (_refusal: Refusal | null) => {}
  let reported: Refusal | null | undefined

  /** Its pools know one standby: an address that leads to several would mix what they have replayed. */
  function open(): { checks: Db; reads: Db; known: StandbyState | undefined } {
    const opened: ReturnType<typeof open> = {
      checks: pgPool({ url, poolSize: 1, ...bounds }),
      reads: pgPool({
        url,
        poolSize,
        ...bounds,
        async onConnect(db) {
          const { cluster, startedAt, replayed } = await findStandby(db)
          const { known } = opened
          if (replayed === null || cluster !== known?.cluster || startedAt !== known.startedAt)
            throw new Error('the address of the replica leads to another server')
        },
      }),
      known: undefined,
    }
    return opened
  }

  /** Also forgets what was known of the standby: another may answer next. */
  async function startOver(why: Refusal): Promise<void> {
    const { checks, reads } = standby
    refused = why
    replay = UNKNOWN
    standby = open()
    await Promise.allSettled([checks.close(), reads.close()])
  }

  const refusal = (): Refusal | null => {
    if (nowMs() < restUntilMs) return 'unreachable'
    if (lagMs(replay, nowMs()) <= limits.maxLagMs) return null
    return refused
  }

  async function measure(): Promise<void> {
    const atMs = nowMs()
    const source = await findPrimary(primary)
    const found = await findStandby(standby.checks).catch(() => undefined)
    if (!found) return startOver('unreachable')
    if (standby.known && standby.known.startedAt !== found.startedAt) return startOver('unreachable')
    const fault = faultOf(source, found)
    if (fault) return startOver(fault)
    standby.known = found
    const sample = { atMs, flushed: source.flushed as number }
    refused = isAhead(replay, sample) ? 'has another history' : 'lags'
    replay = afterCheck(replay, sample, found.replayed as number)
  }

  async function checkOnce(): Promise<void> {
    // While the primary doesn't answer, nothing new is known of the replica, and its lag grows until it isn't read.
    const wasKnown = replay.replayed !== null
    await measure().catch(() => {})
    // A first check proves nothing yet.
    if (!wasKnown && replay.replayed !== null) return
    const current = refusal()
    if (current === reported) return
    reported = current
    reportChange(current)
  }

  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const check = () => {
    running = running.then(checkOnce)
    return running
  }
  const round = () =>
    void check().then(() => {
      if (!isClosed) timer = setTimeout(round, limits.checkMs).unref()
    })
  round()

  return {
    lagMs: () => lagMs(replay, nowMs()),
    refusal,
    async read(text, values) {
      try {
        return await standby.reads.query(text, values)
      } catch (error) {
        if (KEPT_WAITING.has(sqlState(error))) restUntilMs = nowMs() + limits.restMs
        throw error
      }
    },
    connections: () => standby.reads.connections?.() ?? { open: 0, idle: 0, waiting: 0 },
    reportTo(log) {
      reportChange = (why) =>
        why === null
          ? log.info('the replica is recent: reads that may lag go there')
          : log.warn({ reason: why }, 'the replica is not read: reads that may lag go to the primary')
      if (reported !== undefined) reportChange(reported)
    },
    check,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
      clearTimeout(timer)
      await Promise.allSettled([primary.close(), standby.checks.close(), standby.reads.close()])
    },
  }
}

function faultOf({ cluster, flushed }: PrimaryState, found: StandbyState): Refusal | undefined {
  if (found.cluster !== cluster) return 'belongs to another cluster'
  if (found.replayed === null) return 'is no standby'
  // DATABASE_URL leads to a standby for the moment, as during a failover.
  return flushed === null ? 'unreachable' : undefined
}
