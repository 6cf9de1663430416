import type { Day } from '@aura/api/day'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CatalogueLesson } from '../catalogue.ts'
import { currentQuestion } from './check.rules.ts'
import { checkPassChance, guessChance } from './guess.rules.ts'
import { checkOf } from './lesson-check.ts'
import { askedQuestion, judge, type Response, shuffled } from './question.rules.ts'
import type { QuestionFile } from './question-file.ts'

const option = (text: string) => ({ text, explanation: `Why ${text}` })
const common = { id: 'q', text: 'Which?', paragraph: 1 }
const one: QuestionFile = { ...common, kind: 'choose-one', options: ['a', 'b', 'c', 'd'].map(option), answer: 2 }
const line: QuestionFile = { ...common, kind: 'point-at-line', options: ['to', 'value', 'data'].map(option), answer: 1 }
const all: QuestionFile = {
  ...common,
  kind: 'choose-all',
  options: ['a', 'b', 'c', 'd'].map((text) => ({ ...option(text), holds: text < 'c' })),
  explanation: 'Both hold',
}
const order: QuestionFile = {
  ...common,
  kind: 'put-in-order',
  options: ['first', 'second', 'third'],
  explanation: 'In order',
  mistake: 'Out of order',
}
const number: QuestionFile = {
  ...common,
  kind: 'type-number',
  unit: 'gwei',
  answer: '26',
  explanation: '24 and 2',
  mistakes: [{ answer: '50', explanation: 'The maximum' }],
  mistake: 'Add the tip',
}

const placesOf = (question: QuestionFile, seed: string, texts: string[]) =>
  texts.map((text) => askedQuestion(question, seed).options.indexOf(text))
const seeds = Array.from({ length: 50 }, (_, index) => `seed ${index}`)

describe('a question as it is asked', () => {
  it.each([one, line, all, order, number])(
    'of kind $kind has its options and nothing that tells the answer',
    (each) => {
      const asked = askedQuestion(each, 'ada')
      expect(Object.keys(asked).sort()).toEqual(['id', 'kind', 'options', 'text', 'unit'])
      const texts = 'options' in each ? each.options.map((its) => (typeof its === 'string' ? its : its.text)) : []
      expect([...asked.options].sort()).toEqual([...texts].sort())
      expect(JSON.stringify(asked)).not.toContain('Why')
    },
  )

  it('keeps the order of lines, and never shows steps in the right order', () => {
    for (const seed of seeds) {
      expect(askedQuestion(line, seed).options).toEqual(['to', 'value', 'data'])
      expect(askedQuestion(order, seed).options).not.toEqual(['first', 'second', 'third'])
    }
    expect(new Set(seeds.map((seed) => String(askedQuestion(one, seed).options))).size).toBeGreaterThan(15)
  })
})

describe('a check', () => {
  const questions = ['a', 'b', 'c', 'd'].map((id) => ({ ...one, id }))
  const lesson = { id: 'fees', questions } as unknown as CatalogueLesson
  const ask = (userId: string, today: Day) =>
    checkOf(lesson, { userId, today, quiz: undefined }, { rightToPass: 2, maxWrong: 3 }).question

  it('draws questions and shuffles options for each person and day, the same each time [learning.check-drawn] [learning.options-shuffled]', () => {
    const people = seeds.map((user) => ask(user, '2026-03-02'))
    const days = seeds.map((_, at) => ask('ada', `20${at + 10}-03-02` as Day))
    for (const asked of [people, days]) {
      expect(new Set(asked.map((question) => question?.id)).size).toBe(4)
      expect(new Set(asked.map((question) => String(question?.options))).size).toBeGreaterThan(4)
    }
    expect(seeds.map((user) => ask(user, '2026-03-02'))).toEqual(people)
  })

  it('asks no question twice', () => {
    const day = '2026-03-02'
    const asked = [0, 1, 2, 3].map((wrongAnswers) =>
      currentQuestion(questions, 'ada', { day, rightAnswers: 1, wrongAnswers }),
    )
    expect(new Set(asked).size).toBe(4)
  })
})

