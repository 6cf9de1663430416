import type { VitestReport } from './test-reports.ts'

interface ForgeTest {
  file: string
  contract: string
  name: string
  passed: boolean
}

export function forgeTests(output: string): ForgeTest[] {
  const tests: ForgeTest[] = []
  let [file, contract] = ['', '']
  for (const line of output.split('\n')) {
    const suite = /^Ran \d+ tests? for (.+):(\w+)$/.exec(line.trim())
    const test = /^\[(PASS|FAIL)(?:[:.].*)?\] ((?:test|invariant)\w*)\(/.exec(line)
    if (suite) [, file = '', contract = ''] = suite
    // Failures are listed again under this headline.
    if (line.startsWith('Failing tests:')) break
    if (test) tests.push({ file, contract, name: test[2] ?? '', passed: test[1] === 'PASS' })
  }
  return tests
}

/** Requirement ids such as `[steeze.contract-pause]` in the comment above each test, by test name. */
export function idsInSource(source: string): Map<string, string> {
  const tests = source.matchAll(/((?:^[ ]*\/\/\/.*\n)+)[ ]*function ((?:test|invariant)\w*)\(/gm)
  return new Map(
    [...tests].map(([, comment = '', name = '']) => [name, (comment.match(/\[[\w.-]+\]/g) ?? []).join(' ')]),
  )
}

/** Turns `test_refusesPartsOfUsdc` into words. */
const inWords = (name: string): string =>
  name
    .replace(/^(test|testFuzz|invariant)_/, '')
    .replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()

/** forge's tests in the form of a Vitest report. `sourceOf` reads a file of the repository. */
export function forgeReport(output: string, sourceOf: (file: string) => string): VitestReport {
  const tests = forgeTests(output)
  const files = [...new Set(tests.map(({ file }) => file))]
  return {
    numPassedTests: tests.filter(({ passed }) => passed).length,
    numFailedTests: tests.filter(({ passed }) => !passed).length,
    testResults: files.map((file) => {
      const ids = idsInSource(sourceOf(file))
      return {
        name: file,
        assertionResults: tests
          .filter((test) => test.file === file)
          .map(({ contract, name, passed }) => ({
            ancestorTitles: [contract],
            title: `${inWords(name)} ${ids.get(name) ?? ''}`.trim(),
            status: passed ? 'passed' : 'failed',
          })),
      }
    }),
  }
}
