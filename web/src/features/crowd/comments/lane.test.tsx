import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { BesideBattleProps } from '#features/battles'
import { markupOf } from '../../../dev/markup.tsx'
import { Lane } from './lane.tsx'
import { type Comment, commentsRead, ownRead } from './use-comments.ts'

const comment = { id: 'c1', author: { id: 'u1', username: 'cy_claps' }, text: 'Rude' } as Comment

function shown({ viewer, hasFailed }: { viewer: object | null; hasFailed: boolean }): string {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
  client.setQueryData(commentsRead('b1').queryKey, [comment])
  if (hasFailed) {
    const own = client.getQueryCache().build(client, ownRead('b1'))
    own.setState({ status: 'error', error: new Error('No answer'), errorUpdateCount: 1, errorUpdatedAt: 1 })
  }
  const props = { battle: { id: 'b1' }, sides: [], viewer } as unknown as BesideBattleProps
  return markupOf(<Lane {...props} isOpen />, { client })
}

it('shows everybody’s lane to nobody whose own is unknown: it may have people they blocked', () => {
  expect(shown({ viewer: null, hasFailed: false })).toContain('cy_claps')
  expect(shown({ viewer: { id: 'me' }, hasFailed: false })).not.toMatch(/cy_claps|No comments yet/)
  const failed = shown({ viewer: { id: 'me' }, hasFailed: true })
  expect(failed).not.toMatch(/cy_claps|No comments yet/)
  expect(failed).toContain('data-failed')
})

it('is filled before a screen reader hears of it, which would read all of it', () => {
  expect(shown({ viewer: null, hasFailed: false })).toMatch(/role="log"[^>]* aria-live="off"/)
})
