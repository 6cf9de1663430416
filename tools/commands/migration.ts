/**
 * `npm run migration`: generates a migration from changes to the tables, and deletes all snapshots but the newest, from
 * which the next migration is generated.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { olderSnapshots } from '../checks/house.ts'
import { packageBin } from '../processes/package-bin.ts'

const root = join(import.meta.dirname, '../..')
const meta = join(root, 'server/migrations/meta')
const args = ['generate', '--config', 'server/drizzle.config.ts', ...process.argv.slice(2)]

const { status } = spawnSync(process.execPath, [packageBin('drizzle-kit', 'drizzle-kit'), ...args], {
  cwd: root,
  stdio: 'inherit',
})
if (status === 0) for (const name of olderSnapshots(readdirSync(meta))) rmSync(join(meta, name))
process.exitCode = status ?? 1
