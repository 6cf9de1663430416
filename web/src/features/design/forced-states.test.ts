import { expect, it } from 'vitest'
import { forcedSelector } from './forced-states.ts'

it('turns states into attributes', () => {
  expect(forcedSelector('.a:focus-visible')).toBe('.a[data-force~="focus"]')
  expect(forcedSelector('.a:hover .b')).toBe('.a:is([data-force~="hover"], :has([data-force~="hover"])) .b')
  expect(forcedSelector('.a:active')).toContain('~="pressed"')
})

it('leaves class names alone that only sound like it', () => {
  expect(forcedSelector('.hover\\:brightness-110')).toBe('.hover\\:brightness-110')
  expect(forcedSelector('.active\\:scale-100:active')).toMatch(/^\.active\\:scale-100:is/)
  expect(forcedSelector('.group-x\\:hover\\:y')).toBe('.group-x\\:hover\\:y')
})
