import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

const WORKSPACES = ['api', 'drawing', 'server', 'web', 'tools', 'tests', 'contracts', 'lab']

/** Links this repository's packages into the copy, whose workspaces are its own. */
function linkPackages(root: string): void {
  for (const folder of ['node_modules', ...WORKSPACES.map((name) => `${name}/node_modules`)]) {
    const from = join(REPOSITORY, folder)
    if (!existsSync(from)) continue
    mkdirSync(join(root, folder), { recursive: true })
    for (const name of readdirSync(from)) {
      if (name !== '@aura' && !name.startsWith('.')) symlinkSync(join(from, name), join(root, folder, name), 'junction')
    }
  }
  mkdirSync(join(root, 'node_modules/@aura'))
  for (const name of WORKSPACES) symlinkSync(join(root, name), join(root, 'node_modules/@aura', name), 'junction')
}
