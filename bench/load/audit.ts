/**
 * Audits three million transfers while others are written; measures the longest transaction and the total time.
 * `npm run bench -- audit TRANSFERS` for another number. Of every fifteen transfers five are purchases of Steeze, five
 * claims of Steeze, four lesson rewards and one a hold; one user has 1 % of the lessons.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { features } from '../../server/src/features.ts'
import type { FeatureAudit } from '../../server/src/platform/audit/feature-audit.ts'
import { openPg, REQUEST_TIMEOUTS } from '../../server/src/platform/db/connection/open-pg.ts'
import type { Db, Tx } from '../../server/src/platform/db/db.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { give, hold, issue, post, release } from '../../tests/server/actors/ledger.ts'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { printFigure, printTable, quantile } from '../support/figures.ts'
import { seedHistory } from '../support/seed-history.ts'

const [transfers = 3_000_000] = process.argv.slice(2).map(Number)
const LONGEST_MS = 2_000
const WRITERS = 2
const SAMPLE_MS = 10

const postgres = await startPostgres({ settings: { shared_buffers: '256MB', max_wal_size: '4GB' } })
try {
  const db = await openPg({ url: postgres.url, poolSize: 2 + WRITERS })
  await migrate(db)
  const beganMs = performance.now()
  await seedHistory(db, transfers)
  console.log(`${count(transfers)} transfers, made in ${seconds(performance.now() - beganMs)} s\n`)

  printTable(['of ledger_transfers', 'bytes a transfer'], await sizes(db))
  console.log('')
  const auditing = await openPg({ url: postgres.url, poolSize: 1, timeouts: REQUEST_TIMEOUTS })
  const done = new AbortController()
  const sampled = sampleTransactions(db, await pidOf(auditing), done.signal)
  const moved = movePoints(db, done.signal)
  const { db: timed, tookMs, slowest } = timing(auditing)
  const rows: (string | number)[][] = []
  const broken: unknown[] = []
  const startedMs = performance.now()
  const run = async (name: string, { run: audit }: FeatureAudit, checkpoint?: unknown) => {
    const [before, fromMs] = [tookMs.length, performance.now()]
    const result = await audit(timed, { checkpoint })
    broken.push(...result.broken)
    const [mine, ms] = [tookMs.slice(before), performance.now() - fromMs]
    const p99 = Math.round(quantile(mine, 0.99))
    rows.push([name, seconds(ms), count(mine.length), p99, Math.round(Math.max(...mine))])
    return { ...result, ms }
  }
  const continued: (() => Promise<number>)[] = []
  for (const { name, audit } of features) {
    if (!audit) continue
    const { checkpoint, ms } = await run(name, audit)
    if (checkpoint === undefined) continue
    continued.push(async () => (await run(`${name}, from its checkpoint`, audit, checkpoint)).ms / ms)
  }
  const allMs = performance.now() - startedMs
  const parts: number[] = []
  for (const again of continued) parts.push(await again())
  done.abort()
  const [longestSampledMs, movedCount] = await Promise.all([sampled, moved])
  printTable(['', 'seconds', 'transactions', 'p99 ms', 'longest ms'], rows)
  console.log(`\n${seconds(allMs)} s in all, ${count(Math.round((transfers / allMs) * 1_000))} transfers a second`)
  console.log(`longest as PostgreSQL tells it, sampled: ${Math.round(longestSampledMs)} ms`)
  console.log(`\nin the longest:\n${slowest()}\n`)
  console.log(`moved meanwhile: ${count(movedCount)} transfers`)
  console.log(`audit: ${broken.length === 0 ? 'holds' : JSON.stringify(broken.slice(0, 5))}`)
  printFigure('audit-continued', Math.max(...parts))
  printFigure('audit-longest', Math.max(longestSampledMs, ...tookMs) / LONGEST_MS)
  if (broken.length > 0) process.exitCode = 1
  await Promise.all([auditing.close(), db.close()])
} finally {
  await postgres.stop()
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}

/** Bytes of the tables and each of their indexes, by transfer. */
async function sizes(db: Db): Promise<(string | number)[][]> {
  const rows = await db.query<{ name: string; bytes: number }>(
    `select name, (bytes / (select count(*) from ledger_transfers))::float8 as bytes
     from (select 'rows of ' || kept as name, sum(pg_table_size(relid)) as bytes
           from unnest(array['ledger_transfers', 'ledger_keys']) kept, pg_partition_tree(kept::regclass) group by kept
           union all
           select indexrelid::regclass::text, sum(pg_relation_size(relid)) from pg_index, pg_partition_tree(indexrelid)
           where indrelid in ('ledger_transfers'::regclass, 'ledger_keys'::regclass) group by indexrelid) parts
     order by bytes desc`,
  )
  const all = rows.reduce((sum, { bytes }) => sum + bytes, 0)
  return [...rows.map(({ name, bytes }) => [name, bytes.toFixed(0)]), ['together', all.toFixed(0)]]
}

async function pidOf(db: Db): Promise<number> {
  const [row] = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  return row?.pid ?? 0
}

/** Wraps a database and records how long each transaction takes and the SQL of the longest. */
function timing(db: Db): { db: Db; tookMs: number[]; slowest: () => string } {
  const tookMs: number[] = []
  let slowest = ''
  const timed: Db['tx'] = async (work) => {
    const fromMs = performance.now()
    const asked: string[] = []
    const listening = (tx: Tx): Tx => ({
      ...tx,
      query: async (text, values) => {
        const rows = await tx.query(text, values)
        asked.push(
          `${Math.round(performance.now() - fromMs)} ms ${text.replace(/\s+/g, ' ').slice(0, 70)} ${values ?? ''}`,
        )
        return rows as never
      },
    })
    const result = await db.tx((tx) => work(listening(tx)))
    const ms = performance.now() - fromMs
    if (ms > Math.max(0, ...tookMs)) slowest = asked.join('\n')
    tookMs.push(ms)
    return result
  }
  return { db: { ...db, tx: timed }, tookMs, slowest: () => slowest }
}

/** Returns the greatest transaction age seen on this connection. */
async function sampleTransactions(db: Db, pid: number, signal: AbortSignal): Promise<number> {
  let longestMs = 0
  while (!signal.aborted) {
    const [row] = await db.query<{ ms: number | null }>(
      `select (extract(epoch from clock_timestamp() - xact_start) * 1000)::float8 as ms from pg_stat_activity where pid = $1`,
      [pid],
    )
    longestMs = Math.max(longestMs, row?.ms ?? 0)
    await sleep(SAMPLE_MS)
  }
  return longestMs
}

async function movePoints(db: Db, signal: AbortSignal): Promise<number> {
  const people = await db.query<{ id: string }>(
    `select owner_id as id from ledger_accounts where kind = 'ap_available' order by id limit 1000`,
  )
  const someone = (index: number) => people[index % people.length]?.id ?? ''
  let moved = 0
  async function write(first: number): Promise<void> {
    for (let index = first; !signal.aborted; index += WRITERS) {
      const [from, to, holdId] = [someone(index), someone(index * 7 + 1), crypto.randomUUID()]
      await post(db, issue(from, 5))
      if (from !== to) await post(db, give(from, to, 1))
      await post(db, hold(from, 2, holdId))
      await post(db, release(from, to, 2, holdId, { kind: 'battle_win' }))
      moved += 4
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)))
  return moved
}
