import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import Visitor from './visitor.tsx'

const at = (path: string) =>
  textOf(
    <QueryClientProvider client={new QueryClient()}>
      <Router ssrPath={path}>
        <Visitor />
      </Router>
    </QueryClientProvider>,
  )
const textOf = (shown: ReactNode) => renderToStaticMarkup(shown).replace(/<[^>]*>/g, '')

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
