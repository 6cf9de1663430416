/**
 * `npm run migration`: generates a migration from changes to the tables. `--again [REF]` moves those of this branch behind
 * those of REF, by default origin/main.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageBin } from '../processes/package-bin.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'server/migrations')
const meta = join(folder, 'meta')
const snapshot = join(folder, 'snapshot.json')

const migrations = () => readdirSync(folder).filter((name) => name.endsWith('.sql'))
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

/** Returns the name of the new migration, or undefined if the tables did not change. */
function generate(args: readonly string[]): string | undefined {
  const bin = packageBin('drizzle-kit', 'drizzle-kit')
  const known = migrations()
  // The journal and the numbered snapshots of drizzle-kit exist only meanwhile, so branches don't conflict in them.
  mkdirSync(meta, { recursive: true })
  const entries = known.map((name, idx) => ({ idx, version: '7', when: idx, tag: name.replace('.sql', '') }))
  writeFileSync(join(meta, '_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
  copyFileSync(snapshot, join(meta, '0000_snapshot.json'))
  const { status } = spawnSync(process.execPath, [bin, 'generate', '--config', 'server/drizzle.config.ts', ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  const [newest] = readdirSync(meta)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .reverse()
  if (status === 0 && newest) renameSync(join(meta, newest), snapshot)
  rmSync(meta, { recursive: true })
  process.exitCode = status ?? 1
  return migrations().find((name) => !known.includes(name))
}

function moveBehind(ref: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const theirs = git('ls-tree', '--name-only', `${ref}:server/migrations`).split('\n')
  const own = migrations().filter((name) => !theirs.includes(name))
  const texts = own.map(read)
  for (const name of own) rmSync(join(folder, name))
  git('checkout', ref, '--', 'server/migrations')
  for (const [at, name] of own.entries()) {
    const number = String(migrations().length).padStart(4, '0')
    writeFileSync(join(folder, name.replace(/^\d+/, number)), texts[at] ?? '')
  }
  const made = generate(['--name', 'again'])
  if (!made) return
  if (texts.includes(read(made))) rmSync(join(folder, made))
  else console.log(`${made} differs from this branch’s migrations: move what it adds into them, then delete it.`)
}

const [first, ref = 'origin/main'] = process.argv.slice(2)
if (first === '--again') moveBehind(ref)
else generate(process.argv.slice(2))
