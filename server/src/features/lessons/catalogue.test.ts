import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { loadCatalogue, refuseLooseTerms } from './catalogue.ts'
import { checkPassChance, guessChance, placementPassChance } from './check/guess.rules.ts'
import { unitsOf } from './path/unit.rules.ts'

const REAL = join(import.meta.dirname, '../../../../content/lessons')

let folder: string
let path: { units: unknown; lessons: string[] }
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aura-lessons-'))
  path = { units: [unit], lessons: [] }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const option = (text: string) => ({ text, explanation: `Because of ${text}.` })
const unit = { id: 'wallets', title: 'Wallets', line: 'Your first wallet.' }
const lesson = {
  title: 'What a wallet holds',
  difficulty: 'beginner',
  unit: unit.id,
  keyTakeaways: ['Keys, not coins.'],
  questions: [
    {
      kind: 'choose-one',
      id: 'what',
      text: 'What?',
      paragraph: 1,
      options: [option('keys'), option('coins')],
      answer: 0,
    },
  ],
  sources: [{ title: 'ethereum.org', url: 'https://ethereum.org/en/wallets/' }],
}

const writePath = () => writeFileSync(join(folder, 'path.json'), JSON.stringify(path))

function write(name: string, json: unknown = lesson, content: string | null = 'Some text.\n'): void {
  mkdirSync(join(folder, name))
  const text = typeof json === 'string' ? json : JSON.stringify(json)
  if (json !== null) writeFileSync(join(folder, name, 'lesson.json'), text)
  if (content !== null) writeFileSync(join(folder, name, 'content.md'), content)
  path.lessons.push(name)
  writePath()
}

