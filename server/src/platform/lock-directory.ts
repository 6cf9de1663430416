import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createFile } from './create-file.ts'
import { OperatorError } from './operator-error.ts'

export class DirectoryInUse extends OperatorError {
  override name = 'DirectoryInUse'
}

/** Locks a directory against a second process. Returns the unlock function. Throws DirectoryInUse. */
export async function lockDirectory(directory: string): Promise<() => void> {
  mkdirSync(directory, { recursive: true })
  return takeLock(`${directory.replace(/\/+$/, '')}.lock`, directory)
}

/** Locks a directory by the file at `path`. Returns the unlock function. Throws DirectoryInUse. */
export function takeLock(path: string, directory: string): () => void {
  const mine = `${process.pid} ${startOf(process.pid) ?? ''}`.trim()
  for (let attempt = 0; attempt < 5; attempt++) {
    if (createFile(path, mine)) {
      return () => {
        if (read(path) === mine) rmSync(path, { force: true })
      }
    }
    const holder = read(path)
    if (holder !== undefined && isAlive(holder)) {
      throw new DirectoryInUse(`${directory} is in use by process ${holder.split(' ')[0]}; stop that Aura first`)
    }
    removeStaleMark(path, mine)
  }
  throw new DirectoryInUse(`${directory} cannot be locked; remove ${path} if no Aura is running`)
}

/** Returns the id of the process that holds the lock at `path`, or null. */
export function lockHolder(path: string): number | null {
  const holder = read(path)
  return holder !== undefined && isAlive(holder) ? Number(holder.split(' ')[0]) : null
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

/** Removes a stale lock. Serialises takeovers and checks again, since the file may have been replaced meanwhile. */
function removeStaleMark(path: string, mine: string): void {
  const turn = `${path}.takeover`
  if (createFile(turn, mine)) {
    removeIfStale(path)
    rmSync(turn, { force: true })
  } else removeIfStale(turn)
}

function removeIfStale(path: string): void {
  const holder = read(path)
  if (holder !== undefined && !isAlive(holder)) rmSync(path, { force: true })
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Returns whether the holder is alive. Ids are reused, so its start must match, where the system tells. */
function isAlive(holder: string): boolean {
  const [pidText = '', ...start] = holder.split(' ')
  const pid = Number(pidText)
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  const now = startOf(pid)
  return now === undefined || start.length === 0 || now === start.join(' ')
}

/** Returns a process's start in kernel ticks (Linux only: field 22 of /proc/PID/stat). */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(join('/proc', String(pid), 'stat'), 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}
