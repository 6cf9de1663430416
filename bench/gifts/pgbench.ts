import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Db } from '../../server/src/platform/db/db.ts'

export interface PgbenchResult {
  perSecond: number
  averageMs: number
}

/**
 * Gives with one transaction a gift by PostgreSQL's load generator, which measures the SQL alone. Returns undefined
 * without pgbench.
 */
export async function pgbenchGifts(
  db: Db,
  load: { url: string; battleId: string; givers: readonly string[]; clients: number; seconds: number },
): Promise<PgbenchResult | undefined> {
  await db.script(`
    create table bench_givers (n serial primary key, id uuid not null);
    create function bench_chain(head text, seq int, at timestamptz, giver uuid, participant uuid) returns text
    language sql stable as $$
      select encode(sha256(convert_to(concat_ws(e'\\n', head, seq,
        to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), giver, participant, 1, 1, 0), 'UTF8')), 'hex')
    $$`)
  await db.query('insert into bench_givers (id) select unnest($1::uuid[])', [load.givers])
  const printed = await run([
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${load.clients}`,
    '--jobs=2',
    `--time=${load.seconds}`,
    `--file=${join(import.meta.dirname, 'one-gift.sql')}`,
    `--define=battle=${load.battleId}`,
    `--define=givers=${load.givers.length}`,
    load.url,
  ])
  await db.script('drop table bench_givers; drop function bench_chain')
  if (printed === undefined) return undefined
  const figure = (pattern: RegExp) => Number(pattern.exec(printed)?.[1])
  return { perSecond: figure(/^tps = ([\d.]+)/m), averageMs: figure(/^latency average = ([\d.]+)/m) }
}

/** Returns the output, or undefined if the program is missing. Throws if it fails. */
function run(args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn('pgbench', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let [printed, failure] = ['', '']
    child.stdout.on('data', (chunk) => (printed += chunk))
    child.stderr.on('data', (chunk) => (failure += chunk))
    child.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? resolve(undefined) : reject(error)))
    child.on('close', (code) =>
      code === 0 ? resolve(printed) : reject(new Error(`pgbench ended with ${code}: ${failure}`)),
    )
  })
}