describe('the catalogue', () => {
  it('lists the lessons in the order of the path', async () => {
    write('second')
    write('first')
    path.lessons.reverse()
    writePath()
    writeFileSync(join(folder, 'notes.md'), 'not a lesson')
    const lessons = [...(await loadCatalogue(folder)).values()]
    expect(lessons.map(({ id }) => id)).toEqual(['first', 'second'])
    expect(lessons[0]).toEqual({
      changed: [],
      id: 'first',
      ...lesson,
      unit: { ...unit, position: 0 },
      added: null,
      needs: [],
      teaches: [],
      lab: null,
      predict: null,
      sources: [{ ...lesson.sources[0], checkedOn: null }],
      blocks: [{ kind: 'paragraph', spans: [{ text: 'Some text.' }] }],
      lines: [1],
      content: 'Some text.',
      estimatedReadTime: 1,
    })
  })

  const withQuestion = (change: object) => ({ ...lesson, questions: [{ ...lesson.questions[0], ...change }] })
  const order = { kind: 'put-in-order', answer: undefined, explanation: 'So', mistake: 'Not so' }
  const all = { kind: 'choose-all', answer: undefined, explanation: 'So' }

  it.each<[string, unknown, (string | null)?]>([
    ['without lesson.json', null],
    ['without content.md', lesson, null],
    ['with an empty text', lesson, ' \n'],
    ['that is no JSON', '{"title": '],
    ['of an unknown unit', { ...lesson, unit: 'keys' }],
    ['added on no day', { ...lesson, added: '2026-02-30' }],
    ['with an answer past the options', withQuestion({ answer: 2 })],
    ['with two questions of one id', { ...lesson, questions: [lesson.questions[0], lesson.questions[0]] }],
    ['whose question points past its text', withQuestion({ paragraph: 2 })],
    ['with steps that repeat', withQuestion({ ...order, options: ['a', 'b', 'a'] })],
    [
      'where no option holds',
      withQuestion({ ...all, options: ['a', 'b', 'c'].map((a) => ({ ...option(a), holds: false })) }),
    ],
    ['with a source that is a script', { ...lesson, sources: [{ title: 'x', url: 'javascript:alert(1)' }] }],
    ['with a field nobody knows', { ...lesson, reward: 1_000 }],
  ])('refuses a lesson %s and names it', async (_, json, content = 'Some text.') => {
    write('fine')
    write('broken', json, content)
    await expect(loadCatalogue(folder)).rejects.toThrow('broken')
  })

  it('names the file and the line of a mistake', async () => {
    write('broken', '{\n  "title": "A title",\n  "difficulty": "expert"\n}')
    await expect(loadCatalogue(folder)).rejects.toThrow(/^broken\/lesson\.json:3: difficulty/)
  })

  it('names the line of a question that points past the text', async () => {
    write('broken', JSON.stringify(withQuestion({ paragraph: 2 }), null, 2))
    await expect(loadCatalogue(folder)).rejects.toThrow(/^broken\/lesson\.json:9: what points at paragraph 2 of 1$/)
  })

  it('refuses a term that the glossary doesn’t have, by the line of its paragraph', async () => {
    write('loose', lesson, 'One.\n\nTwo of [these](term:gas).\n')
    const catalogue = await loadCatalogue(folder)
    expect(() => refuseLooseTerms(catalogue, new Map())).toThrow('lesson loose: content.md:3: the glossary has no gas')
  })

  const writeLab = (name: string, lab: string) => writeFileSync(join(folder, name, 'lab.json'), lab)

  it('reads what a lesson asks to do, and refuses a lab nobody has, by its line', async () => {
    write('first')
    write('second')
    writeLab('second', '{ "kind": "transfer" }')
    expect((await loadCatalogue(folder)).get('second')?.lab).toEqual({ kind: 'transfer', parameters: {} })
    writeLab('second', '{\n  "kind": "mining"\n}')
    await expect(loadCatalogue(folder)).rejects.toThrow(/^second\/lab\.json:2: kind/)
  })

  it('refuses a lab in the first lesson, which visitors try', async () => {
    write('first')
    writeLab('first', '{ "kind": "transfer" }')
    await expect(loadCatalogue(folder)).rejects.toThrow('first lesson')
  })

  it.each<[string, () => void]>([
    ['a lesson without a folder', () => path.lessons.push('nowhere')],
    ['a lesson twice', () => path.lessons.push('first')],
    ['a name in capitals', () => path.lessons.push('Seed-Phrases')],
    ['the name of the review', () => path.lessons.push('daily-review')],
    ['no lesson', () => path.lessons.splice(0)],
    ['a unit without a line', () => (path.units = [{ ...unit, line: undefined }])],
    ['two units of one id', () => (path.units = [unit, { ...unit, title: 'Other' }])],
  ])('refuses a path with %s', async (_, spoil) => {
    write('first')
    spoil()
    writePath()
    await expect(loadCatalogue(folder)).rejects.toThrow('path.json')
  })

  it('refuses a lesson that is not on the path', async () => {
    write('first')
    write('stray')
    path.lessons.pop()
    writePath()
    await expect(loadCatalogue(folder)).rejects.toThrow('path.json doesn’t name the lesson stray')
  })
})

describe('the published lessons', async () => {
  const lessons = [...(await loadCatalogue(REAL)).values()]

  it.each(lessons)('$id asks at least four questions that blind guessing passes on one day in ten at most', (each) => {
    expect(each.questions.length).toBeGreaterThanOrEqual(4)
    expect(checkPassChance(each.questions.map(guessChance), defaultLimits.check)).toBeLessThanOrEqual(0.1)
    for (const question of each.questions) {
      if (!('options' in question)) continue
      const texts = question.options.map((its) => (typeof its === 'string' ? its : its.text))
      expect(new Set(texts).size).toBe(texts.length)
    }
  })

  it('pass as a unit, or what is left of it, by blind guessing on one day in ten at most [learning.placement-guess]', () => {
    for (const { lessons: its } of unitsOf(lessons)) {
      for (let left = 1; left < 2 ** its.length; left++) {
        const some = its.filter((_, at) => (left >> at) & 1)
        expect(placementPassChance(some.map(({ questions }) => questions.map(guessChance)))).toBeLessThanOrEqual(0.1)
      }
    }
  })
})
