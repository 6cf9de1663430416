import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import client from '@prometheus-io/client'
import { beforeEach, expect, it } from 'vitest'
import { openLogStream, registerLogMetrics } from './log-stream.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aura-log-'))
})

it('writes every line in order', async () => {
  const file = join(folder, 'log')
  const fd = openSync(file, 'w')
  const stream = openLogStream({ fd })
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index}\n`)
  for (const line of lines) stream.write(line)
  expect(await stream.flush(10_000)).toBe(true)
  closeSync(fd)
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''))
  expect(stream.dropped).toBe(0)
})

it('drops and counts lines that can’t be written, and does not throw', async () => {
  const file = join(folder, 'log')
  writeFileSync(file, '')
  // A read-only descriptor rejects every write, as a full disk does.
  const fd = openSync(file, 'r')
  const stream = openLogStream({ fd, waitingBytes: 1_000 })
  const line = `${'x'.repeat(99)}\n`
  for (let written = 0; written < 25; written++) stream.write(line)
  await stream.flush(1)
  closeSync(fd)
  expect(stream.dropped).toBe(15)
  const registry = new client.Registry()
  registerLogMetrics(registry, stream)
  expect(await registry.metrics()).toContain('log_lines_dropped_total 15')
})

/** A program that logs 20 MB to an unread standard output, reports by IPC, and exits. */
const PROGRAM = `
import { openLogStream } from ${JSON.stringify(join(import.meta.dirname, 'log-stream.ts'))}
const stream = openLogStream()
const line = 'x'.repeat(999) + '\\n'
for (let mb = 0; mb < 20; mb++) {
  for (let written = 0; written < 1_000; written++) stream.write(line)
  await new Promise((resolve) => setImmediate(resolve))
}
process.send({ dropped: stream.dropped, heapMb: process.memoryUsage().heapUsed / 1e6 }, async () => {
  await stream.exit(3)
})
`

it('lets the process run and exit while its log is not read', async () => {
  const program = join(folder, 'program.ts')
  writeFileSync(program, PROGRAM)
  const child = fork(program, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  child.stdout?.pause()
  child.stdout?.on('error', () => {})
  const exited = once(child, 'exit')
  const [told] = (await once(child, 'message')) as [{ dropped: number; heapMb: number }]
  expect(told.dropped).toBeGreaterThan(10_000)
  expect(told.heapMb).toBeLessThan(100)
  expect(await exited).toEqual([null, 'SIGKILL'])
})
