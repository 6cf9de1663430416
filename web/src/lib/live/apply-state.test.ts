import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { applyState } from './apply-state.ts'

const ME = '/api/auth/user'
let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
  client.setQueryData([ME], { id: 'ada', auraPoints: 1 })
})
const apply = (topic: string, state: Record<string, unknown> | null) => applyState(client, { topic, version: 1, state })

describe('a live state', () => {
  it('takes the place of the answer it is the newest of', () => {
    client.setQueryData(['/api/notifications'], [1])
    apply('user:ada', { [ME]: { id: 'ada', auraPoints: 2 }, '/api/notifications': [2, 1] })
    expect(client.getQueryData([ME])).toEqual({ id: 'ada', auraPoints: 2 })
    expect(client.getQueryData(['/api/notifications'])).toEqual([2, 1])
  })

  it('keeps what it does not carry', () => {
    client.setQueryData(['/api/battles/1'], { viewerCount: 1, can: { gift: true } })
    apply('battle:1', { '/api/battles/1': { viewerCount: 2 } })
    expect(client.getQueryData(['/api/battles/1'])).toEqual({ viewerCount: 2, can: { gift: true } })
  })

  it('is not somebody else’s, nor anybody’s after signing out', () => {
    apply('user:bo', { [ME]: { id: 'bo', auraPoints: 5 } })
    expect(client.getQueryData([ME])).toEqual({ id: 'ada', auraPoints: 1 })
    client.setQueryData([ME], null)
    apply('user:ada', { [ME]: { id: 'ada', auraPoints: 5 } })
    expect(client.getQueryData([ME])).toBeNull()
  })

  it('answers nothing that nobody asked, and nothing at all when there is none', () => {
    apply('battle:1', { '/api/battles/1': { viewerCount: 2 } })
    expect(client.getQueryData(['/api/battles/1'])).toBeUndefined()
    apply('battle:1', null)
  })

  it.each([
    ['the first answer', undefined],
    ['another answer', { value: 'before' }],
  ])('stays newer than %s that was on its way', async (_, before) => {
    if (before) client.setQueryData(['/api/x'], before)
    let answer = () => {}
    const asked = client.fetchQuery({
      queryKey: ['/api/x'],
      staleTime: 0,
      queryFn: async () => {
        await new Promise<void>((resolve) => (answer = resolve))
        return { value: 'old', more: 1 }
      },
    })
    await expect.poll(() => client.isFetching()).toBe(1)
    apply('battle:1', { '/api/x': { value: 'live' } })
    answer()
    await asked
    await expect.poll(() => client.getQueryData(['/api/x'])).toEqual({ value: 'live', more: 1 })
    // And only then: what is asked for later is newer.
    client.setQueryData(['/api/x'], { value: 'later' })
    expect(client.getQueryData(['/api/x'])).toEqual({ value: 'later' })
  })

  it('does not bring somebody back who signed out while an answer was on its way', async () => {
    let answer = () => {}
    const asked = client.fetchQuery({
      queryKey: [ME],
      staleTime: 0,
      queryFn: async () => {
        await new Promise<void>((resolve) => (answer = resolve))
        return null
      },
    })
    await expect.poll(() => client.isFetching()).toBe(1)
    apply('user:ada', { [ME]: { id: 'ada', auraPoints: 2 } })
    answer()
    await asked
    expect(client.getQueryData([ME])).toBeNull()
  })

  it('has marked reads asked for again when their marker changes, and not before', () => {
    client.setQueryData(['/api/battles?view=live'], [])
    client.setQueryData(['/api/other'], [])
    const isOld = () => client.getQueryState(['/api/battles?view=live'])?.isInvalidated
    apply('battles', { '/api/battles*': 1 })
    apply('battles', { '/api/battles*': 1 })
    expect(isOld()).toBe(false)
    apply('battles', { '/api/battles*': 2 })
    expect(isOld()).toBe(true)
    expect(client.getQueryState(['/api/other'])?.isInvalidated).toBe(false)
  })
})
