import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives the tests a folder for temporary files, which goes with all they left: workers are ended without a word. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'aura-tests-'))
  // PostgreSQL, which doesn't run as root, has to get through.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
