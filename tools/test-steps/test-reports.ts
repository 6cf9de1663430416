import { existsSync, readFileSync } from 'node:fs'
import type { CommandResult } from '../processes/run-command.ts'
import type { Outcome } from './steps.ts'

/** The fields read of Vitest's json reporter. */
interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    assertionResults: { title: string; status: string; duration?: number | null; failureMessages?: string[] }[]
  }[]
}

/** The fields read of Playwright's json reporter. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  specs?: { title: string; tests: { status: string; results?: { duration: number }[] }[] }[]
  suites?: PlaywrightSuite[]
}

/** Counts a check without tests as one. */
export function checkOutcome(result: CommandResult): Outcome {
  return { passed: result.ok ? 1 : 0, failed: result.ok ? 0 : 1, output: result.output }
}

/** Reads Vitest's report. Names tests that passed only on a retry, as the next function does. */
export function vitestOutcome(result: CommandResult, reportFile: string): Outcome {
  const report = readReport<VitestReport>(reportFile)
  const tests = report?.testResults?.flatMap(({ assertionResults }) => assertionResults) ?? []
  const unsteady = tests.filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
  return {
    ...suiteOutcome(result, report?.numPassedTests ?? 0, report?.numFailedTests ?? 0),
    unsteady: unsteady.map(({ title }) => title),
    tests: tests.map(({ title, duration }) => ({ title, ms: duration ?? 0 })),
  }
}

export function playwrightOutcome(result: CommandResult, reportFile: string): Outcome {
  const report = readReport<PlaywrightReport>(reportFile)
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {}
  const specs = specsOf(report?.suites ?? [])
  const unsteady = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return {
    ...suiteOutcome(result, expected + flaky, unexpected),
    unsteady: unsteady.map(({ title }) => title),
    tests: specs.map(({ title, tests }) => {
      const runs = tests.flatMap(({ results = [] }) => results)
      return { title, ms: runs.reduce((sum, { duration }) => sum + duration, 0) }
    }),
  }
}

const specsOf = (suites: PlaywrightSuite[]): NonNullable<PlaywrightSuite['specs']> =>
  suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])])

/** Counts a runner that failed without a failing test as one failure. */
export function suiteOutcome(result: CommandResult, passed: number, failed: number): Outcome {
  return { passed, failed: result.ok ? failed : Math.max(failed, 1), output: result.output }
}

/** Returns a report, or null if none was written. */
function readReport<Report>(file: string): Report | null {
  if (!existsSync(file)) return null
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}
