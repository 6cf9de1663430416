/**
 * One channel's chat writes 20,000 lines a second into a live battle for a minute, among them long, binary and forged ones.
 * `npm run bench chat SECONDS LINES_PER_SECOND` for other numbers. The server is read beside it as a page does. Exits with
 * an error when a score, a gift or a transfer changed, or a figure is above its budget.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@aura/api/calls'
import type { FloodReport, FloodStart } from './chat/flood.ts'
import type { ChatFigures, ChatReport, ChatServerStart } from './chat/server.ts'
import { BENCH_ORIGIN } from './support/ask.ts'
import { startDurableDatabase } from './support/database.ts'
import { printBudgets, printTable } from './support/figures.ts'
import { nextMessage, startProgram } from './support/programs.ts'

const [seconds = 60, linesPerS = 20_000] = process.argv.slice(2).map(Number)
const BUDGET = { loopMs: 20, megabytes: 10 }
const READ_EVERY_MS = 1_000
/** Milliseconds after the first lines in which code is compiled and buffers grow. */
const WARM_UP_MS = 10_000

const headers = { host: new URL(BENCH_ORIGIN).host }

const postgres = await startDurableDatabase()
const flood = startProgram('chat/flood.ts', { linesPerS } satisfies FloodStart)
const { port: chatPort } = (await nextMessage<FloodReport>(flood)) as { port: number }
const start: ChatServerStart = { databaseUrl: postgres.url, chatUrl: `irc://127.0.0.1:${chatPort}` }
const server = startProgram('chat/server.ts', start, { execArgv: ['--expose-gc'] })
try {
  const { port, battleId } = (await nextMessage<ChatReport>(server)) as { port: number; battleId: string }
  const order = async (order: 'start' | 'figures') => {
    server.send(order)
    return (await nextMessage<ChatReport>(server)) as ChatFigures
  }
  const read = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/battles/${battleId}`, { headers })
    const {
      serverTime: _,
      viewers: __,
      ...battle
    } = (await response.json()) as Answer<'GET /api/battles/:id'> & Record<'viewers', number>
    return JSON.stringify(battle)
  }
  const before = await read()
  await order('figures')
  await pause(WARM_UP_MS)
  const quiet = await order('figures')
  await order('start')
  await pause(WARM_UP_MS)
  const first = await order('figures')
  const began = performance.now()
  let changed = 0
  while (performance.now() - began < seconds * 1_000) {
    await pause(READ_EVERY_MS)
    if ((await read()) !== before) changed++
  }
  const last = await order('figures')
  const ranMs = performance.now() - began
  flood.send('sent')
  const { sent } = (await nextMessage<FloodReport>(flood)) as { sent: number }
  const growth = last.megabytes - first.megabytes
  printTable([
    {
      seconds: (ranMs / 1_000).toFixed(0),
      'lines sent': sent,
      cheers: last.cheers,
      'server CPU': `${(((last.cpuMs - first.cpuMs) / ranMs) * 100).toFixed(0)} %`,
      'loop p99 before': `${quiet.lateP99Ms.toFixed(1)} ms`,
      'loop p99': `${last.lateP99Ms.toFixed(1)} ms`,
      memory: `${last.megabytes.toFixed(0)} MB`,
      growth: `${growth.toFixed(1)} MB`,
    },
  ])
  console.log()
  printTable([last.lines])
  if (last.cheers === 0) throw new Error('no line was counted')
  printBudgets([
    ['chat-loop', last.lateP99Ms / BUDGET.loopMs],
    ['chat-memory', Math.max(0, growth) / BUDGET.megabytes],
    ['chat-scores-changed', changed],
  ])
} finally {
  server.disconnect()
  flood.disconnect()
  await postgres.stop()
}
