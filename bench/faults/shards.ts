/**
 * Gifts from people of one PostgreSQL cluster to battles in another, 40 battles, while one of two servers is killed or one
 * of the clusters crashes. `npm run bench -- shards ROUNDS SEED` for other numbers. Exits with an error when a gift is
 * lost, counts twice, or Steeze isn't in exactly one place.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../server/src/platform/db/connection/open-database.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { type FaultyDatabase, startFaultyDatabase } from '../support/faults/database.ts'
import { printFigure, printTable } from '../support/figures.ts'
import { measureShards } from '../support/shards/measure-shards.ts'
import { shardRounds } from '../support/shards/shard-rounds.ts'

const rounds = Number(process.argv[2] ?? 40)
const seed = Number(process.argv[3] ?? 1)
const SHOWN = 20
const AWAY_MS = 500

// Runs the exit handlers, which stop the clusters.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const clusters = [await startFaultyDatabase(), await startFaultyDatabase()] as const
try {
  const [home, away] = clusters.map(({ url }) => url) as [string, string]
  for (const databaseUrl of [home, away]) {
    const db = await openDatabase({ databaseUrl, dataDir: '', databasePoolSize: 2 })
    await migrate(db)
    await db.close()
  }
  const crash = (cluster: FaultyDatabase) => async () => {
    await cluster.crash()
    await pause(AWAY_MS)
    await cluster.start()
  }
  const counts = await shardRounds({ urls: { home, away }, rounds, seed, gifts: 400, crashes: clusters.map(crash) })
  const { acknowledged, across, refused, unheard, wrong } = counts
  printTable(
    ['faults', 'acknowledged', 'of the other shard', 'refused', 'unheard, told by a retry', 'wrong'],
    [[rounds, acknowledged, across, refused, unheard, wrong.length]],
  )
  for (const line of wrong.slice(0, SHOWN)) console.log(line)
  const { withinMs, acrossMs } = await measureShards({ home, away })
  printTable(
    ['one gift after another', 'median ms'],
    [
      ['within a shard', withinMs.toFixed(2)],
      ['from another', acrossMs.toFixed(2)],
    ],
  )
  printFigure('shards-wrong', wrong.length)
  printFigure('shards-time', acrossMs / withinMs)
  if (wrong.length > 0) process.exitCode = 1
} finally {
  for (const cluster of clusters) await cluster.stop()
}
