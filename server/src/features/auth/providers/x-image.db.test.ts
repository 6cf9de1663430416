import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Actor, signedUp } from '../../../../../tests/server/actors/actors.ts'
import { viaX } from '../../../../../tests/server/actors/x-actor.ts'
import { type LocalServer, serveLocally } from '../../../../../tests/server/local-server.ts'
import { type MockX, startMockX } from '../../../../../tests/server/mock-x.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'

const picture = (background: string) =>
  sharp({ create: { width: 48, height: 48, channels: 3, background } })
    .png()
    .toBuffer()

const shown = new Map<string, Buffer>()
let images: LocalServer
let mock: MockX
let test: TestApp
let origin: string
beforeAll(async () => {
  images = await serveLocally(({ url = '' }, response) => {
    if (url === '/elsewhere.png') return response.writeHead(302, { location: '/a_400x400.png' }).end()
    const bytes = shown.get(url)
    return response.writeHead(bytes ? 200 : 404).end(bytes)
  })
  origin = images.url
  mock = await startMockX({ imageOrigin: origin })
  test = await testApp({ settings: { x: mock.settings } })
  shown.set('/a_400x400.png', await picture('#0c0'))
})
afterAll(async () => {
  await test.close()
  await mock.stop()
  images.close()
})

let lastId = 100
async function comesFromX(path: string, actor = new Actor(test)): Promise<Actor> {
  lastId += 1
  mock.person = { id: String(lastId), username: `x_${lastId}`, name: 'X', profile_image_url: origin + path }
  await viaX(actor)
  return actor
}

describe('the image of a user who joins with X', () => {
  it('is fetched, re-encoded and served from here [access.x-avatar]', async () => {
    const ada = await comesFromX('/a_normal.png')
    const { profileImageUrl } = await ada.me()
    expect(profileImageUrl).toMatch(/^\/images\/[0-9a-f]{32}\.webp$/)
    const { rawPayload } = await test.app.inject({ url: profileImageUrl ?? '' })
    expect((await sharp(rawPayload).metadata()).width).toBe(512)
    const linked = await comesFromX('/a_normal.png', await signedUp(test))
    expect((await linked.me()).profileImageUrl).not.toBeNull()
  })

  it('is copied once: later changes stay', async () => {
    const ada = await comesFromX('/a_normal.png')
    await ada.call('DELETE /api/user/profile-image')
    const before = images.asked.length
    await viaX(new Actor(test))
    expect((await ada.me()).profileImageUrl).toBeNull()
    expect(images.asked.length).toBe(before)
  })

  it.each(['/missing.png', '/elsewhere.png', '/page.html', '/large.png'])(
    'does not block joining when it is invalid: %s',
    async (path) => {
      shown.set('/page.html', Buffer.from('<!doctype html>'))
      shown.set('/large.png', Buffer.alloc(5 * 1024 * 1024 + 1))
      const ada = await comesFromX(path)
      expect(await ada.me()).toMatchObject({ profileImageUrl: null, twitterUsername: `x_${lastId}` })
    },
  )
})
