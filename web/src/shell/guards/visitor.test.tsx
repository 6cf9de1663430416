import { expect, it } from 'vitest'
import { markupOf, wordsOf } from '../../dev/markup.tsx'
import Visitor from './visitor.tsx'

const at = (path: string) => wordsOf(markupOf(<Visitor />, { path }))

it.each([
  '/steeze-stack',
  '/settings',
  '/streak',
  '/receipts',
  '/receipts/11111111-1111-4111-8111-111111111111',
  '/admin/whitelist',
  '/admin/people',
  '/admin/battles',
  '/admin/log',
])('a visitor at %s sees the 404 screen [access.visitor-404]', (path) => {
  expect(at(path)).toContain('404 Page Not Found')
})

it.each(['/battles', '/arena', '/leaderboard', '/profile'])('and one at %s the way to the login instead', (path) => {
  expect(at(path)).toContain('Loading Aura...')
  expect(at(path)).not.toContain('404')
})
