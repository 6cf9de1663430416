import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkPackages } from '../../../tools/features/tree-copy.ts'
import { REPOSITORY } from '../faults/product-server.ts'

/** The sources of a commit, beside today's packages. */
export interface EarlierVersion {
  root: string
  remove(): void
}

/** Throws what git says of a commit it doesn't have. */
export function earlierVersion(commit: string): EarlierVersion {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'aura-version-')))
  const archive = join(root, 'archive.tar')
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: REPOSITORY })
  execFileSync('tar', ['-xf', archive, '-C', root])
  rmSync(archive)
  linkPackages(root)
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
