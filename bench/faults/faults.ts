/**
 * Puts two servers and their database through every kind of fault.
 * Exits with an error when an acknowledged write is lost or counted twice, or a request got status 500. `npm run bench
 * -- faults SEED` for another seed.
 */

import { faultRounds } from '../support/faults/fault-rounds.ts'
import { faults } from '../support/faults/faults.ts'
import { printFigure, printTable } from '../support/figures.ts'

const seed = Number(process.argv[2] ?? 1)
const only = process.argv[3]
/** Longest wait allowed for clients of a healthy part. */
const GAP_MS = 5_000
const SHOWN = 20

// Runs the exit handlers, which stop the servers and unmount the disk.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const startedMs = performance.now()
const counts = await faultRounds({
  faults: (database) =>
    [
      faults.nothing(8_000),
      faults.frozenInTransaction(8_000),
      faults.lockedTable('battle_gifts', 'gift', 12_000),
      faults.lockedTable('lesson_completions', 'claim', 12_000),
      faults.frozenDatabase(24_000),
      faults.downAndBack(4_000),
      ...(database.disk === null ? [] : [faults.fullDisk(8_000)]),
      faults.readOnly(5_000),
      faults.standby(5_000),
      faults.noConnections(15_000),
      faults.logsStuck(8_000),
    ].filter(({ name }) => only === undefined || name.includes(only)),
  crowd: { gift: 4, claim: 20, challenge: 2, read: 2 },
  seed,
  calmMs: 1_500,
  onResult: ({ name }) => console.log(`${Math.round((performance.now() - startedMs) / 1_000)} s: ${name}`),
})

const seconds = (ms: number | null) => (ms === null ? '' : (ms / 1_000).toFixed(1))
const told = (said: ReadonlyMap<string, number>) =>
  [...said]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ')
printTable(
  ['', 'wishes', 'healthy parts, s', 'everybody, s', 'recovered, s', '/readyz, s', 'answers'],
  counts.results.map(({ name, wishes, healthyGapMs, gapMs, recoveredMs, readiness, answers }) => [
    name,
    wishes,
    seconds(healthyGapMs),
    seconds(gapMs),
    seconds(recoveredMs),
    seconds(Math.max(...readiness.map(({ slowestMs }) => slowestMs))),
    told(answers),
  ]),
)
for (const { misreported } of counts.results) for (const line of misreported) console.log(line)
for (const list of [counts.faults, counts.lost, counts.doubled])
  for (const line of list.slice(0, SHOWN)) console.log(line)
for (const line of counts.broken.slice(0, SHOWN)) console.log(line)
const gap = Math.max(...counts.results.map(({ healthyGapMs }) => healthyGapMs ?? 0)) / GAP_MS
printFigure('faults-lost', counts.lost.length)
printFigure('faults-doubled', counts.doubled.length)
printFigure('faults-500', counts.faults.length)
printFigure('faults-gap', gap)
printFigure('faults-audit', counts.broken.length)
if (counts.lost.length + counts.doubled.length + counts.faults.length + counts.broken.length > 0) process.exitCode = 1
