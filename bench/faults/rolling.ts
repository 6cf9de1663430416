/**
 * Replaces three servers behind a balancer, one after the other, under traffic and with viewers; fails no request.
 * Exits with an error when a request failed, a stream broke off, or something acknowledged was lost or counted twice.
 * `npm run bench -- rolling SEED COMMIT`: SEED for another seed (1); the servers of COMMIT are replaced by today's, which
 * migrate, instead of today's by themselves.
 */

import { printFigure, printTable } from '../support/figures.ts'
import { earlierVersion } from '../support/rolling/earlier-version.ts'
import { rollingRestart } from '../support/rolling/rolling-restart.ts'

const seed = Number(process.argv[2] ?? 1)
const commit = process.argv[3]
const DRAIN_SECONDS = 10
const SHOWN = 20

// Runs the exit handlers, which stop the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const before = commit === undefined ? null : earlierVersion(commit)
const counts = await rollingRestart({
  // No challenges: people may send each other only a few a day.
  crowd: { gift: 4, claim: 6, challenge: 0, read: 6 },
  viewers: 600,
  seed,
  drainSeconds: DRAIN_SECONDS,
  checkMs: 1_000,
  calmMs: 3_000,
  upgrade: before ? { from: before.root } : { migration: 'alter table battles add column of_the_next_version text' },
  onStep: (step) => console.log(step),
}).finally(() => before?.remove())

const seconds = (ms: number) => (ms / 1_000).toFixed(1)
printTable(
  ['server', 'stopped, s', 'back, s', 'viewers sent away', 'most within a tenth'],
  counts.restarts.map(({ stoppedMs, startedMs, viewersSent, burst }, index) => [
    index + 1,
    seconds(stoppedMs),
    seconds(startedMs),
    viewersSent,
    `${Math.round(100 * burst)} %`,
  ]),
)
console.log([...counts.answers].map(([name, count]) => `${count} × ${name}`).join(', '))
for (const list of [counts.failed, counts.lost, counts.doubled, counts.broken])
  for (const line of list.slice(0, SHOWN)) console.log(line)
printFigure('rolling-failed', counts.failed.length)
printFigure('rolling-lost', counts.lost.length)
printFigure('rolling-doubled', counts.doubled.length)
printFigure('rolling-audit', counts.broken.length)
printFigure('rolling-burst', Math.max(...counts.restarts.map(({ burst }) => burst)))
if (counts.failed.length + counts.lost.length + counts.doubled.length + counts.broken.length > 0) process.exitCode = 1
