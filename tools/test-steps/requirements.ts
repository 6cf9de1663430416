/**
 * Requirement coverage: writes `.artifacts/requirements.md`, every requirement with the tests that name its id
 * in their titles. Fails when a requirement has no test or a test names no requirement.
 */
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { requirements } from '../../requirements/index.ts'
import { type PlaywrightReport, type PlaywrightSuite, readReport, type VitestReport } from './test-reports.ts'

const root = join(import.meta.dirname, '../..')
const pageFile = join(root, '.artifacts/requirements.md')

type Requirements = typeof requirements

export interface TestRun {
  /** From the repository's root, with forward slashes. */
  file: string
  groups: string[]
  title: string
  passed: boolean
}

export function vitestRuns(report: VitestReport, from: string): TestRun[] {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ ancestorTitles, title, status }) => ({
        file: slashed(relative(from, name)),
        groups: ancestorTitles,
        title,
        passed: status === 'passed',
      })),
  )
}

/** A flaky test passed on its second try; the closing summary names it. */
const PASSED = new Set(['expected', 'flaky'])

/** Playwright's outermost suites are files. */
export function playwrightRuns(report: PlaywrightReport, from: string): TestRun[] {
  const folder = slashed(relative(from, report.config.rootDir))
  const runsOf = (suite: PlaywrightSuite, file: string, groups: string[]): TestRun[] => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
      .map(({ title, tests }) => ({ file, groups, title, passed: tests.every(({ status }) => PASSED.has(status)) })),
    ...(suite.suites ?? []).flatMap((inner) => runsOf(inner, file, [...groups, inner.title])),
  ]
  return report.suites.flatMap((suite) => runsOf(suite, `${folder}/${slashed(suite.file)}`, []))
}

const slashed = (path: string) => path.replaceAll('\\', '/')

const idsIn = (title: string) => [...title.matchAll(/\[([a-z]+\.[a-z0-9-]+)\]/g)].map(([, id]) => id as string)
const withoutIds = (title: string) => title.replace(/\s*\[[a-z]+\.[a-z0-9-]+\]/g, '')

const nameOf = ({ file, groups, title }: TestRun) => [file, ...groups, title].map(withoutIds).join(' › ')

/** The tests proving each requirement. A test that failed in any report proves nothing. */
export function proofs(runs: readonly TestRun[]): Map<string, string[]> {
  const failed = new Set(runs.filter(({ passed }) => !passed).map(nameOf))
  const proved = new Map<string, string[]>()
  for (const run of runs) {
    const name = nameOf(run)
    if (failed.has(name)) continue
    for (const id of idsIn(run.title)) proved.set(id, [...new Set([...(proved.get(id) ?? []), name])].sort())
  }
  return proved
}

/** Ids that don't exist, or stand on a group, where they would cover several tests. */
export function faults(areas: Requirements, runs: readonly TestRun[]): string[] {
  const known = new Set(areas.flatMap(({ items }) => items.map(({ id }) => id)))
  const found = runs.flatMap((run) => [
    ...idsIn(run.title)
      .filter((id) => !known.has(id))
      .map((id) => `${nameOf(run)}: there is no ${id} in requirements/`),
    ...run.groups.flatMap(idsIn).map((id) => `${nameOf(run)}: ${id} stands in the title of a group, not of a test`),
  ])
  return [...new Set(found)].sort()
}

const cell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;')

export const unproved = (areas: Requirements, proved: ReadonlyMap<string, string[]>): string[] =>
  areas.flatMap(({ items }) => items.map(({ id }) => id)).filter((id) => !proved.has(id))

export function requirementsPage(
  areas: Requirements,
  proved: ReadonlyMap<string, string[]>,
): { text: string; summary: string } {
  const count = (items: Requirements[number]['items']) => items.filter(({ id }) => proved.has(id)).length
  const all = areas.flatMap(({ items }) => items)
  const summary = `${count(all)} of ${all.length} proved`
  const totals = areas.map(({ area, items }) => `| [${area}](#${area}) | ${count(items)} | ${items.length} |`)
  const tables = areas.map(({ area, items }) => {
    const rows = items.map(({ id, kind, text }) => {
      const by = proved.get(id)?.map(cell).join('<br>') ?? '**missing**'
      return `| ${id} | ${kind} | ${cell(text)} | ${by} |`
    })
    return [`## ${area}`, '', '| id | kind | what has to be so | proved by |', '| --- | --- | --- | --- |', ...rows, '']
  })
  const head = [
    '# Requirements',
    '',
    'Everything the product promises, and the tests that prove it. Written by `npm test` from `requirements/`.',
    '',
    `**${summary}**`,
    '',
    '| area | proved | of |',
    '| --- | --: | --: |',
  ]
  return { text: [...head, ...totals, '', ...tables.flat()].join('\n'), summary }
}

/** Throws when a report is missing, because its requirements would look unproved. */
function readRuns(): TestRun[] {
  const read = <Report>(name: string) => {
    const report = readReport<Report>(join(root, '.artifacts', `${name}.json`))
    if (!report) throw new Error(`There is no report of ${name}: run npm test first.`)
    return report
  }
  const vitest = ['unit', 'contracts', 'db'].flatMap((name) => vitestRuns(read<VitestReport>(name), root))
  return [...vitest, ...playwrightRuns(read<PlaywrightReport>('journeys'), root)]
}

function main(): void {
  const runs = readRuns()
  const wrong = faults(requirements, runs)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  const { text, summary } = requirementsPage(requirements, proofs(runs))
  writeFileSync(pageFile, text)
  console.log(`requirements: ${summary} (.artifacts/requirements.md)`)
  const missing = unproved(requirements, proofs(runs))
  if (missing.length > 0) throw new Error(`No passing test carries the id of: ${missing.join(', ')}`)
}

if (import.meta.main) {
  try {
    main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
