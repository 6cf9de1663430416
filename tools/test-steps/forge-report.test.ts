import { describe, expect, it } from 'vitest'
import { uncovered } from './coverage.ts'
import { forgeCounts } from './forge-report.ts'

const OUTPUT = `No files changed, compilation skipped

Ran 2 tests for contracts/test/AuraVouch.t.sol:AuraVouchTest
[PASS] test_refusesOneself() (gas: 8787)
[FAIL: NotEqual(1, 2)] testFuzz_sellsWholeSteezeOnly(uint256) (runs: 256, μ: 25381, ~: 14120)
Suite result: FAILED. 1 passed; 1 failed; 0 skipped; finished in 1.04s (1.04s CPU time)

Ran 1 test for contracts/test/Invariants.t.sol:AuraVouchInvariants
[PASS] invariant_holdsNothing() (runs: 48, calls: 5760, reverts: 0)
Suite result: ok. 1 passed; 0 failed; 0 skipped; finished in 1.04s (1.04s CPU time)

Ran 2 test suites in 2s (2s CPU time): 2 tests passed, 1 failed, 0 skipped (3 total tests)

Failing tests:
Encountered 1 failing test in contracts/test/AuraVouch.t.sol:AuraVouchTest
[FAIL: NotEqual(1, 2)] testFuzz_sellsWholeSteezeOnly(uint256) (runs: 256)
`

describe('forge output', () => {
  it('counts each test once', () => expect(forgeCounts(OUTPUT)).toEqual({ passed: 2, failed: 1 }))

  it('has no test when it did not compile', () => {
    expect(forgeCounts('Error: Compiler run failed:\nError (7576): Undeclared identifier.')).toEqual({
      passed: 0,
      failed: 0,
    })
  })
})

describe('a coverage report', () => {
  it('tells what is left of each file', () => {
    const lcov =
      'TN:\nSF:a.sol\nFNF:1\nLF:10\nLH:9\nBRF:4\nBRH:4\nend_of_record\nSF:b.sol\nLF:2\nLH:2\nBRF:3\nBRH:1\nend_of_record\n'
    expect(uncovered(lcov)).toEqual(
      new Map([
        ['a.sol', { lines: 1, branches: 0 }],
        ['b.sol', { lines: 0, branches: 2 }],
      ]),
    )
  })
})
