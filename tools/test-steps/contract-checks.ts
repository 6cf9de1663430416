import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { staleFiles } from '../../contracts/tools/generated-files.ts'
import { runForge } from '../foundry.ts'
import { uncovered } from './coverage.ts'
import { forgeCounts } from './forge-report.ts'
import type { Outcome } from './steps.ts'
import { checkOutcome, suiteOutcome } from './test-reports.ts'

interface Measured {
  contracts: readonly string[]
  /** Files that are left out: gas is only meaningful with on-chain costs, and fuzzing need not cover everything. */
  without: readonly string[]
  options?: readonly string[]
}

const STACK_AND_VOUCH: Measured = {
  contracts: ['AuraVouch.sol', 'SteezeStack.sol'],
  without: [
    'AuraAccount.sol',
    'AuraAccountFactory.sol',
    'AuraAccount.t.sol',
    'Accounts.sol',
    'Gas.t.sol',
    'Invariants.t.sol',
  ],
}

/**
 * Accounts check passkeys by a library that only an optimiser can compile. The least of it takes a minute, and places some
 * lines of the other contracts wrongly.
 */
const ACCOUNTS: Measured = {
  contracts: ['AuraAccount.sol', 'AuraAccountFactory.sol'],
  without: ['AuraVouch.t.sol', 'SteezeStack.t.sol', 'OddTokens.sol', 'Gas.t.sol', 'Invariants.t.sol', 'Lab*.sol'],
  options: ['--ir-minimum'],
}

/**
 * Runs the contract tests and checks their gas against the snapshot, their coverage (that of accounts if `isAll`), and what
 * TypeScript sees of the contracts against what forge has just compiled.
 */
export async function contractChecks(lcovFile: string, { isAll }: { isAll: boolean }): Promise<Outcome> {
  const result = await runForge(['test'], { FORGE_SNAPSHOT_CHECK: 'true', NO_COLOR: '1' })
  const { passed, failed } = forgeCounts(result.output)
  // Without a passed test, forge may not have compiled.
  const generated = passed > 0 ? [generatedChecks()] : []
  const outcomes = [suiteOutcome(result, passed, failed), ...generated]
  mkdirSync(dirname(lcovFile), { recursive: true })
  for (const measured of isAll ? [STACK_AND_VOUCH, ACCOUNTS] : [STACK_AND_VOUCH]) {
    outcomes.push(await coverageChecks(measured, lcovFile))
  }
  return {
    passed: outcomes.reduce((sum, outcome) => sum + outcome.passed, 0),
    failed: outcomes.reduce((sum, outcome) => sum + outcome.failed, 0),
    output: outcomes.map(({ output }) => output).join('\n'),
  }
}

function generatedChecks(): Outcome {
  const stale = staleFiles()
  const output = stale
    .map((name) => `contracts/generated/${name} differs from the sources: npm run contracts`)
    .join('\n')
  return checkOutcome({ ok: stale.length === 0, output })
}

async function coverageChecks({ contracts, without, options = [] }: Measured, lcovFile: string): Promise<Outcome> {
  rmSync(lcovFile, { force: true })
  const skipped = without.flatMap((file) => ['--skip', file])
  const args = ['coverage', ...options, ...skipped, '--report', 'lcov', '--report-file', lcovFile]
  const result = await runForge(args, { NO_COLOR: '1' })
  if (!result.ok) return { passed: 0, failed: 1, output: result.output }
  const files = uncovered(readFileSync(lcovFile, 'utf8'))
  const gaps = contracts.flatMap((file) => {
    const gap = files.get(`contracts/src/${file}`)
    if (gap?.lines === 0 && gap.branches === 0) return []
    return [`${file}: not covered are ${gap ? `${gap.lines} lines and ${gap.branches} branches` : 'all of it'}`]
  })
  return { passed: contracts.length - gaps.length, failed: gaps.length, output: gaps.join('\n') }
}
