import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { beforeEach, expect, it } from 'vitest'
import { lockDirectory } from './lock-directory.ts'

let root: string
let directory: string
let lock: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'aura-lock-'))
  directory = join(root, 'database')
  lock = join(root, 'database.lock')
})

const holder = () =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { lockDirectory } from ${JSON.stringify(join(import.meta.dirname, 'lock-directory.ts'))}
       await lockDirectory(${JSON.stringify(directory)})
       process.stdout.write('locked')
       setInterval(() => {}, 60_000)`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )

it('creates the directory and locks others out until it is released', async () => {
  const unlock = await lockDirectory(directory)
  expect(existsSync(directory)).toBe(true)
  await expect(lockDirectory(directory)).rejects.toThrow(`${directory} is in use by process ${process.pid}`)
  // Another spelling of the same directory.
  await expect(lockDirectory(`${directory}/`)).rejects.toThrow('is in use')
  unlock()
  expect(existsSync(lock)).toBe(false)
  ;(await lockDirectory(directory))()
})

it('names the holding process, and takes over once that was killed', async () => {
  const child = holder()
  await once(child.stdout, 'data')
  await expect(lockDirectory(directory)).rejects.toThrow(`is in use by process ${child.pid}; stop that Aura first`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(existsSync(lock)).toBe(true)
  const unlock = await lockDirectory(directory)
  expect(readFileSync(lock, 'utf8')).toContain(String(process.pid))
  unlock()
})

it('never exposes a lock file without its holder', async () => {
  const found = new Int32Array(new SharedArrayBuffer(12))
  const watcher = new Worker(
    `const { readFileSync } = require('node:fs')
     const { found, lock } = require('node:worker_threads').workerData
     while (Atomics.load(found, 2) === 0) {
       try {
         Atomics.add(found, readFileSync(lock, 'utf8') === '' ? 0 : 1, 1)
       } catch {}
     }`,
    { eval: true, workerData: { found, lock } },
  )
  const ended = once(watcher, 'exit')
  await once(watcher, 'online')
  // Independent of the threads' speed.
  while (Atomics.load(found, 1) < 300) (await lockDirectory(directory))()
  Atomics.store(found, 2, 1)
  await ended
  expect(found[0]).toBe(0)
})

it('leaves nothing behind but its lock file, and removes that on release', async () => {
  const unlock = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow('is in use')
  expect(readdirSync(root).sort()).toEqual(['database', 'database.lock'])
  unlock()
  writeFileSync(lock, 'stale')
  ;(await lockDirectory(directory))()
  expect(readdirSync(root)).toEqual(['database'])
})

it('takes over although a process was killed during a takeover', async () => {
  writeFileSync(lock, '99999999 123')
  writeFileSync(`${lock}.takeover`, '99999998 123')
  ;(await lockDirectory(directory))()
  expect(readdirSync(root)).toEqual(['database'])
})

it('lets only one of many take over a stale lock', async () => {
  writeFileSync(lock, '99999999 123')
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const child = holder()
      const [first] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
      return { child, isHolder: String(first) === 'locked' }
    }),
  )
  const holders = outcomes.filter(({ isHolder }) => isHolder).map(({ child }) => child)
  expect(holders).toHaveLength(1)
  expect(readFileSync(lock, 'utf8').split(' ')[0]).toBe(String(holders[0]?.pid))
  for (const child of holders) child.kill('SIGKILL')
})

it.each(['', 'nonsense', '-1', '0', '99999999 123'])(
  'takes over from a lock file without a holder: %j',
  async (mark) => {
    writeFileSync(lock, mark)
    const unlock = await lockDirectory(directory)
    expect(readFileSync(lock, 'utf8')).toContain(String(process.pid))
    unlock()
  },
)

it('takes over when the pid has been reused by another process', async () => {
  writeFileSync(lock, `${process.pid} 1`)
  const unlock = await lockDirectory(directory)
  expect(readFileSync(lock, 'utf8')).not.toBe(`${process.pid} 1`)
  unlock()
})

it('does not release a lock that another process has taken since', async () => {
  const unlock = await lockDirectory(directory)
  writeFileSync(lock, '1 1')
  unlock()
  expect(readFileSync(lock, 'utf8')).toBe('1 1')
})

it("explains why a path can't be a directory", async () => {
  writeFileSync(directory, 'a file')
  await expect(lockDirectory(directory)).rejects.toMatchObject({ code: 'EEXIST' })
})
