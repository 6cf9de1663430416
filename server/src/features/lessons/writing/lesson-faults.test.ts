import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CatalogueLesson, loadCatalogue, refuseLooseTerms } from '../catalogue.ts'
import { loadGlossary } from '../glossary/load-glossary.ts'
import { catalogueFaults, glossaryFaults, lessonFaults } from './lesson-faults.ts'
import { readingGrade } from './reading-grade.ts'

const CONTENT = join(import.meta.dirname, '../../../../../content')

const lessons = [...(await loadCatalogue(join(CONTENT, 'lessons'))).values()]
// Uses the lessons' own date, independent of today; `npm run lesson -- check` compares with today.
const checked = lessons.flatMap(({ sources }) => sources.flatMap(({ checkedOn }) => checkedOn ?? [])).sort()
const LATEST = new Date(checked.at(-1) ?? 0)

describe('the published lessons', () => {
  it.each(lessons)('$id is as long, as plain and as well checked as its level asks', (lesson) => {
    expect(lessonFaults(lesson, LATEST)).toEqual([])
  })

  it('spread their answers, repeat no takeaway and link to terms there are', async () => {
    expect(catalogueFaults(lessons)).toEqual([])
    const glossary = await loadGlossary(join(CONTENT, 'glossary'))
    refuseLooseTerms(new Map(lessons.map((lesson) => [lesson.id, lesson])), glossary)
  })

  it('link to a glossary whose terms take two sentences each', async () => {
    expect(glossaryFaults((await loadGlossary(join(CONTENT, 'glossary'))).values())).toEqual([])
  })

  it('have about as many of each level, so that most days offer all three', () => {
    for (const [level, { length }] of Map.groupBy(lessons, ({ difficulty }) => difficulty)) {
      expect(Math.abs(length - lessons.length / 3), level).toBeLessThanOrEqual(lessons.length / 20)
    }
  })

  it('have a figure or a table each', () => {
    const plain = lessons.filter(({ blocks }) => !blocks.some(({ kind }) => kind === 'figure' || kind === 'table'))
    expect(plain.map(({ id }) => id)).toEqual([])
  })
})

describe('a fault', () => {
  const [good] = lessons as [CatalogueLesson]
  const faultsOf = (change: Partial<CatalogueLesson>, now = LATEST) => lessonFaults({ ...good, ...change }, now)
  const paragraph = (text: string) => ({ kind: 'paragraph' as const, spans: [{ text }] })
  const short = { text: 'No', explanation: 'Because.' }

  const change = {
    on: '2026-11-20',
    was: 'It costs five in every month.',
    now: 'In November 2026 it costs six.',
    source: good.sources[0]?.url ?? '',
    paragraph: 1,
  }
  const changed = (its: Partial<typeof change>) => ({ changed: [{ ...change, ...its }] })
  const dayAfter = (day?: string | null) => new Date(Date.parse(day ?? '') + 86_400_000).toISOString().slice(0, 10)
  const likeAContract = `${'considerable institutional ramifications '.repeat(50)}.`
  const withShortOption = good.questions.map((each) =>
    each.kind === 'choose-one' ? { ...each, options: [short, ...each.options.slice(1)] } : each,
  )
  const unchecked = good.sources.map((source) => ({ ...source, checkedOn: null }))
  const sourceAt = (url: string) => ({
    sources: [...good.sources, { title: 'EIP', url, checkedOn: checked[0] as string }],
  })

  it('is no change that is told in short', () => {
    expect(faultsOf(changed({}))).toEqual([])
  })

  it.each<[string, Partial<CatalogueLesson>, string]>([
    ['a text that is too short', { blocks: ['A hook.', 'A text.'].map(paragraph) }, 'the text has 2 words'],
    [
      'a hook that is too long',
      { blocks: [paragraph('word '.repeat(50)), ...good.blocks.slice(1)] },
      'the hook has 50',
    ],
    ['a text like a contract', { blocks: ['A hook.', likeAContract].map(paragraph) }, 'the text reads at grade'],
    ['nothing to guess', { predict: null }, 'no question to guess'],
    ['too few questions', { questions: good.questions.slice(1) }, 'there are 3 questions'],
    ['an option that gives itself away by its length', { questions: withShortOption }, 'longer or shorter'],
    ['a single source', { sources: good.sources.slice(1) }, 'there are 1 sources'],
    ['a source nobody checked', { sources: unchecked }, 'has no day on which it was checked'],
    ['a source named twice', { sources: [...good.sources, ...good.sources] }, 'is named twice'],
    ...[
      'https://localhost/eip',
      'https://10.0.0.1/eip',
      'https://eips.ethereum.org:8443/EIPS/eip-20',
      'https://me@eips.ethereum.org/EIPS/eip-20',
      'https://eips.ethereum.org/EIPS/eip 20',
      'http://eips.ethereum.org/EIPS/eip-20',
    ].map((url): [string, Partial<CatalogueLesson>, string] => [
      `a source at ${url}`,
      sourceAt(url),
      'is no address of a page',
    ]),
    ['a change without a source', changed({ source: 'https://eips.ethereum.org/EIPS/eip-1' }), 'none of the'],
    ['a change after its source', changed({ on: dayAfter(good.sources[0]?.checkedOn) }), 'last checked before'],
    ['a change to come', changed({ on: '2999-01-01' }), 'still to come'],
    ['a change at no paragraph', changed({ paragraph: 99 }), 'points at paragraph 99'],
    ['a change told at length', changed({ was: 'It cost five. It was a lot.' }), 'takes one sentence'],
    ['a change that says too much', changed({ now: 'It costs six. Or seven. Or eight.' }), 'takes one sentence'],
    ['a change without an end', changed({ now: 'It costs six in November' }), 'takes one sentence'],
    ['unordered changes', { changed: [change, { ...change, on: '2026-11-24' }] }, 'stands below an older one'],
  ])('is %s [learning.changes-noted]', (_what, faulty, expected) => {
    expect(faultsOf(faulty).join('\n')).toContain(expected)
  })

  it.each([
    [new Date(LATEST.getTime() + 367 * 86_400_000), 'was last checked more than'],
    [new Date(0), 'still to come'],
  ])('is a source checked long ago or in future: on %o', (now, expected) => {
    expect(faultsOf({}, now).join('\n')).toContain(expected)
  })

  it('is a term explained in three sentences, or at length', () => {
    const term = (...texts: string[]) => ({ id: 'gas', short: texts[0] as string, blocks: texts.map(paragraph) })
    expect(glossaryFaults([term('Work at 21.5 gwei.', 'It costs.')])).toEqual([])
    expect(glossaryFaults([term('Work. It costs.', 'More.')])).toEqual(['gas is explained in 3 sentences, at most 2'])
    expect(glossaryFaults([term(`${'long '.repeat(40)}.`)])).toEqual(['gas begins with 201 characters, at most 170'])
  })

  it('is a takeaway told twice, and answers that are all in one place', () => {
    const same = lessons.map((lesson) => ({
      ...lesson,
      questions: lesson.questions.map((each) => (each.kind === 'choose-one' ? { ...each, answer: 0 } : each)),
    }))
    expect(catalogueFaults(same)).toContain('choose-one with 4 options: too many right ones are at place 1')
    expect(catalogueFaults([...lessons, { ...good, questions: [] }]).join()).toContain('two lessons say')
  })
})

it('grades plain prose below a contract’s', () => {
  expect(readingGrade(['The cat sat on the mat. It was warm.'])).toBeLessThan(3)
  expect(
    readingGrade(['Notwithstanding contractual obligations, institutional participants acknowledge liability.']),
  ).toBeGreaterThan(15)
})
