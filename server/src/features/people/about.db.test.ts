import { beforeEach, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { admin } from '../../../../tests/server/actors/admins.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const test = openForAll(testApp)
let ada: Actor
let id: string
beforeEach(async () => {
  ada = await newcomer(test)
  id = (await ada.me()).id
})

const change = (body: object) => ada.send('PUT', '/api/user/about', body)
const shown = async (viewer = new Actor(test)) => (await viewer.call('GET /api/users/:id', { params: { id } })).about
const LINK = { name: 'My stream', url: 'twitch.tv/ada' }
const SHOWN = { name: 'My stream', url: 'https://twitch.tv/ada', host: 'twitch.tv' }
const NOTHING = { bio: '', links: [] }

it('a bio and up to five links are shown to everyone, cleaned, until they are changed [profile.bio] [profile.links]', async () => {
  expect(await shown()).toEqual(NOTHING)
  const bio = `\u202E I make\n music \u200B e${'\u0301'.repeat(9)}`
  const links = [LINK, ...Array.from({ length: 4 }, (_, at) => ({ name: '', url: `https://ada.dev/${at}` }))]
  const { status, body } = await change({ bio, links })
  expect([status, body]).toEqual([
    200,
    {
      bio: 'I make music é\u0301\u0301\u0301\u0301',
      links: [SHOWN, ...links.slice(1).map((link) => ({ ...link, host: 'ada.dev' }))],
    },
  ])
  for (const viewer of [ada, await newcomer(test), new Actor(test)]) expect(await shown(viewer)).toEqual(body)
  expect(await change({ bio: 'a'.repeat(160), links: [] })).toMatchObject({ status: 200 })
  expect(await shown()).toEqual({ bio: 'a'.repeat(160), links: [] })
})

it('what may not be shown is refused with why and where, and changes nothing [profile.bio] [profile.links-refused]', async () => {
  await change({ bio: 'Music', links: [LINK] })
  const before = await databaseState(test.ctx.db)
  expect(await change({ bio: 'New', links: [LINK, { name: '', url: 'http://ada.dev' }] })).toMatchObject({
    status: 400,
    body: { code: 'LINK_REFUSED', message: 'A link starts with https://', data: { at: 1 } },
  })
  expect(await change({ bio: '', links: [LINK, { name: 'Again', url: SHOWN.url }] })).toMatchObject({
    status: 400,
    body: { message: 'This link is listed already', data: { at: 1 } },
  })
  for (const wrong of [
    { bio: 'a'.repeat(161), links: [] },
    { bio: '', links: Array.from({ length: 6 }, () => LINK) },
    { bio: '', links: [{ ...LINK, name: 'a'.repeat(31) }] },
    { bio: '', links: [{ url: LINK.url }] },
    { links: [] },
  ])
    expect(await change(wrong)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
  expect(await new Actor(test).send('PUT', '/api/user/about', NOTHING)).toMatchObject({ status: 401 })
  expect(await databaseState(test.ctx.db)).toEqual(before)
})

it('a suspended person’s profile shows neither, while admins who read reports do [profile.about-suspended]', async () => {
  await change({ bio: 'Free ETH', links: [LINK] })
  const desk = await admin(test)
  await (await newcomer(test)).send('PUT', `/api/users/${id}/report`, { reason: 'scam' })
  const act = (step: string) => desk.send('POST', `/api/admin/people/${id}/${step}`, { reason: 'A scam' })
  expect(await act('suspend')).toMatchObject({ status: 200 })
  expect(await shown()).toEqual(NOTHING)
  const reported = await desk.call('GET /api/admin/reports')
  expect(reported.find(({ person }) => person.id === id)?.about).toEqual({ bio: 'Free ETH', links: [SHOWN] })
  await act('lift')
  expect(await shown()).toEqual({ bio: 'Free ETH', links: [SHOWN] })
})
