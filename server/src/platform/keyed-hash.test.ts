import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isListable, listedKeys } from './keyed-hash.ts'

const anyKey = fc.string({ minLength: 1, unit: fc.constantFrom(...'ab, []"\\\n\t\u00a0é') })
const keys = (key: fc.Arbitrary<string>) => fc.array(key, { minLength: 1, maxLength: 4 })

it('commas list every key that a database binds', () => {
  fc.assert(
    fc.property(keys(anyKey.filter(isListable)), (listed) => {
      expect(listedKeys(listed.join(','))).toEqual(listed)
      expect(listedKeys(` ${listed.join(' , ')}\n`)).toEqual(listed)
    }),
  )
})

it('a JSON array lists any key', () => {
  fc.assert(
    fc.property(keys(anyKey), (listed) => {
      expect(listedKeys(JSON.stringify(listed))).toEqual(listed)
      expect(listedKeys(`${JSON.stringify(listed, null, 2)}\n`)).toEqual(listed)
    }),
  )
})

it.each(['["a', '[1,2]', '[a]'])('commas separate what is no array of texts: %s', (text) => {
  expect(listedKeys(text)).toEqual(text.split(','))
})
