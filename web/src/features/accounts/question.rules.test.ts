import { expect, it } from 'vitest'
import { dueQuestion } from './question.rules.ts'

it('asks for a second key at the first amount, again at the second, and then no more [settings.keys-question]', () => {
  const [first, again] = [['second_key' as const], ['second_key' as const, 'second_key_again' as const]]
  expect(dueQuestion(null, [])).toBeNull()
  expect(dueQuestion(9_999_999, [])).toBeNull()
  expect(dueQuestion(10_000_000, ['sign_in'])).toEqual(first)
  expect(dueQuestion(99_999_999, first)).toBeNull()
  expect(dueQuestion(100_000_000, first)).toEqual(again)
  expect(dueQuestion(100_000_000, again)).toBeNull()
  // Who is asked at the second amount first, isn't asked at the first one later.
  expect(dueQuestion(100_000_000, [])).toEqual(again)
  expect(dueQuestion(10_000_000, again)).toBeNull()
})
