import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { provedOnlyByAll, readTests, requirementFaults } from './requirements.ts'
import { listFiles, REPOSITORY } from './source.ts'

const page = '# Battles\n\n- **battles.draw** A draw returns both stakes.\n- **battles.void** A void does, too.\n'
const tests = ["it('is a draw [battles.draw]', f)", '/// [battles.void]'].join('\n')
const faults = (inPage: string, inTests: string) =>
  requirementFaults({ 'docs/product/battles.md': page + inPage }, { 'a.test.ts': `${tests}\n${inTests}` })

it('is content when each line has a test', () => expect(faults('', "it('reads [auth.state]', f)")).toEqual([]))

it.each([
  ['- **battles.tie** A tie is a draw.', '', 'battles.tie: no test carries it'],
  ['- **battles.draw** Again.', '', 'battles.draw: stands twice'],
  ['- battles.tie: a draw', '', 'docs/product/battles.md: no requirement of this page: - battles.tie: a draw'],
  ['- **ledger.sum** Zero.', 'x [ledger.sum]', 'no requirement of this page: - **ledger.sum** Zero.'],
  ['', "it('ties [battles.tie]', f)", 'a.test.ts: there is no battles.tie'],
  ['', "it.todo('void [battles.void]')", "a.test.ts: the test of battles.void doesn't run"],
  ['', "it('void [battles.void]', { skip: true }, f)", "the test of battles.void doesn't run"],
  ['', "describe('draws [battles.draw]', f)", 'a.test.ts: battles.draw is on a group, not a test'],
])('finds %s %s', (inPage, inTests, fault) =>
  expect(faults(inPage, inTests)).toContainEqual(expect.stringContaining(fault)),
)

it('tells what only slow suites and journeys without the tag prove', () => {
  const ids = provedOnlyByAll({
    'a.slow.test.ts': "it('[battles.draw]')\nit('[battles.void]')",
    'a.test.ts': "it('[battles.void]')",
    'a.spec.ts': "test('[battles.tie]', {\n  tag: '@smoke',\n})\ntest('[battles.end]', async () => {",
  })
  expect(ids).toEqual(['battles.draw', 'battles.end'])
})

it('every line of docs/product has a test, and every id in a test a line', () => {
  const paths = listFiles(REPOSITORY).filter((path) => /^docs\/product\/(?!README)/.test(path))
  const pages = Object.fromEntries(paths.map((path) => [path, readFileSync(join(REPOSITORY, path), 'utf8')]))
  expect(paths.length).toBeGreaterThan(10)
  // This file is left out because it plants ids that don't exist.
  expect(requirementFaults(pages, readTests('tools/checks/requirements.test.ts'))).toEqual([])
})
