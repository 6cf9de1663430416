/**
 * Takes away the primary of a PostgreSQL pair under Patroni in several ways, under gifts and with viewers.
 * Exits with an error when an acknowledged write is lost or counted twice, a request got status 500 or a stream broke
 * off; with 3 where Patroni, etcd, HAProxy or PostgreSQL is not installed. `npm run bench -- failover SEED NAME` for
 * another seed, and only those whose name contains NAME.
 */

import { ClusterNotInstalled } from '../support/failover/cluster.ts'
import { failoverRounds } from '../support/failover/failover-rounds.ts'
import { losses } from '../support/failover/losses.ts'
import { printFigure, printTable } from '../support/figures.ts'

const seed = Number(process.argv[2] ?? 1)
const only = process.argv[3] ?? ''
const SHOWN = 20
const NOT_INSTALLED = 3

// Runs the exit handlers, which stop the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const startedMs = performance.now()
const wanted = Object.values(losses)
  .map((loss) => loss())
  .filter(({ name }) => name.includes(only))
const counts = await failoverRounds({
  losses: wanted,
  // Four givers at each server, every 0.4 s: 20 gifts a second.
  crowd: { gift: 4, claim: 4, challenge: 0, read: 4 },
  viewers: 100,
  seed,
  calmMs: 5_000,
  onResult: ({ name }) => console.log(`${Math.round((performance.now() - startedMs) / 1_000)} s: ${name}`),
}).catch((error: unknown) => {
  if (!(error instanceof ClusterNotInstalled)) throw error
  console.error(error.message)
  process.exit(NOT_INSTALLED)
})

const seconds = (ms: number | null) => (ms === null ? '' : (ms / 1_000).toFixed(1))
const told = (said: ReadonlyMap<string, number>) =>
  [...said]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ')
printTable(
  ['', 'gifts', 'replaced, s', 'no gift for, s', 'recovered, s', 'live across, s', 'answers'],
  counts.results.map(({ name, acknowledged, replacedMs, withoutGiftMs, recoveredMs, acrossMs, answers }) => [
    name,
    acknowledged,
    seconds(replacedMs),
    seconds(withoutGiftMs),
    seconds(recoveredMs),
    seconds(acrossMs),
    told(answers),
  ]),
)
for (const { name } of wanted)
  if (!counts.results.some((result) => result.name === name))
    console.log(`left out, for it needs root and network namespaces: ${name}`)
const { lost, doubled, failed, broken } = counts
for (const list of [failed, lost, doubled, broken]) for (const line of list.slice(0, SHOWN)) console.log(line)
printFigure('failover-lost', lost.length)
printFigure('failover-doubled', doubled.length)
printFigure('failover-failed', failed.length)
printFigure('failover-audit', broken.length)
printFigure('failover-recovery', Math.max(...counts.results.map(({ recoveredMs }) => recoveredMs)) / 1_000)
if (lost.length + doubled.length + failed.length + broken.length > 0) process.exitCode = 1
