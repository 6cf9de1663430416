import { QueryClient, QueryObserver } from '@tanstack/react-query'
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

  it('has a first answer that is still on its way asked for again, since that one may be older', async () => {
    let asked = 0
    let answerFirst = () => {}
    const observer = new QueryObserver(client, {
      queryKey: ['/api/x'],
      queryFn: async () => {
        asked += 1
        if (asked > 1) return { value: 'new' }
        await new Promise<void>((resolve) => (answerFirst = resolve))
        return { value: 'old' }
      },
    })
    const stop = observer.subscribe(() => {})
    await expect.poll(() => asked).toBe(1)
    apply('battle:1', { '/api/x': { value: 'live' } })
    answerFirst()
    await expect.poll(() => client.getQueryData(['/api/x'])).toEqual({ value: 'new' })
    stop()
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
