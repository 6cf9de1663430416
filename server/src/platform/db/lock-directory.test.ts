import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockDirectory } from './lock-directory.ts'

let root: string
let directory: string
let lock: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'aura-lock-'))
  directory = join(root, 'database')
  lock = join(root, 'database.lock')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A process that takes the lock, says so, and keeps it until it is ended. */
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
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )

it('makes the directory, and lets nobody else in until it is given back', async () => {
  const unlock = await lockDirectory(directory)
  expect(existsSync(directory)).toBe(true)
  await expect(lockDirectory(directory)).rejects.toThrow(`${directory} is in use by process ${process.pid}`)
  // The same folder by another spelling is the same folder.
  await expect(lockDirectory(`${directory}/`)).rejects.toThrow('is in use')
  unlock()
  expect(existsSync(lock)).toBe(false)
  ;(await lockDirectory(directory))()
})

it('puts its mark beside the directory, not into it', async () => {
  const unlock = await lockDirectory(directory)
  expect(readFileSync(lock, 'utf8').split(' ')[0]).toBe(String(process.pid))
  expect(existsSync(join(directory, 'database.lock'))).toBe(false)
  unlock()
})

it('names the process that has it, and takes over once that was killed', { timeout: 30_000 }, async () => {
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

it.each(['', 'nonsense', '-1', '0', '99999999 123'])('takes over from a mark that names nobody: %j', async (mark) => {
  writeFileSync(lock, mark)
  const unlock = await lockDirectory(directory)
  expect(readFileSync(lock, 'utf8')).toContain(String(process.pid))
  unlock()
})

it('takes over when the process of that number is another one since', async () => {
  writeFileSync(lock, `${process.pid} 1`)
  const unlock = await lockDirectory(directory)
  expect(readFileSync(lock, 'utf8')).not.toBe(`${process.pid} 1`)
  unlock()
})

it('does not give back what somebody else has taken since', async () => {
  const unlock = await lockDirectory(directory)
  writeFileSync(lock, '1 1')
  unlock()
  expect(readFileSync(lock, 'utf8')).toBe('1 1')
})

it('says what is wrong with a place that cannot be a directory', async () => {
  writeFileSync(directory, 'a file')
  await expect(lockDirectory(directory)).rejects.toMatchObject({ code: 'EEXIST' })
})