describe('judging', () => {
  it.each(seeds.slice(0, 10))('accepts the right response to each kind (%s)', (seed) => {
    const right = (question: QuestionFile, response: Response) => judge(question, seed, response)
    expect(right(one, placesOf(one, seed, ['c']))).toMatchObject({ isRight: true, explanation: 'Why c', given: '2' })
    expect(right(one, placesOf(one, seed, ['c'])[0] as number)).toMatchObject({ isRight: true })
    expect(right(line, 1)).toMatchObject({ isRight: true, explanation: 'Why value', given: '1' })
    expect(right(all, placesOf(all, seed, ['b', 'a']))).toMatchObject({
      isRight: true,
      explanation: 'Both hold',
      given: '0,1',
    })
    expect(right(order, placesOf(order, seed, ['first', 'second', 'third']))).toMatchObject({ given: '0,1,2' })
    expect(right(number, '26.00')).toMatchObject({ isRight: true, explanation: '24 and 2', given: '26' })
  })

  it('explains each mistake', () => {
    const seed = 'ada'
    expect(judge(one, seed, placesOf(one, seed, ['a']))).toMatchObject({
      isRight: false,
      explanation: 'Why a',
      given: '0',
    })
    expect(judge(all, seed, placesOf(all, seed, ['a', 'c']))?.explanation).toBe('“b”: Why b\n“c”: Why c')
    expect(judge(order, seed, [0, 1, 2])).toMatchObject({ isRight: false, explanation: 'Out of order' })
    expect(judge(number, seed, '50')).toMatchObject({ isRight: false, explanation: 'The maximum' })
    expect(judge(number, seed, '-3')).toMatchObject({ isRight: false, explanation: 'Add the tip' })
  })

  it.each<[QuestionFile, Response]>([
    [one, 3],
    [line, 0],
    [all, [0, 1, 2, 3]],
    [order, [0, 1, 2]],
    [number, '50'],
  ])(
    'names the right response beside a wrong one, in the order shown: $0.kind [learning.right-marked]',
    (question, response) => {
      const judged = seeds.map((seed) => ({ seed, verdict: judge(question, seed, response) }))
      expect(judged.some(({ verdict }) => verdict?.isRight === false)).toBe(true)
      for (const { seed, verdict } of judged) expect(judge(question, seed, verdict?.right ?? '')?.isRight).toBe(true)
    },
  )

  it.each<[QuestionFile, Response]>([
    [one, 4],
    [one, -1],
    [one, [0, 1]],
    [one, []],
    [one, '0'],
    [all, []],
    [all, [0, 0]],
    [all, [9]],
    [order, [0, 1]],
    [order, [0, 1, 1]],
    [number, 26],
    [number, [26]],
    [number, '1e3'],
    [number, '26,5'],
    [number, ''],
  ])('refuses a response that its form cannot give: $0.kind, $1', (question, response) => {
    expect(judge(question, 'ada', response)).toBeNull()
  })

  it('accepts exactly one response of each kind', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const indexes = [0, 1, 2, 3]
        const isRight = (question: QuestionFile, response: Response) => judge(question, seed, response)?.isRight
        expect(indexes.filter((index) => isRight(one, index))).toHaveLength(1)
        const sets = Array.from({ length: 16 }, (_, set) => indexes.filter((index) => (set & (1 << index)) !== 0))
        expect(sets.filter((set) => isRight(all, set))).toHaveLength(1)
        const orders = [0, 1, 2].flatMap((a) => [0, 1, 2].flatMap((b) => [0, 1, 2].map((c) => [a, b, c])))
        expect(orders.filter((each) => isRight(order, each))).toHaveLength(1)
      }),
    )
  })
})

it('shuffles fairly: every position is as likely for an option', () => {
  const orders = Array.from({ length: 1_000 }, (_, index) => shuffled(`user-${index}/lesson`, 4))
  expect(new Set(orders.map(String)).size).toBe(24)
  for (let place = 0; place < 4; place++) {
    const share = orders.filter((each) => each[place] === 0).length / orders.length
    expect(share).toBeGreaterThan(0.2)
    expect(share).toBeLessThan(0.3)
  }
})

describe('guessing', () => {
  const limits = { rightToPass: 2, maxWrong: 3 }
  const passChance = (questions: readonly QuestionFile[], its = limits) =>
    checkPassChance(questions.map(guessChance), its)

  it('passes one question with four options every fourth time', () => {
    expect(passChance([one], { rightToPass: 1, maxWrong: 1 })).toBe(0.25)
  })

  it('passes four of them with at least two right', () => {
    // 1 - 0.75^4 - 4 · 0.25 · 0.75^3
    expect(passChance([one, one, one, one])).toBeCloseTo(0.2617, 4)
    expect(passChance([one, all, order, number])).toBeLessThan(0.1)
  })

  it('averages over the questions a day may draw', () => {
    const five = passChance([one, one, one, one, number])
    expect(five).toBeLessThan(passChance([one, one, one, one]))
    expect(five).toBeGreaterThan(passChance([one, one, one, number]))
  })
})
