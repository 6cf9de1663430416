import { describe, expect, it } from 'vitest'
import { firstNameFromX, usernameFromHandle } from './person.rules.ts'

describe('a handle', () => {
  it.each([
    ['Ada_Lovelace', 'ada_lovelace'],
    ['abc', 'abc'],
    ['ab', undefined],
    ['a-b-c', undefined],
    ['x'.repeat(21), undefined],
  ])('%s makes %s', (handle, username) => expect(usernameFromHandle(handle)).toBe(username))
})

describe('a display name', () => {
  it.each([
    ['Ada', 'Ada'],
    ['  Ada \n Lovelace ', 'Ada Lovelace'],
    ['مُبدعة', 'مُبدعة'],
    ['\u202eevil\u202c', 'evil'],
    ['\u0000\u2028', null],
    ['', null],
    ['🦄'.repeat(60), '🦄'.repeat(50)],
  ])('%j becomes %j', (name, firstName) => expect(firstNameFromX(name)).toBe(firstName))
})
