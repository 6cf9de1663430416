import { expect, it, vi } from 'vitest'
import { pageForEach } from '../../dev/render-hook.ts'

const page = pageForEach()

const SENT = [
  { name: 'Stream', url: 'twitch.tv/ada' },
  { name: '', url: 'ada.dev' },
]

it('what is typed while bio and links are being saved stays, and the rest becomes what was saved [profile.edit-about]', async () => {
  const { useAbout } = await import('./use-about.ts')
  const { promise, resolve } = Promise.withResolvers<Response>()
  const sent = vi.fn((_: string, __: { body: string }) => promise)
  vi.stubGlobal('fetch', sent)
  const about = { bio: ' Music ', links: SENT.map((link) => ({ ...link, host: '' })) }
  const form = await page.renderAlone(() => useAbout('ada', about))
  // Left blank, so it isn't sent.
  await page.act(async () => form.current.addLink())
  await page.act(async () => form.current.save())
  const [first, second, blank] = form.current.links.map(({ key }) => key)
  await page.act(async () => {
    form.current.changeLink(second ?? 0, { name: 'Home' })
    form.current.addLink()
  })
  const saved = SENT.map((link) => ({ ...link, url: `https://${link.url}`, host: '' }))
  resolve(Response.json({ bio: 'Music', links: saved }))
  await page.pass(10)
  expect(JSON.parse(sent.mock.calls[0]?.[1].body ?? '')).toEqual({ bio: ' Music ', links: SENT })
  expect(form.current.bio).toBe('Music')
  const { links } = form.current
  expect(links).toMatchObject([
    { key: first, name: 'Stream', url: 'https://twitch.tv/ada' },
    { key: second, name: 'Home', url: 'ada.dev' },
    { name: '', url: '' },
  ])
  expect(links.map(({ key }) => key)).not.toContain(blank)
})

it('a bio that is typed while the one before is being saved stays [profile.edit-about]', async () => {
  const { useAbout } = await import('./use-about.ts')
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  const form = await page.renderAlone(() => useAbout('ada', { bio: 'Music', links: [] }))
  await page.act(async () => form.current.save())
  await page.act(async () => form.current.setBio('Music and code'))
  resolve(Response.json({ bio: 'Music', links: [] }))
  await page.pass(10)
  expect(form.current.bio).toBe('Music and code')
})

it('a link that was refused shows no fault once the links were saved [profile.edit-about]', async () => {
  const { useAbout } = await import('./use-about.ts')
  const links = [...SENT, ...SENT].slice(1, 3).map((link) => ({ ...link, host: '' }))
  let isRefused = true
  vi.stubGlobal('fetch', async () =>
    isRefused
      ? Response.json({ code: 'LINK_REFUSED', message: 'Listed already', data: { at: 1 } }, { status: 400 })
      : Response.json({ bio: '', links }),
  )
  const form = await page.renderAlone(() => useAbout('ada', { bio: '', links }))
  const save = async () => {
    await page.act(async () => form.current.save())
    await page.pass(10)
  }
  await save()
  expect(form.current.fault?.text).toBe('Listed already')
  isRefused = false
  await page.act(async () => form.current.changeLink(form.current.links[0]?.key ?? 0, { name: 'Home' }))
  await save()
  expect(form.current.fault).toBeNull()
})
