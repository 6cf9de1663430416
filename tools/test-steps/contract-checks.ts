import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { staleFiles } from '../../contracts/tools/generated-files.ts'
import { runForge } from '../foundry.ts'
import { uncovered } from './coverage.ts'
import { forgeCounts } from './forge-report.ts'
import type { Outcome } from './steps.ts'
import { checkOutcome, suiteOutcome } from './test-reports.ts'

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

/**
 * Runs the contract tests and checks their gas against the snapshot, their coverage, and what TypeScript sees of the
 * contracts against what forge has just compiled.
 */
export async function contractChecks(lcovFile: string): Promise<Outcome> {
  const result = await runForge(['test'], { FORGE_SNAPSHOT_CHECK: 'true', NO_COLOR: '1' })
  const { passed, failed } = forgeCounts(result.output)
  const tests = suiteOutcome(result, passed, failed)
  // Without a passed test, forge may not have compiled.
  const generated = passed > 0 ? generatedChecks() : { passed: 0, failed: 0, output: '' }
  mkdirSync(dirname(lcovFile), { recursive: true })
  const parts = [tests, generated, await coverageChecks(lcovFile)]
  const sum = (key: 'passed' | 'failed') => parts.reduce((total, part) => total + part[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), output: parts.map(({ output }) => output).join('\n') }
}

function generatedChecks(): Outcome {
  const stale = staleFiles()
  const output = stale
    .map((name) => `contracts/generated/${name} differs from the sources: npm run contracts`)
    .join('\n')
  return checkOutcome({ ok: stale.length === 0, output })
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
