import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Question {
  id: string
  answer: string
  mistakes: { answer: string }[]
}

/** Returns a file of a lesson. */
export const fileOf = (lesson: string, file: string): string =>
  readFileSync(join(import.meta.dirname, '../lessons', lesson, file), 'utf8')

export const textOf = (lesson: string): string => fileOf(lesson, 'content.md')

/** Returns a question of a lesson. Throws if there is none. */
export function questionOf(lesson: string, id: string): Question {
  const { questions } = JSON.parse(fileOf(lesson, 'lesson.json')) as { questions: Question[] }
  const question = questions.find((each) => each.id === id)
  if (!question) throw new Error(`${lesson} has no question ${id}`)
  return question
}

export const answerTo = (lesson: string, id: string): string => questionOf(lesson, id).answer

/** Returns the answer to a question that asks for a number. */
export const numberTo = (lesson: string, id: string): number => Number(answerTo(lesson, id))

/** Returns an amount as the lessons write it: 1,234.50. */
export const grouped = (amount: number, digits = 0): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
