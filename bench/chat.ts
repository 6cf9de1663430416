/**
 * One channel's chat writes 20,000 lines a second into a live battle for a minute, among them long, binary and forged ones.
 * `npm run bench chat SECONDS LINES_PER_SECOND` for other numbers. The server is read beside it as a page does. Exits with
 * an error when a score, a gift or a transfer changed, or a figure is above its budget.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@aura/api/calls'
import type { Flood } from './chat/flood.ts'
import type { ChatServer } from './chat/server.ts'
import { BENCH_ORIGIN } from './support/ask.ts'
import { startDurableDatabase } from './support/database.ts'
import { printBudgets, printFaults, printTable } from './support/figures.ts'
import { startProgram } from './support/programs.ts'

const [seconds = 60, linesPerS = 20_000] = process.argv.slice(2).map(Number)
const BUDGET = { loopMs: 20, megabytes: 10 }
const READ_EVERY_MS = 1_000
/** Milliseconds after the first lines in which code is compiled and buffers grow. */
const WARM_UP_MS = 10_000

const postgres = await startDurableDatabase()
const flood = await startProgram<Flood>('chat/flood.ts', { linesPerS })
const start = { databaseUrl: postgres.url, chatUrl: flood.url }
const server = await startProgram<ChatServer>('chat/server.ts', start, { execArgv: ['--expose-gc'] })

type Battle = Answer<'GET /api/battles/:id'> & Record<'viewers', number>
async function read(): Promise<string> {
  const url = `http://127.0.0.1:${server.port}/api/battles/${server.battleId}`
  const response = await fetch(url, { headers: { host: new URL(BENCH_ORIGIN).host } })
  const { serverTime: _, viewers: __, ...battle } = (await response.json()) as Battle
  return JSON.stringify(battle)
}

const before = await read()
await server.figures()
await pause(WARM_UP_MS)
const quiet = await server.figures()
await server.joinChat()
await pause(WARM_UP_MS)
const first = await server.figures()
const began = performance.now()
let changed = 0
while (performance.now() - began < seconds * 1_000) {
  await pause(READ_EVERY_MS)
  if ((await read()) !== before) changed++
}
const last = await server.figures()
const ranMs = performance.now() - began
const growth = last.megabytes - first.megabytes
printTable([
  {
    seconds: (ranMs / 1_000).toFixed(0),
    'lines sent': await flood.sent(),
    cheers: last.cheers,
    'server CPU': `${(((last.cpuMs - first.cpuMs) / ranMs) * 100).toFixed(0)} %`,
    'loop p99 before': `${quiet.lateP99Ms.toFixed(1)} ms`,
    'loop p99': `${last.lateP99Ms.toFixed(1)} ms`,
    growth: `${growth.toFixed(1)} MB`,
  },
])
console.log()
printTable([last.lines])
if (last.cheers === 0) throw new Error('no line was counted')
printBudgets({
  'chat-loop': last.lateP99Ms / BUDGET.loopMs,
  'chat-memory': Math.max(0, growth) / BUDGET.megabytes,
})
printFaults({ 'chat-scores-changed': changed })
server.stop()
flood.stop()
await postgres.stop()
