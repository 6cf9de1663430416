import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listFiles, REPOSITORY } from '../checks/source.ts'

const WORKSPACES = ['api', 'drawing', 'server', 'web', 'tools', 'tests', 'contracts', 'lab']

const COPIED = new RegExp(`^(?:(?:${[...WORKSPACES, 'bench', 'requirements', 'content', 'docs'].join('|')})/|[^/]+$)`)

/** Copies the sources to a temporary folder whose packages are links, and whose workspaces are the copies. */
export function copyTree(): { root: string; remove: () => void } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'aura-feature-')))
  for (const path of [...listFiles(REPOSITORY).filter((path) => COPIED.test(path)), '.gitignore']) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    cpSync(join(REPOSITORY, path), join(root, path))
  }
  linkPackages(root)
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** Gives a copy of the repository this one's packages, as links. Its workspaces are its own. */
function linkPackages(root: string): void {
  for (const folder of ['node_modules', ...WORKSPACES.map((name) => `${name}/node_modules`)]) linkFolder(root, folder)
  mkdirSync(join(root, 'node_modules/@aura'))
  for (const name of WORKSPACES) symlinkSync(join(root, name), join(root, 'node_modules/@aura', name), 'junction')
}

function linkFolder(root: string, folder: string): void {
  const from = join(REPOSITORY, folder)
  if (!existsSync(from)) return
  mkdirSync(join(root, folder), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== '@aura' && !name.startsWith('.')) symlinkSync(join(from, name), join(root, folder, name), 'junction')
  }
}
