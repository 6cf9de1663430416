import { describe, expect, it } from 'vitest'
import { characterCount, fieldMessage } from './field-texts.ts'

describe('fieldMessage', () => {
  const all = { error: 'Taken', busy: 'Checking', ok: 'Available', hint: '3 to 20' }

  it('shows one message, the most pressing first', () => {
    expect(fieldMessage(all)).toEqual({ tone: 'danger', text: 'Taken' })
    expect(fieldMessage({ ...all, error: undefined })).toEqual({ tone: 'busy', text: 'Checking' })
    expect(fieldMessage({ ok: 'Available', hint: '3 to 20' })).toEqual({ tone: 'ok', text: 'Available' })
    expect(fieldMessage({ hint: '3 to 20' })).toEqual({ tone: 'hint', text: '3 to 20' })
  })

  it('shows none where there is nothing to say', () => {
    expect(fieldMessage({})).toBeNull()
    expect(fieldMessage({ error: '' })).toBeNull()
  })
})

it('counts characters as the server does', () => {
  expect(characterCount('Explain it to me', 20)).toBe('16/20 characters')
  expect(characterCount('🔥', 20)).toBe('2/20 characters')
})
