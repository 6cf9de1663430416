import { describe, expect, it } from 'vitest'
import { callUrl } from './call-url.ts'

describe('callUrl', () => {
  it('fills parameters and query, escaped', () => {
    expect(callUrl('GET /api/lessons/:id/status', { params: { id: 'a/b c' } })).toBe('/api/lessons/a%2Fb%20c/status')
    const query = { walletAddress: '0x1', purpose: undefined } as { walletAddress: string }
    expect(callUrl('GET /api/auth/nonce', { query })).toBe('/api/auth/nonce?walletAddress=0x1')
    expect(callUrl('GET /api/stats')).toBe('/api/stats')
  })

  it('does not depend on the order of query parameters', () => {
    const query = { type: 'weekly', limit: 30 } as const
    const reversed = { limit: 30, type: 'weekly' } as const
    expect(callUrl('GET /api/leaderboard/page', { query })).toBe(
      callUrl('GET /api/leaderboard/page', { query: reversed }),
    )
  })
})
