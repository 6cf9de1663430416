/**
 * `npm run sbom -- FILE`: writes a CycloneDX software bill of materials of the lockfile. Packages for building
 * and testing are marked (`scope: optional`, `cdx:npm:package:development`).
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand } from '../npm-setting.ts'

const root = join(import.meta.dirname, '../..')
/** Several times the size of today's output. */
const MAX_BYTES = 64 * 1024 * 1024

/** Returns npm's bill of materials. Throws npm's message if it fails. */
export function sbom(): string {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error']
  const { file, first } = npmCommand()
  const { status, stdout, stderr, error } = spawnSync(file, [...first, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: MAX_BYTES,
    shell: file === 'npm' && process.platform === 'win32',
  })
  if (error || status !== 0) throw new Error(`npm sbom failed: ${error?.message ?? stderr}`)
  return stdout
}

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  if (file === undefined) {
    console.error('Name the file to write: npm run sbom -- aura.cdx.json')
    process.exitCode = 2
  } else {
    writeFileSync(file, sbom())
    console.log(`Wrote ${file}.`)
  }
}
