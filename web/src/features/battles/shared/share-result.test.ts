import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BattleDetail } from './battle-view.ts'

const battle = {
  id: '01234567-0000-4000-8000-000000000000',
  title: 'Who cooked harder?',
  challenger: { id: 'ada', username: 'ada_live', firstName: null },
  opponent: { id: 'bo', username: 'bo_cooks', firstName: null },
  winnerId: 'ada',
} as BattleDetail
const LINK = `https://aura.example/battles/${battle.id}`
const PICTURE = 'aura-battle-01234567.jpg'

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

interface Browser {
  /** Kinds the share sheet takes; undefined without a share sheet. */
  takes?: 'files' | 'links'
  share?: () => Promise<void>
  writeText?: () => Promise<void>
  hasPicture?: boolean
}

async function pressed({ takes, share = async () => {}, writeText = async () => {}, hasPicture = true }: Browser) {
  const [shared, copied] = [vi.fn(share), vi.fn(writeText)]
  const saved: string[] = []
  vi.stubGlobal('location', { origin: 'https://aura.example' })
  vi.stubGlobal('fetch', async () => (hasPicture ? new Response('png') : new Response('', { status: 503 })))
  vi.stubGlobal('document', {
    createElement: () => {
      const link = { download: '', click: (): void => void saved.push(link.download) }
      return link
    },
  })
  vi.stubGlobal('navigator', {
    clipboard: { writeText: copied },
    ...(takes && { share: shared, canShare: () => takes === 'files' }),
  })
  const { shareResult } = await import('./share-result.ts')
  const { toasts } = await import('#ui/feedback/toast')
  await shareResult(battle)
  return {
    saved,
    shared: shared.mock.calls.map(([data]: { files?: File[]; url?: string }[]) => data?.files?.[0]?.name ?? data?.url),
    copied: copied.mock.calls.flat(),
    says: toasts.current()?.title,
  }
}

it('shares the picture where files can be shared [battles.share-result]', async () => {
  expect(await pressed({ takes: 'files' })).toEqual({ shared: [PICTURE], saved: [], copied: [], says: undefined })
})

it('saves the picture where the share sheet takes no files, or there is none [battles.share-result]', async () => {
  const isSaved = { shared: [], saved: [PICTURE], copied: [LINK], says: 'Picture saved, link copied' }
  expect(await pressed({ takes: 'links' })).toEqual(isSaved)
  vi.resetModules()
  expect(await pressed({})).toEqual(isSaved)
})

it('saves the picture where sharing it fails, and nothing where the sheet was closed', async () => {
  const refused = await pressed({
    takes: 'files',
    share: () => Promise.reject(new DOMException('', 'NotAllowedError')),
  })
  expect(refused).toMatchObject({ saved: [PICTURE], copied: [LINK], says: 'Picture saved, link copied' })
  vi.resetModules()
  const closed = await pressed({ takes: 'files', share: () => Promise.reject(new DOMException('', 'AbortError')) })
  expect(closed).toMatchObject({ saved: [], copied: [], says: undefined })
})

it('says that only the picture was saved where the link could not be copied', async () => {
  expect(await pressed({ writeText: () => Promise.reject(new Error('not allowed')) })).toMatchObject({
    saved: [PICTURE],
    says: 'Picture saved, copying the link failed',
  })
})

it('shares the link when the picture does not load', async () => {
  expect(await pressed({ takes: 'files', hasPicture: false })).toMatchObject({ shared: [LINK], saved: [] })
  vi.resetModules()
  expect(await pressed({ hasPicture: false })).toMatchObject({ saved: [], copied: [LINK], says: 'Link copied' })
})
