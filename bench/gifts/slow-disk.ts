import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Delays every fsync of child processes by 1 ms. Without Linux and a C compiler it runs nothing and returns undefined. */
export async function withSlowDisk<T>(run: () => Promise<T>): Promise<T | undefined> {
  if (process.platform !== 'linux') return undefined
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const library = join(folder, 'slow-disk.so')
  const source = join(import.meta.dirname, 'slow-disk.c')
  if (spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl']).status !== 0) return undefined
  process.env.LD_PRELOAD = library
  return run().finally(() => delete process.env.LD_PRELOAD)
}
