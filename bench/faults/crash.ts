/**
 * Kills the server during claims, 50 times on each database.
 * Exits with an error when an acknowledged claim is lost or paid twice. `npm run bench -- crash ROUNDS SEED` for other
 * numbers.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { crashRounds } from '../support/chaos/crash-rounds.ts'
import { printFigure, printTable } from '../support/figures.ts'

const rounds = Number(process.argv[2] ?? 50)
const seed = Number(process.argv[3] ?? 1)
const PEOPLE = 12

const dataDir = await mkdtemp(join(tmpdir(), 'aura-crash-'))
const postgres = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on' } })
try {
  const plan = { rounds, seed, people: PEOPLE }
  const runs = [
    { name: 'PGlite', counts: await crashRounds({ ...plan, database: { databaseUrl: null, dataDir } }) },
    {
      name: 'PostgreSQL',
      counts: await crashRounds({ ...plan, database: { databaseUrl: postgres.url, dataDir: null } }),
    },
  ]
  printTable(
    [
      'database',
      'kills',
      'claims',
      'acknowledged before the kill',
      'people with claims found unheard',
      'AP lost',
      'AP wrong',
    ],
    runs.map(({ name, counts }) => [
      name,
      counts.rounds,
      counts.claims,
      counts.acknowledged,
      counts.happenedUnheard,
      counts.lostAp,
      counts.wrongAp,
    ]),
  )
  for (const { name, counts } of runs) {
    printFigure(`crash-${name.toLowerCase()}-wrong-ap`, counts.lostAp + counts.wrongAp)
    if (counts.lostAp + counts.wrongAp > 0) process.exitCode = 1
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
