import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { dailyIds, dailyLessons, learn, wrongAnswer } from '../../../../tests/server/actors/learning.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { type CatalogueLesson, loadCatalogue } from './catalogue.ts'
import type { QuestionFile } from './check/question-file.ts'
import { dailyLessons as readDailyLessons } from './lessons.ts'

const test = openForAll(testApp)
let catalogue: CatalogueLesson[]
beforeAll(async () => {
  catalogue = [...(await loadCatalogue(test.ctx.settings.lessonsDir)).values()]
})
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const optionTexts = (question: QuestionFile | undefined): string[] =>
  question && 'options' in question
    ? question.options.map((option) => (typeof option === 'string' ? option : option.text))
    : []

/** Returns the texts that must not leave the server before a question is answered. */
const secretsOf = (question: QuestionFile): string[] => {
  const ofOptions =
    'options' in question
      ? question.options.flatMap((option) => (typeof option === 'string' ? [] : option.explanation))
      : question.mistakes.map(({ explanation }) => explanation)
  return [...ofOptions, ...('explanation' in question ? [question.explanation] : [])]
}

describe('the daily lessons', () => {
  it('are three, as authored, until midnight', async () => {
    const lessons = await dailyLessons(await newcomer(test))
    expect(lessons).toHaveLength(3)
    const rewards = { beginner: 40, intermediate: 60, advanced: 90 }
    for (const { quizQuestion, quizOptions, check, ...lesson } of lessons) {
      const written = catalogue.find(({ id }) => id === lesson.id) as CatalogueLesson
      expect(lesson).toEqual({
        id: written.id,
        title: written.title,
        content: written.content,
        blocks: written.blocks,
        predict: written.predict,
        estimatedReadTime: written.estimatedReadTime,
        difficulty: written.difficulty,
        auraReward: rewards[written.difficulty],
        keyTakeaways: written.keyTakeaways,
        sources: written.sources,
        lab: written.lab ? { done: false } : null,
        completed: false,
        availableUntil: '2026-03-03T00:00:00.000Z',
        serverTime: test.ctx.clock.now().toISOString(),
      })
      const asked = written.questions.find(({ id }) => id === check?.question?.id)
      expect(check).toMatchObject({ done: 0, triesLeft: 3, question: { text: asked?.text, kind: asked?.kind } })
      expect([quizQuestion, quizOptions]).toEqual([check?.question?.text, check?.question?.options])
      expect([...quizOptions].sort()).toEqual(optionTexts(asked).sort())
    }
  })

  it('are the same for two users who joined on different days and completed nothing [learning.daily-same-for-all]', async () => {
    const ada = await newcomer(test)
    test.ctx.clock.advance({ days: 1 })
    const bo = await newcomer(test)
    expect(await dailyIds(bo)).toEqual(await dailyIds(ada))
  })

  it('keep today’s completed lessons, marked [learning.daily-done-today-stays]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const before = await dailyLessons(ada)
    const bystander = await dailyLessons(bo)
    await learn(ada, 1)
    const after = await dailyLessons(ada)
    const check = { day: '2026-03-02', done: 2, needed: 2, triesLeft: 3, question: null }
    const passed = { quizQuestion: '', quizOptions: [], check }
    expect(after).toEqual(
      before.map((lesson, index) =>
        index === 1 ? { ...lesson, ...passed, lab: lesson.lab && { done: true }, completed: true } : lesson,
      ),
    )
    expect(await dailyLessons(bo)).toEqual(bystander)
  })

  it('are settled by the first look at a day, and others only from the next day on', async () => {
    const lessons = await loadCatalogue(test.ctx.settings.lessonsDir)
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const userId = (await ada.me()).id
    const settled = await dailyIds(ada)
    // Simulates a release that puts the last lesson first and drops the first one.
    const later = new Map([...lessons].slice(1).reverse())
    const readAfterRelease = async (id: string) =>
      (await readDailyLessons(test.ctx, later, id)).map((lesson) => lesson.id)
    expect(await readAfterRelease(userId)).toEqual(settled.slice(1))
    expect(await readAfterRelease((await bo.me()).id)).not.toEqual(settled)
    await learn(ada, 1)
    expect(await dailyIds(ada)).toEqual(settled)
    test.ctx.clock.advance({ days: 1 })
    expect(await readAfterRelease(userId)).not.toEqual(expect.arrayContaining(settled.slice(0, 2)))
  })

  it('are the same for both of two first looks at once', async () => {
    const ada = await newcomer(test)
    const looks = await Promise.all(Array.from({ length: 6 }, () => dailyIds(ada)))
    expect(new Set(looks.map(String)).size).toBe(1)
  })
})

describe('an unanswered question reveals', () => {
  const everything = async (actor: Actor) => {
    const ids = await dailyIds(actor)
    const paths = [
      '/api/lessons/daily',
      ...ids.map((id) => `/api/lessons/${id}/status`),
      '/api/auth/user',
      '/api/config',
      '/api/leaderboard',
    ]
    const replies = await Promise.all(paths.map((path) => actor.send('GET', path)))
    return replies.map(({ body, headers }) => JSON.stringify({ body, headers })).join('\n')
  }
  const asJson = (text: string) => JSON.stringify(text).slice(1, -1)
  const explanations = () => catalogue.flatMap(({ questions }) => questions.flatMap(secretsOf))

  it('is nothing: no explanation, no index, no telling field name [learning.answer-not-sent-before]', async () => {
    const ada = await newcomer(test)
    const text = await everything(ada)
    expect(text).toContain(asJson((await dailyLessons(ada))[0]?.quizQuestion || 'missing'))
    for (const explanation of explanations()) expect(text).not.toContain(asJson(explanation))
    expect(text).not.toMatch(/"(answer|correct\w*|right\w*|solution|explanation|isCorrect)":/i)
  })

  it('is, after a wrong answer, only why it was wrong', async () => {
    const ada = await newcomer(test)
    const [lesson] = await dailyLessons(ada)
    if (!lesson) throw new Error('there is no lesson')
    const reply = await ada.send('POST', `/api/lessons/${lesson.id}/quiz`, { answer: wrongAnswer(lesson) })
    const { explanation: shown } = reply.body as unknown as { explanation: string }
    expect(shown).not.toBe('')
    const others = explanations().filter((explanation) => !shown.includes(explanation))
    expect(others.length).toBeGreaterThan(0)
    const responses = `${JSON.stringify(reply.body)}\n${await everything(ada)}`
    for (const explanation of others) expect(responses).not.toContain(asJson(explanation))
  })
})

describe('after completing the catalogue', () => {
  it('there are no lessons, each unit is finished, and a review keeps the streak [learning.review-keeps-streak] [learning.whole-path]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const bystander = await bo.me()
    for (let day = 0; day < 5; day++) {
      const count = (await dailyLessons(ada)).length
      for (let position = 0; position < count; position++) await learn(ada, position)
      if (count > 0) test.ctx.clock.advance({ days: 1 })
    }
    const paid = 5 * 40 + 4 * 60 + 3 * 90
    expect(await ada.me()).toMatchObject({ auraPoints: 100 + paid, currentStreak: 4 })
    expect(await dailyLessons(ada)).toEqual([])
    const { units } = await ada.call('GET /api/lessons/path')
    expect(units.filter(({ finishedOn }) => finishedOn === null)).toEqual([])
    expect(await learn(ada)).toEqual({ auraEarned: 10, newStreak: 5 })
    expect(await ada.me()).toMatchObject({ auraPoints: 110 + paid, currentStreak: 5 })
    expect(await bo.me()).toEqual(bystander)
  })
})
