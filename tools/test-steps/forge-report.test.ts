import { describe, expect, it } from 'vitest'
import { uncovered } from './coverage.ts'
import { forgeReport, forgeTests, idsInSource } from './forge-report.ts'

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

const SOURCE = `contract AuraVouchTest {
    /// [vouching.contract-self] [vouching.check-self]
    function test_refusesOneself() external {}

    function testFuzz_sellsWholeSteezeOnly(uint256 amount) external {}

    /// @dev No id.
    function test_other() external {}
}
`

describe('forge output', () => {
  it('is each test once, with where it stands and how it went', () => {
    expect(forgeTests(OUTPUT)).toEqual([
      { file: 'contracts/test/AuraVouch.t.sol', contract: 'AuraVouchTest', name: 'test_refusesOneself', passed: true },
      {
        file: 'contracts/test/AuraVouch.t.sol',
        contract: 'AuraVouchTest',
        name: 'testFuzz_sellsWholeSteezeOnly',
        passed: false,
      },
      {
        file: 'contracts/test/Invariants.t.sol',
        contract: 'AuraVouchInvariants',
        name: 'invariant_holdsNothing',
        passed: true,
      },
    ])
  })

  it('is no test when it did not compile', () => {
    expect(forgeTests('Error: Compiler run failed:\nError (7576): Undeclared identifier.')).toEqual([])
  })

  it('becomes a report with the ids that stand above the tests', () => {
    expect(idsInSource(SOURCE).get('test_refusesOneself')).toBe('[vouching.contract-self] [vouching.check-self]')
    const report = forgeReport(OUTPUT, () => SOURCE)
    expect(report).toMatchObject({ numPassedTests: 2, numFailedTests: 1 })
    expect(report.testResults[0]).toEqual({
      name: 'contracts/test/AuraVouch.t.sol',
      assertionResults: [
        {
          ancestorTitles: ['AuraVouchTest'],
          title: 'refuses oneself [vouching.contract-self] [vouching.check-self]',
          status: 'passed',
        },
        { ancestorTitles: ['AuraVouchTest'], title: 'sells whole steeze only', status: 'failed' },
      ],
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
