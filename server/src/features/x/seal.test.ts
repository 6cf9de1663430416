import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { seal, unseal } from './seal.ts'

const key = randomBytes(32)

it('opens what was sealed, with a different ciphertext each time', () => {
  const [one, two] = [seal(key, 'a', 'a secret ✓'), seal(key, 'a', 'a secret ✓')]
  expect(unseal(key, 'a', one)).toBe('a secret ✓')
  expect(Buffer.from(one).equals(Buffer.from(two))).toBe(false)
  expect(Buffer.from(one).includes('secret')).toBe(false)
})

it('fails with another key or purpose, or a changed bit', () => {
  const sealed = seal(key, 'a', 'a secret')
  expect(() => unseal(randomBytes(32), 'a', sealed)).toThrow()
  expect(() => unseal(key, 'b', sealed)).toThrow()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Uint8Array.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => unseal(key, 'a', changed)).toThrow()
  }
})
