import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient, readKey } from '#lib/query-client'
import { App } from './app.tsx'
import { markupOf } from './dev/markup.tsx'

beforeEach(() => {
  vi.stubGlobal('document', { cookie: 'aura_signed_in=1' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('says that the dashboard is coming while its code does [learning.text-dashboard-loading]', () => {
  const client = createQueryClient(() => {})
  const shown = () => markupOf(<App />, { client })
  expect(shown()).not.toContain('Loading your dashboard...')
  client.setQueryData(readKey('GET /api/auth/user'), { id: '1', username: 'ada' })
  expect(shown()).toContain('Loading your dashboard...')
})
