import { expect, it } from 'vitest'
import { asUsername, usernameFault } from './username.rules.ts'

it('does not ask the server about invalid names [settings.check-username-short]', () => {
  expect(usernameFault('')).toBe('Username must be at least 3 characters')
  expect(usernameFault(' ab ')).toBe('Username must be at least 3 characters')
  expect(usernameFault('a'.repeat(21))).toBe('Username must be at most 20 characters')
  expect(usernameFault('ada lovelace')).toBe('Use letters, digits and underscores only')
  expect(usernameFault('ada.l')).toBe('Use letters, digits and underscores only')
  expect(usernameFault('abc')).toBeUndefined()
  expect(usernameFault('Ada_1815')).toBeUndefined()
  expect(usernameFault('a'.repeat(20))).toBeUndefined()
})

it('saves names trimmed and in lower case', () => {
  expect(asUsername(' Ada_1815 ')).toBe('ada_1815')
})
