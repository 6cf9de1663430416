import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Delays every fsync of child processes by 1 ms. Returns undefined, without running, except on Linux with a C compiler.
 */
export async function withSlowDisk<T>(run: () => Promise<T>): Promise<T | undefined> {
  if (process.platform !== 'linux') return undefined
  const folder = await mkdtemp(join(tmpdir(), 'aura-slow-disk-'))
  await chmod(folder, 0o755)
  const library = join(folder, 'slow-disk.so')
  const source = join(import.meta.dirname, 'slow-disk.c')
  if (spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl']).status !== 0) return undefined
  process.env.LD_PRELOAD = library
  try {
    return await run()
  } finally {
    delete process.env.LD_PRELOAD
    await rm(folder, { recursive: true, force: true })
  }
}
