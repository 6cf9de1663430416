import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Finding, ok, problem, reasonOf, warning } from './check.ts'

const GB = 1_000_000_000
const FULL_BYTES = GB / 2
const TIGHT_BYTES = 2 * GB

/** Returns the folder, or the nearest one above it that exists. */
export const nearestFolder = (folder: string): string => (existsSync(folder) ? folder : nearestFolder(dirname(folder)))

/** Checks whether the folder is writable and its disk has room, by `statOf`. Creates no folder. */
export async function checkDisk(folder: string, statOf: typeof freeBytes = freeBytes): Promise<Finding[]> {
  const nearest = nearestFolder(folder)
  // The server's user may plant a link for root to write through, so the name can't be guessed and must be new.
  const probe = join(nearest, `.doctor-${randomUUID()}`)
  try {
    await writeFile(probe, 'a probe', { flag: 'wx', flush: true })
  } catch (error) {
    return [problem(`DATA_DIR can't be written to: ${reasonOf(error)}. Give ${folder} to the user that runs Aura.`)]
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
  const bytes = await statOf(nearest)
  const free = `${(bytes / GB).toFixed(1)} GB are free in ${folder}`
  if (bytes < FULL_BYTES) return [problem(`Only ${free}. Make room.`)]
  return [bytes < TIGHT_BYTES ? warning(`Only ${free}. Make room soon.`) : ok(free), ...checkPrivate(folder)]
}

/** Others may pass through, as PostgreSQL's user does where root owns it, but not list, read or write. */
function checkPrivate(folder: string): Finding[] {
  if (process.platform === 'win32' || !existsSync(folder)) return []
  const mode = statSync(folder).mode & 0o777
  if ((mode & 0o067) === 0) return []
  return [warning(`Other users can enter ${folder} (${mode.toString(8)}). Run: chmod 700 ${folder}`)]
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
