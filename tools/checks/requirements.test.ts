import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { requirementFaults } from './requirements.ts'
import { isTest, listFiles, REPOSITORY } from './source.ts'

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

it('every line of docs/product has a test, and every id in a test a line', () => {
  const paths = listFiles(REPOSITORY)
  const texts = (wanted: (path: string) => boolean) =>
    Object.fromEntries(paths.filter(wanted).map((path) => [path, readFileSync(join(REPOSITORY, path), 'utf8')]))
  const pages = texts((path) => /^docs\/product\/(?!README)/.test(path))
  // This file plants ids that don't exist.
  const named = texts(
    (path) => (isTest(path) || /^tests\/|[.]t[.]sol$/.test(path)) && path !== 'tools/checks/requirements.test.ts',
  )
  expect(Object.keys(pages).length).toBeGreaterThan(10)
  expect(requirementFaults(pages, named)).toEqual([])
})
