import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { runForge } from '../foundry.ts'
import { uncovered } from './coverage.ts'
import { forgeCounts } from './forge-report.ts'
import type { Outcome } from './steps.ts'
import { suiteOutcome } from './test-reports.ts'

const CONTRACTS = ['contracts/src/AuraVouch.sol', 'contracts/src/SteezeStack.sol']

/**
 * Gas is only meaningful with on-chain costs, and fuzzing need not cover everything. Accounts check passkeys by a library
 * that only an optimiser can compile, without which coverage is measured; mutants prove their tests.
 */
const NOT_FOR_COVERAGE = [
  'AuraAccount.sol',
  'AuraAccountFactory.sol',
  'AuraAccount.t.sol',
  'Accounts.sol',
  'Gas.t.sol',
  'Invariants.t.sol',
]

/** Runs the contract tests and checks their gas against the snapshot, and their coverage. */
export async function contractChecks(lcovFile: string): Promise<Outcome> {
  const result = await runForge(['test'], { FORGE_SNAPSHOT_CHECK: 'true', NO_COLOR: '1' })
  const { passed, failed } = forgeCounts(result.output)
  const tests = suiteOutcome(result, passed, failed)
  mkdirSync(dirname(lcovFile), { recursive: true })
  const coverage = await coverageChecks(lcovFile)
  return {
    passed: tests.passed + coverage.passed,
    failed: tests.failed + coverage.failed,
    output: `${tests.output}\n${coverage.output}`,
  }
}

async function coverageChecks(lcovFile: string): Promise<Outcome> {
  rmSync(lcovFile, { force: true })
  const skipped = NOT_FOR_COVERAGE.flatMap((file) => ['--skip', file])
  const args = ['coverage', ...skipped, '--report', 'lcov', '--report-file', lcovFile]
  const result = await runForge(args, { NO_COLOR: '1' })
  if (!result.ok) return { passed: 0, failed: 1, output: result.output }
  const files = uncovered(readFileSync(lcovFile, 'utf8'))
  const gaps = CONTRACTS.flatMap((file) => {
    const gap = files.get(file)
    if (gap?.lines === 0 && gap.branches === 0) return []
    return [`${file}: not covered are ${gap ? `${gap.lines} lines and ${gap.branches} branches` : 'all of it'}`]
  })
  return { passed: CONTRACTS.length - gaps.length, failed: gaps.length, output: gaps.join('\n') }
}
