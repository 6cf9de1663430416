import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { createQueryClient, readKey } from '#lib/query-client'
import { App } from './app.tsx'

beforeEach(() => {
  vi.stubGlobal('document', { cookie: 'aura_signed_in=1' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('says that the dashboard is coming while its code does [learning.text-dashboard-loading]', () => {
  const client = createQueryClient(() => {})
  const shown = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Router ssrPath="/">
          <App />
        </Router>
      </QueryClientProvider>,
    )
  expect(shown()).not.toContain('Loading your dashboard...')
  client.setQueryData(readKey('GET /api/auth/user'), { id: '1', username: 'ada' })
  expect(shown()).toContain('Loading your dashboard...')
})
