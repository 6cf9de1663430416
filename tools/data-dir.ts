import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isRoot, UNPRIVILEGED_ID } from './postgres/postgres-files.ts'

/**
 * Creates DATA_DIR for this user alone, and closes an existing one that others may enter. If root owns it, the group of
 * PostgreSQL's user can still pass through, but enter no folder in it except its own. Every command that keeps data calls this before it touches the folder.
 */
export function prepareDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const { uid, mode } = statSync(dataDir)
  if (process.getuid?.() !== uid) return
  if (isRoot()) chownSync(dataDir, 0, UNPRIVILEGED_ID)
  const wanted = isRoot() ? 0o710 : 0o700
  if ((mode & 0o777) !== wanted) chmodSync(dataDir, wanted)
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const path = join(dataDir, entry.name)
    if (entry.isDirectory() && statSync(path).uid === uid) chmodSync(path, 0o700)
  }
}
