import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyState } from './apply-state.ts'

const ME = '/api/auth/user'
let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
  client.setQueryData([ME], { id: 'ada', auraPoints: 1 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
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
    client.setQueryData(['/api/x'], { value: 'later' })
    expect(client.getQueryData(['/api/x'])).toEqual({ value: 'later' })
  })

  it('a late response does not sign a user back in', async () => {
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

  it('has a read asked for again whose version is not that of the first marker', () => {
    const [same, older, none] = ['/api/battles/1', '/api/battles/2', '/api/battles/3']
    client.setQueryData([same], { version: 'b' })
    client.setQueryData([older], { version: 'a' })
    client.setQueryData([none], { title: 'no version' })
    apply('battle:1', { [`${same}*`]: 'b' })
    apply('battle:2', { [`${older}*`]: 'b' })
    apply('battle:3', { [`${none}*`]: 'b' })
    const isOld = (address: string) => client.getQueryState([address])?.isInvalidated
    expect([same, older, none].map(isOld)).toEqual([false, true, false])
  })

  it.each([
    ['older', 'a', 2],
    ['the same', 'b', 1],
  ])('compares the first marker with a first answer that comes later and is %s', async (_, version, times) => {
    const answers: (() => void)[] = []
    const asked = vi.fn(() => new Promise<object>((resolve) => answers.push(() => resolve({ version }))))
    const stop = new QueryObserver(client, { queryKey: ['/api/battles/1'], queryFn: asked }).subscribe(() => {})
    await expect.poll(() => answers.length).toBe(1)
    apply('battle:1', { '/api/battles/1*': 'b' })
    answers[0]?.()
    await expect.poll(() => client.getQueryData(['/api/battles/1'])).toEqual({ version })
    await expect.poll(() => asked.mock.calls.length).toBe(times)
    answers[1]?.()
    await expect.poll(() => client.isFetching()).toBe(0)
    expect(asked).toHaveBeenCalledTimes(times)
    stop()
  })

  it('spreads what many ask for over the time it is told', async () => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const asked = vi.fn(async () => [])
    await client.fetchQuery({ queryKey: ['/api/battles?view=live'], queryFn: asked })
    const stop = new QueryObserver(client, { queryKey: ['/api/battles?view=live'], queryFn: asked }).subscribe(() => {})
    const tell = (marker: number) =>
      applyState(client, { topic: 'battles', version: marker, state: { '/api/battles*': marker }, jitterMs: 20_000 })
    for (let marker = 0; marker < 9; marker++) tell(marker)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(asked).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveBeenCalledTimes(2)
    stop()
  })

  it('asks once more, and not all the time, for what changes while an answer is on its way', async () => {
    const answers: (() => void)[] = []
    const asked = vi.fn(() => new Promise<number>((resolve) => answers.push(() => resolve(1))))
    const observer = new QueryObserver(client, { queryKey: ['/api/battles'], queryFn: asked, initialData: 0 })
    const stop = observer.subscribe(() => {})
    for (let marker = 0; marker < 5; marker++) apply('battles', { '/api/battles*': marker })
    await expect.poll(() => asked.mock.calls.length).toBe(1)
    answers[0]?.()
    await expect.poll(() => asked.mock.calls.length).toBe(2)
    answers[1]?.()
    await expect.poll(() => client.isFetching()).toBe(0)
    expect(asked).toHaveBeenCalledTimes(2)
    stop()
  })
})
