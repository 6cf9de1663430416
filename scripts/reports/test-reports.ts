import { existsSync, readFileSync } from 'node:fs'
import type { CommandResult } from '../../dev/src/run-command.ts'
import type { Outcome } from './steps.ts'

/** What Vitest's json reporter writes, as far as it is read here. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    /** Path of the file. */
    name: string
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[]
  }[]
}

/** What Playwright's json reporter writes, as far as it is read here. */
export interface PlaywrightReport {
  config: { rootDir: string }
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
}

export interface PlaywrightSuite {
  title: string
  file: string
  specs?: { title: string; tests: { status: string }[] }[]
  suites?: PlaywrightSuite[]
}

/** A check without tests of its own counts as one. */
export function checkOutcome(result: CommandResult): Outcome {
  return { passed: result.ok ? 1 : 0, failed: result.ok ? 0 : 1, output: result.output }
}

/** Counts the tests in a report of Vitest's json reporter. */
export function vitestOutcome(result: CommandResult, reportFile: string): Outcome {
  const report = readReport<VitestReport>(reportFile)
  return suiteOutcome(result, report?.numPassedTests ?? 0, report?.numFailedTests ?? 0)
}

/** Counts the tests in a report of Playwright's json reporter, and names those that only passed when tried again. */
export function playwrightOutcome(result: CommandResult, reportFile: string): Outcome {
  const report = readReport<PlaywrightReport>(reportFile)
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {}
  const unsteady = specsOf(report?.suites ?? []).filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return { ...suiteOutcome(result, expected + flaky, unexpected), unsteady: unsteady.map(({ title }) => title) }
}

const specsOf = (suites: PlaywrightSuite[]): NonNullable<PlaywrightSuite['specs']> =>
  suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])])

/** A runner that failed although no test did (a file that can't be loaded, a broken set-up) counts as one failure. */
function suiteOutcome(result: CommandResult, passed: number, failed: number): Outcome {
  return { passed, failed: result.ok ? failed : Math.max(failed, 1), output: result.output }
}

/** A runner's report, or null where it wrote none. */
export function readReport<Report>(file: string): Report | null {
  if (!existsSync(file)) return null
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}
