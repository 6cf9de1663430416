import type { ReactElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'

const battle = { id: 'b1', challengerStake: 50, can: { rematch: { allowed: true } } } as never

const page = pageForEach()
beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/battles/b1', search: '' })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})

async function asked(challenger: string) {
  const { RematchButton } = await import('./rematch-button.tsx')
  const { toasts } = await import('#ui/feedback/toast')
  const pushState = vi.fn()
  vi.stubGlobal('history', { pushState })
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  const button = await page.renderAlone(
    () => RematchButton({ battle, viewerId: 'ada' }) as ReactElement<{ onClick: () => void }>,
  )
  await page.act(async () => button.current.props.onClick())
  const people = { challenger: { id: challenger, username: challenger }, opponent: { username: 'bo' } }
  const answer = async () => {
    resolve(Response.json({ id: 'b2', challengerId: challenger, ...people }))
    await page.pass(10)
    return toasts.current()
  }
  return { answer, leave: button.unmount, paths: () => pushState.mock.calls.map(([, , path]) => path) }
}

it('opens the rematch while its button is shown', async () => {
  const { answer, paths } = await asked('ada')
  expect(await answer()).toMatchObject({ title: 'Rematch requested' })
  expect(paths()).toEqual(['/battles/b2'])
})

it('a slow answer leaves people where they have gone, and tells them who asked', async () => {
  const own = await asked('ada')
  await own.leave()
  expect(await own.answer()).toMatchObject({ title: 'Rematch requested' })
  expect(own.paths()).toEqual([])
  vi.resetModules()
  const theirs = await asked('bo')
  await theirs.leave()
  expect(await theirs.answer()).toMatchObject({ description: 'bo asked first. Accept it under My Battles.' })
  expect(theirs.paths()).toEqual([])
})
