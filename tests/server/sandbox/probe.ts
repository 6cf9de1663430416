import { execFileSync, fork, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

const root = join(import.meta.dirname, '../../..')
const attempts: Record<string, () => unknown> = {
  'read a file of the system': () => readFileSync('/etc/hosts', 'utf8'),
  'read the settings': () => readFileSync(join(root, '.env.example'), 'utf8'),
  'read our code': () => readFileSync(join(root, 'server/src/env/env.ts'), 'utf8'),
  'list our folder': () => readdirSync(root),
  'look whether a file is there': () => statSync(join(root, 'package.json')),
  'read another package': () => readFileSync(join(root, 'node_modules/zod/package.json'), 'utf8'),
  'read a file by a way around': () => readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8'),
  'read its own environment from the system': () => readFileSync('/proc/self/environ', 'utf8'),
  "read its parent's environment": () => readFileSync(`/proc/${process.ppid}/environ`, 'utf8'),
  'load other code': () => createRequire(import.meta.url)(join(root, 'node_modules/zod/index.cjs')),
  'write a file': () => writeFileSync(join(tmpdir(), 'aura-probe'), 'x'),
  'write beside itself': () => writeFileSync(join(import.meta.dirname, 'left-behind.txt'), 'x'),
  'make a folder': () => mkdirSync(join(tmpdir(), 'aura-probe-folder')),
  'start a program': () => execFileSync(process.execPath, ['--version']),
  'start a shell': () => {
    const { error } = spawnSync('true', { shell: true })
    if (error) throw error
  },
  'start another of itself': () => fork(import.meta.filename),
  'start a thread': () => new Worker(pathToFileURL(import.meta.filename)),
}

process.on('message', () => {
  const outcomes = Object.entries(attempts).map(([name, attempt]) => {
    try {
      attempt()
      return [name, 'succeeded']
    } catch (error) {
      return [name, (error as { code?: string }).code ?? String(error)]
    }
  })
  const own = readFileSync(import.meta.filename, 'utf8').length > 0
  process.send?.({ outcomes: Object.fromEntries(outcomes), environment: { ...process.env }, own })
})
process.on('disconnect', () => process.exit(0))
