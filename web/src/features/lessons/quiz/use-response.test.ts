import { expect, it } from 'vitest'
import { responseTo } from './use-response.ts'

it('a response belongs to its question alone', () => {
  const kept = { to: 'Who signs?', response: 0 }
  expect(responseTo({ text: 'Who signs?' }, kept)).toBe(0)
  expect(responseTo({ text: 'Who pays?' }, kept)).toBeNull()
  expect(responseTo(null, kept)).toBeNull()
  expect(responseTo({ text: 'Who signs?' }, null)).toBeNull()
})
