import { expect, it } from 'vitest'
import { packageBin } from '../processes/package-bin.ts'
import { runNode } from '../processes/run-command.ts'
import { addFeature } from './add-feature.ts'
import { deadCode, typeErrors } from './find-faults.ts'
import { copyTree } from './tree-copy.ts'

/** Those that look at the whole tree: imports, declared reads, migrations, manifests, the contract. */
const CHECKS = [
  'tools/checks/boundaries.test.ts',
  'tools/checks/sql-walls.test.ts',
  'tools/checks/house.test.ts',
  'server/src/features.test.ts',
  'server/src/platform/db/schema.test.ts',
  'api/src/idempotent-calls.test.ts',
]

it('a feature is added with at most 6 edits of files that exist', { timeout: 600_000 }, async () => {
  const { root, remove } = copyTree()
  try {
    expect((await addFeature(root)).length).toBeLessThanOrEqual(6)
    expect([...(await typeErrors(root))]).toEqual([])
    expect([...(await deadCode(root))]).toEqual([])
    const run = (bin: string, ...args: string[]) => runNode([bin, ...args], { cwd: root })
    const lint = await run(
      packageBin('@biomejs/biome', 'biome'),
      'check',
      '--vcs-enabled=false',
      'api',
      'server',
      'web/src',
    )
    expect(lint.ok, lint.output).toBe(true)
    const checks = await run(packageBin('vitest', 'vitest'), 'run', '--project', 'unit', ...CHECKS)
    expect(checks.ok, checks.output).toBe(true)
  } finally {
    remove()
  }
})
