import { expect, it } from 'vitest'
import { ApiError } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { errorTexts } from './error-texts.ts'

it('a failure is told in the words of the product [learning.text-quiz-error] [learning.text-complete-failed] [learning.text-lessons-failed]', () => {
  const failed = new ApiError(500, 'Internal Server Error', '{"code":"INTERNAL","message":"","requestId":"r"}')
  const { loadLessons, quiz, completeLesson } = errorTexts
  expect([loadLessons, quiz, completeLesson].map((text) => errorText(failed, text))).toEqual([
    { title: 'Error', description: 'Failed to load lessons' },
    { title: 'Quiz Error', description: 'Please try again.' },
    { title: 'Error', description: 'Failed to complete lesson' },
  ])
})
