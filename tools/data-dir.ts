import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { isRoot, UNPRIVILEGED_ID } from './postgres/postgres-files.ts'

/**
 * Creates DATA_DIR for this user alone, and closes an existing one that others may enter. If root owns it, the group of
 * PostgreSQL's user can still pass through. Every command that keeps data calls this before it touches the folder.
 */
export function prepareDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const { uid, mode } = statSync(dataDir)
  if (process.getuid?.() !== uid) return
  if (isRoot()) chownSync(dataDir, 0, UNPRIVILEGED_ID)
  const wanted = isRoot() ? 0o710 : 0o700
  if ((mode & 0o777) !== wanted) chmodSync(dataDir, wanted)
}
