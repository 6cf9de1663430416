import { describe, expect, it } from 'vitest'
import { requirements } from '../../requirements/index.ts'
import { faults, playwrightRuns, proofs, requirementsPage, type TestRun, unproved, vitestRuns } from './requirements.ts'

const areas = [
  {
    area: 'learning',
    items: [
      { id: 'learning.claim-once', kind: 'rule', text: 'a lesson pays a user once, ever' },
      { id: 'learning.call-quiz', kind: 'call', text: 'POST a|b <i>' },
    ],
  },
  { area: 'ledger', items: [{ id: 'ledger.holds', kind: 'rule', text: 'stakes are holds' }] },
] as const

const run = (title: string, passed = true, groups: string[] = []): TestRun => ({
  file: 'a.test.ts',
  groups,
  title,
  passed,
})

describe('the reports of the runners', () => {
  it('are read from Vitest, without what did not run', () => {
    const report = {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          name: '/repo/server/a.test.ts',
          assertionResults: [
            { ancestorTitles: ['a claim'], title: 'pays', status: 'passed' },
            { ancestorTitles: [], title: 'fails', status: 'failed' },
            { ancestorTitles: [], title: 'waits', status: 'skipped' },
          ],
        },
      ],
    }
    expect(vitestRuns(report, '/repo')).toEqual([
      { file: 'server/a.test.ts', groups: ['a claim'], title: 'pays', passed: true },
      { file: 'server/a.test.ts', groups: [], title: 'fails', passed: false },
    ])
  })

  it('are read from Playwright, where a flaky test passed in the end and an unexpected one did not', () => {
    const spec = (title: string, ...statuses: string[]) => ({ title, tests: statuses.map((status) => ({ status })) })
    const report = {
      config: { rootDir: '/repo/tests/journeys' },
      stats: { expected: 1, unexpected: 1, flaky: 1 },
      suites: [
        {
          title: 'join.spec.ts',
          file: 'join.spec.ts',
          specs: [spec('joins', 'expected'), spec('waits', 'skipped'), spec('leaves', 'unexpected')],
          suites: [{ title: 'a visitor', file: 'join.spec.ts', specs: [spec('looks', 'flaky')] }],
        },
      ],
    }
    expect(playwrightRuns(report, '/repo')).toEqual([
      { file: 'tests/journeys/join.spec.ts', groups: [], title: 'joins', passed: true },
      { file: 'tests/journeys/join.spec.ts', groups: [], title: 'leaves', passed: false },
      { file: 'tests/journeys/join.spec.ts', groups: ['a visitor'], title: 'looks', passed: true },
    ])
  })
})

describe('requirements covered by tests', () => {
  it('is every item a passed title names, sorted and once', () => {
    const found = proofs([
      run('z pays [learning.claim-once]'),
      run('pays twice [learning.claim-once] [ledger.holds]', true, ['a claim']),
      run('pays twice [learning.claim-once] [ledger.holds]', true, ['a claim']),
      run('has [no id], array[0] and [a.B]'),
    ])
    expect([...found]).toEqual([
      ['learning.claim-once', ['a.test.ts › a claim › pays twice', 'a.test.ts › z pays']],
      ['ledger.holds', ['a.test.ts › a claim › pays twice']],
    ])
  })

  it('is nothing when the test failed in any of the reports', () => {
    const title = 'pays [learning.claim-once]'
    expect(proofs([run(title), run(title, false)]).size).toBe(0)
    expect(proofs([run(title, false), run(title)]).size).toBe(0)
    expect(proofs([run(title), run(title, false, ['elsewhere'])]).size).toBe(1)
  })
})

describe('titles are at fault', () => {
  it('when they name what is not in the lists, passed or not', () => {
    expect(faults(areas, [run('fine [ledger.holds]'), run('odd [ledger.nothing]', false)])).toEqual([
      'a.test.ts › odd: there is no ledger.nothing in requirements/',
    ])
  })

  it('when a group names an item', () => {
    expect(faults(areas, [run('pays', true, ['claims [ledger.holds]']), run('no id')])).toEqual([
      'a.test.ts › claims › pays: ledger.holds stands in the title of a group, not of a test',
    ])
  })
})

it('lists the requirements no passing test covers', () => {
  expect(unproved(areas, new Map([['learning.claim-once', ['a']]]))).toEqual(['learning.call-quiz', 'ledger.holds'])
})

describe('the page', () => {
  it('has totals on top and a row for every item', () => {
    const { text, summary } = requirementsPage(areas, new Map([['learning.claim-once', ['a.test.ts › x | <y>', 'b']]]))
    expect(summary).toBe('1 of 3 proved')
    expect(text.split('\n').slice(4)).toEqual([
      '**1 of 3 proved**',
      '',
      '| area | proved | of |',
      '| --- | --: | --: |',
      '| [learning](#learning) | 1 | 2 |',
      '| [ledger](#ledger) | 0 | 1 |',
      '',
      '## learning',
      '',
      '| id | kind | what has to be so | proved by |',
      '| --- | --- | --- | --- |',
      '| learning.claim-once | rule | a lesson pays a user once, ever | a.test.ts › x \\| &lt;y><br>b |',
      '| learning.call-quiz | call | POST a\\|b &lt;i> | **missing** |',
      '',
      '## ledger',
      '',
      '| id | kind | what has to be so | proved by |',
      '| --- | --- | --- | --- |',
      '| ledger.holds | rule | stakes are holds | **missing** |',
      '',
    ])
  })

  it('is the same for the same tests in another order', () => {
    const runs = [run('one [ledger.holds]'), run('two [ledger.holds]'), run('three [learning.claim-once]')]
    expect(requirementsPage(areas, proofs([...runs].reverse()))).toEqual(requirementsPage(areas, proofs(runs)))
  })
})

describe('the lists', () => {
  const items = requirements.flatMap(({ area, items: inside }) => inside.map((item) => ({ area, ...item })))

  it('name every item once, by its area', () => {
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect(items.filter(({ id, area }) => !new RegExp(`^${area}\\.[a-z0-9-]+$`).test(id))).toEqual([])
  })
})
