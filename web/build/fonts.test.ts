import ranges from '@fontsource-variable/science-gothic/unicode.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { drawnBy } from './fonts.ts'

it('the display font draws letters of all its scripts, but no combining marks, which it misplaces [frame.letter-marks]', () => {
  const drawn = new Set(
    Object.entries(ranges).flatMap(([subset, range]) => [...drawnBy(`science-gothic-${subset}-wdth-normal`, range)]),
  )
  const has = (text: string) => [...text].map((letter) => drawn.has(letter.codePointAt(0) ?? 0))
  expect(has('aźễЯ')).toEqual([true, true, true, true])
  expect(has('\u0300\u0301\u0303\u0304\u0308\u0323\u0329')).not.toContain(true)
})
