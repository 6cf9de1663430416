import type { ChallengeLink } from '@aura/api/calls/battles/challenge-links'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { User } from '#features/auth'
import { read } from '#lib/query-client'
import { markupOf, wordsOf } from '../../../dev/markup.tsx'
import { ChallengeActions } from './challenge-actions.tsx'

const link = {
  id: '33333333-3333-4333-8333-333333333333',
  status: 'pending',
  challenger: { id: '1', username: 'ada_live' },
  stake: 100,
  can: { accept: { allowed: false, reason: 'UNAUTHORIZED' }, withdraw: { allowed: false, reason: 'UNAUTHORIZED' } },
} as unknown as ChallengeLink
const member = { availableAuraPoints: 500 } as User

function shown(betaAccess: 'open' | 'closed', viewer: User | null, reason = 'UNAUTHORIZED'): string {
  const client = new QueryClient()
  client.setQueryData(read('GET /api/config').queryKey, { betaAccess } as never)
  const seen = { ...link, can: { ...link.can, accept: { allowed: false, reason } } } as ChallengeLink
  const path = `/challenge/${link.id}`
  return wordsOf(markupOf(<ChallengeActions link={seen} viewer={viewer} />, { client, path }))
}

it('in the closed beta a visitor reads that they need an invite first, and whom to ask [battles.link-invite]', () => {
  const page = shown('closed', null)
  expect(page).toContain('Sign in to accept')
  expect(page).toContain('a challenge is no invite')
  expect(page).toContain('ask ada_live for an invite')
  expect(page).not.toContain('Join to accept')
  expect(page).not.toContain('enough to accept')
})

it('while anyone can join, a visitor reads nothing of invites', () => {
  const page = shown('open', null)
  expect(page).toContain('Join to accept')
  expect(page).toContain('100 AP, enough to accept')
  expect(page).not.toContain('invite')
})

it('somebody by X without an invited wallet reads what to do [battles.link-invite]', () => {
  const page = shown('closed', member, 'BETA_ACCESS_REQUIRED')
  expect(page).toContain('You need an invite to accept')
  expect(page).toContain('Ask ada_live for one')
  expect(page).not.toContain('whitelisted')
})
