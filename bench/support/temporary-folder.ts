import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a folder that goes with this process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'aura-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
