import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageBin } from '../processes/package-bin.ts'
import { runNode } from '../processes/run-command.ts'

const PROJECTS = ['tsconfig.json', 'web/tsconfig.json', 'tests/journeys/tsconfig.json']

/** The product without its tests: a third of the time. */
const PRODUCT = {
  'tsconfig.product.json': { include: ['api/src', 'server/src'], exclude: ['**/*.test.ts'] },
  'web/tsconfig.product.json': { include: ['src'], exclude: ['**/*.test.ts', '**/*.test.tsx'] },
}

/** Returns the files of a tree's product that the compiler refuses, each with its first error. Tests aren't looked at. */
export function productTypeErrors(root: string): Promise<Map<string, string>> {
  for (const [path, files] of Object.entries(PRODUCT)) {
    writeFileSync(join(root, path), JSON.stringify({ extends: './tsconfig.json', ...files }))
  }
  return typeErrors(root, Object.keys(PRODUCT))
}

/** Returns the files of a tree that the compiler refuses, each with its first error. */
export async function typeErrors(root: string, projects: readonly string[] = PROJECTS): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const project of projects) {
    // One checker: several check the types they share again.
    const options = ['--noEmit', '--pretty', 'false', '--checkers', '1']
    const args = [packageBin('typescript', 'tsc'), '-p', join(root, project), ...options]
    const { ok, output } = await runNode(args, { cwd: root })
    const errors = [...output.matchAll(/^(\S+?)\(\d+,\d+\): error (.*)$/gm)]
    if (!ok && errors.length === 0) throw new Error(output)
    for (const [, path = '', error = ''] of errors) if (!found.has(path)) found.set(path, error)
  }
  return found
}

/** Returns the files of a tree in which knip finds something unused or missing. */
export async function deadCode(root: string): Promise<Set<string>> {
  const args = [packageBin('knip', 'knip'), '--no-progress', '--reporter', 'json']
  const { ok, output } = await runNode(args, { cwd: root })
  const start = output.indexOf('{"')
  if (start < 0) {
    if (!ok) throw new Error(output)
    return new Set()
  }
  const { issues } = JSON.parse(output.slice(start, output.lastIndexOf('}') + 1)) as { issues: { file: string }[] }
  return new Set(issues.map(({ file }) => file))
}
