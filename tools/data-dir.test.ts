import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareDataDir } from './data-dir.ts'
import { isRoot, reachableTempFolder, UNPRIVILEGED_ID } from './postgres/postgres-files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(reachableTempFolder(), 'aura-data-dir-'))
  chmodSync(root, 0o755)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe.skipIf(process.platform === 'win32')('DATA_DIR', () => {
  const modeOf = (path: string) => statSync(path).mode & 0o777

  it('is closed to others, also one that was open, with everything in it [access.data-dir-private]', () => {
    const [dataDir, images] = [join(root, 'data'), join(root, 'data/images')]
    mkdirSync(join(images, 'ab'), { recursive: true })
    writeFileSync(join(images, 'ab/picture.webp'), 'a picture')
    for (const folder of [dataDir, images]) chmodSync(folder, 0o777)
    prepareDataDir(dataDir)
    expect([modeOf(dataDir), modeOf(images)]).toEqual([isRoot() ? 0o710 : 0o700, 0o700])
    const fresh = join(root, 'fresh')
    prepareDataDir(fresh)
    expect(modeOf(fresh)).toBe(isRoot() ? 0o710 : 0o700)
    if (!isRoot()) return
    // Not even PostgreSQL's user, who may pass through, reads what isn't its own.
    for (const gid of [UNPRIVILEGED_ID, 12_345]) {
      const read = spawnSync('cat', [join(images, 'ab/picture.webp')], { cwd: '/', uid: UNPRIVILEGED_ID, gid })
      expect([read.status === 0, read.stdout.toString()]).toEqual([false, ''])
    }
  })
})
