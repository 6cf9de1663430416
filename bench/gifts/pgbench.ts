import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Db } from '../../server/src/platform/db/db.ts'

/** Gives with one transaction a gift by PostgreSQL's load generator, which measures the SQL alone, if it is installed. */
export async function pgbenchGifts(
  db: Db,
  load: { url: string; battleId: string; givers: readonly string[]; clients: number; seconds: number },
): Promise<{ perSecond: number; averageMs: number } | undefined> {
  await db.script(`
    create table bench_givers (n serial primary key, id uuid not null);
    create function bench_chain(head text, seq int, at timestamptz, giver uuid, participant uuid) returns text
    language sql stable as $$
      select encode(sha256(convert_to(concat_ws(e'\\n', head, seq,
        to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), giver, participant, 1, 1, 0), 'UTF8')), 'hex')
    $$`)
  await db.query('insert into bench_givers (id) select unnest($1::uuid[])', [load.givers])
  const options = [
    ...['--no-vacuum', '--protocol=prepared', '--jobs=2', `--client=${load.clients}`, `--time=${load.seconds}`],
    ...[`--define=battle=${load.battleId}`, `--define=givers=${load.givers.length}`],
    `--file=${join(import.meta.dirname, 'one-gift.sql')}`,
  ]
  const { error, status, stdout, stderr } = spawnSync('pgbench', [...options, load.url], { encoding: 'utf8' })
  await db.script('drop table bench_givers; drop function bench_chain')
  if (error) return undefined
  if (status !== 0) throw new Error(`pgbench ended with ${status}: ${stderr}`)
  const figure = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1])
  return { perSecond: figure(/^tps = ([\d.]+)/m), averageMs: figure(/^latency average = ([\d.]+)/m) }
}
