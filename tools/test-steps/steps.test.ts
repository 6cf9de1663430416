import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runNode } from '../processes/run-command.ts'
import {
  closingLine,
  type Outcome,
  runSteps,
  type Step,
  selectSteps,
  summaryTable,
  unsteadyLines,
  withinBudget,
} from './steps.ts'
import { playwrightOutcome, vitestOutcome } from './test-reports.ts'

let folder: string
let shown: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aura-steps-'))
  shown = ''
  const keep = (text: unknown) => {
    shown += `${text}\n`
    return true
  }
  vi.spyOn(console, 'log').mockImplementation(keep)
  vi.spyOn(process.stdout, 'write').mockImplementation(keep)
})

afterEach(() => {
  vi.restoreAllMocks()
})

function step(name: string, outcome: Partial<Outcome> | Error, needs: string[] = []): Step {
  const run = async () => {
    if (outcome instanceof Error) throw outcome
    return { passed: 0, failed: 0, output: `words of ${name}`, ...outcome }
  }
  return { name, title: name, needs, run }
}

test('goes on after a failure, but not with what needs it', async () => {
  const results = await runSteps(
    [
      step('first', { passed: 3 }),
      step('build', { failed: 1 }),
      step('browse', { passed: 9 }, ['build']),
      step('last', { passed: 2, failed: 1 }),
    ],
    folder,
  )
  expect(results.map(({ passed, failed }) => [passed, failed])).toEqual([
    [3, 0],
    [0, 1],
    [0, 1],
    [2, 1],
  ])
  expect(closingLine(results)).toBe('5 passed, 3 failed')
  expect(shown).not.toContain('words of first')
  expect(shown).toContain('words of build')
  expect(shown).not.toContain('words of browse')
  expect(readFileSync(join(folder, 'first.log'), 'utf8')).toBe('words of first')
  expect(summaryTable(results).split('\n')).toHaveLength(5)
})

test('a step above its budget has failed and names its dearest tests', () => {
  const tests = [
    { title: 'cheap', ms: 10 },
    { title: 'dear', ms: 90_000 },
  ]
  const outcome = { passed: 2, failed: 0, output: '', tests }
  expect(withinBudget(outcome, 10, 20)).toBe(outcome)
  expect(withinBudget(outcome, 9_999, undefined)).toBe(outcome)
  expect(withinBudget(outcome, null, 20)).toBe(outcome)
  const above = withinBudget(outcome, 9_999, 20)
  expect(above).toMatchObject({ passed: 2, failed: 1 })
  expect(above.output).toMatch(/9999 CPU seconds.*dear.*cheap/s)
})

test('a step without a test, or that throws, has failed', async () => {
  const results = await runSteps([step('empty', {}), step('broken', new Error('no browser'))], folder)
  expect(closingLine(results)).toBe('0 passed, 2 failed')
  expect(shown).toContain('no test ran')
  expect(shown).toContain('no browser')
})

test('a selection keeps the order and brings what it needs', () => {
  const all = [step('a', {}), step('b', {}), step('c', {}, ['a'])]
  expect(selectSteps(all, []).map((each) => each.name)).toEqual(['a', 'b', 'c'])
  expect(selectSteps(all, ['c']).map((each) => each.name)).toEqual(['a', 'c'])
  expect(selectSteps(all, ['b', 'a']).map((each) => each.name)).toEqual(['a', 'b'])
  expect(() => selectSteps(all, ['d'])).toThrow('There is no step called d. Steps: a, b, c')
})

test('counts what the reports say, and a runner that failed without one', () => {
  const report = join(folder, 'report.json')
  const failed = { ok: false, output: '' }
  expect(vitestOutcome(failed, report)).toMatchObject({ passed: 0, failed: 1 })
  writeFileSync(report, JSON.stringify({ numPassedTests: 4, numFailedTests: 0 }))
  expect(vitestOutcome(failed, report)).toMatchObject({ passed: 4, failed: 1 })
  expect(vitestOutcome({ ok: true, output: '' }, report)).toMatchObject({ passed: 4, failed: 0, unsteady: [] })
  const assertionResults = [
    { title: 'steady', status: 'passed', failureMessages: [] },
    { title: 'sways', status: 'passed', failureMessages: ['the first try'] },
    { title: 'fails', status: 'failed', failureMessages: ['both tries', 'both tries'] },
  ]
  writeFileSync(report, JSON.stringify({ numPassedTests: 2, numFailedTests: 1, testResults: [{ assertionResults }] }))
  expect(vitestOutcome(failed, report)).toMatchObject({ passed: 2, failed: 1, unsteady: ['sways'] })
  const suites = [{ suites: [{ specs: [{ title: 'wavers', tests: [{ status: 'flaky' }] }] }] }]
  writeFileSync(report, JSON.stringify({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 1 }, suites }))
  const outcome = playwrightOutcome(failed, report)
  expect(outcome).toMatchObject({ passed: 6, failed: 1, unsteady: ['wavers'] })
  expect(unsteadyLines([{ name: 'journeys', elapsedMs: 1, cpuS: null, ...outcome }])).toBe(
    'Passed only when tried again, journeys: wavers\n',
  )
})

test('a command that takes too long is ended with all it started', async () => {
  const mark = join(folder, 'mark')
  const late = `setTimeout(() => require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''), 1500)`
  const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(late)}]); setInterval(() => {}, 1000)`
  const result = await runNode(['-e', script], { limitMs: 500 })
  expect(result.ok).toBe(false)
  expect(result.output).toContain('longer than')
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(existsSync(mark)).toBe(false)
})
