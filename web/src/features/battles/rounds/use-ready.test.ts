import type { Rounds } from '@aura/api/calls/battles/rounds'
import { expect, it, vi } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'

const page = pageForEach()

const state = (isReady: boolean) =>
  ({ phase: 'waiting', own: { side: 'opponent' }, lobby: { ready: { challenger: true, opponent: isReady } } }) as Rounds

it('says that somebody ready still is, as long as their page is in sight [battles.round-lobby]', async () => {
  const [{ useReady }, { useServerNow }] = [await import('./use-ready.ts'), await import('#lib/time/server-clock')]
  const sent = vi.fn(async () => Response.json(state(true)))
  vi.stubGlobal('fetch', sent)
  let rounds = state(false)
  const panel = await page.renderAlone(() => {
    // The panel's clock renders it twice a second.
    useServerNow(500)
    return useReady('b1', rounds)
  })
  await page.pass(60_000)
  expect(sent).not.toHaveBeenCalled()
  await page.act(async () => panel.current.press())
  rounds = state(true)
  // In steps, each of which renders.
  for (let passedMs = 0; passedMs < 61_000; passedMs += 500) await page.pass(500)
  expect(sent).toHaveBeenCalledTimes(3)
  Object.assign(document, { hidden: true })
  await page.pass(120_000)
  expect(sent).toHaveBeenCalledTimes(3)
  Object.assign(document, { hidden: false })
  await page.act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  expect(sent).toHaveBeenCalledTimes(4)
})
