import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Takes a directory for this process and answers how to give it back. The embedded database has no lock of its own: a
 * second process would open the same files and break them. Throws, naming the holder, when another live process has it.
 */
export async function lockDirectory(directory: string): Promise<() => void> {
  mkdirSync(directory, { recursive: true })
  // Beside the database's own files, not among them.
  const path = `${directory.replace(/\/+$/, '')}.lock`
  const mine = `${process.pid} ${startOf(process.pid) ?? ''}`.trim()
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      writeFileSync(path, mine, { flag: 'wx' })
      return () => {
        if (read(path) === mine) rmSync(path, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = read(path)
    if (holder !== undefined && isAlive(holder)) {
      throw new Error(`${directory} is in use by process ${holder.split(' ')[0]}; stop that Aura first`)
    }
    if (read(path) === holder) rmSync(path, { force: true })
  }
  throw new Error(`${directory} cannot be locked; remove ${path} if no Aura is running`)
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** A pid alone may have been given to another process since; where the system tells its start, that must match too. */
function isAlive(holder: string): boolean {
  const [pidText = '', ...start] = holder.split(' ')
  const pid = Number(pidText)
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const now = startOf(pid)
  return now === undefined || start.length === 0 || now === start.join(' ')
}

/** When a process started, in the kernel's ticks (Linux only: field 22 of /proc/PID/stat). */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(join('/proc', String(pid), 'stat'), 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}
