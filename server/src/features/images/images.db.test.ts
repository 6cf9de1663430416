import { IMAGE_TYPES } from '@aura/api/profile-image'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { newcomer } from '../../../../tests/server/actors/actors.ts'
import { doDue, runAfter } from '../../../../tests/server/actors/battles.ts'
import { memoryFiles } from '../../../../tests/server/memory-files.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { upload } from '../../../../tests/server/upload.ts'
import { imagesDue } from './images-due.ts'
import { keepFirstImage } from './index.ts'

const files = memoryFiles()
const test = openForAll(() => testApp({ files }))

const picture = (background: string, format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' = 'png') =>
  sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .toFormat(format)
    .toBuffer()

const served = (url: string) => test.app.inject({ url })
const nameIn = (url: string | null) => url?.match(/[0-9a-f]{32}/)?.[0] ?? ''

describe('a profile image', () => {
  it('of any type the pages offer becomes a square WebP of 512 without metadata [profile.image-types] [profile.const-image-square]', async () => {
    const ada = await newcomer(test)
    for (const type of IMAGE_TYPES) {
      const bytes = await picture('#0a0', type.replace('image/', '') as 'png')
      const { status, body } = await upload(ada, bytes, { type: 'text/html', filename: '../x.html' })
      expect([type, status]).toEqual([type, 200])
      expect((await ada.me()).profileImageUrl).toBe(body.profileImageUrl)
      const { rawPayload, headers } = await served(body.profileImageUrl)
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      })
      const { exif, ...metadata } = await sharp(rawPayload).metadata()
      expect([exif, metadata]).toMatchObject([undefined, { format: 'webp', width: 512, height: 512 }])
      expect(rawPayload.includes('secret place')).toBe(false)
      const small = await served(body.profileImageUrl.replace('.webp', '-128.webp'))
      expect(await sharp(small.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 128, height: 128 })
    }
  })

  it('is rotated by its EXIF orientation', async () => {
    const half = (background: string) => ({ create: { width: 60, height: 30, channels: 3 as const, background } })
    const upsideDown = await sharp(half('#00f'))
      .extend({ top: 30, background: '#f00' })
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer()
    const { body } = await upload(await newcomer(test), upsideDown)
    const { rawPayload } = await served(body.profileImageUrl)
    const [red = 0, , blue = 0] = await sharp(rawPayload)
      .extract({ left: 256, top: 10, width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect(blue).toBeGreaterThan(200)
    expect(red).toBeLessThan(60)
  })

  it('may be a JPEG that phones write and decoders warn of: a scan to coefficient 0, or none of the end', async () => {
    const jpeg = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#0a0' } })
      .jpeg()
      .toBuffer()
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
    const samsung = Buffer.from(jpeg)
    // The end of the spectral selection is the second last byte of the scan's header.
    samsung[scan + 2 + jpeg.readUInt16BE(scan + 2) - 2] = 0
    expect(samsung.equals(jpeg)).toBe(false)
    await expect(sharp(samsung).toBuffer()).rejects.toThrow()
    expect(jpeg.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
    for (const bytes of [samsung, jpeg.subarray(0, -2)]) {
      const { status, body } = await upload(await newcomer(test), bytes)
      expect(status).toBe(200)
      const { dominant } = await sharp((await served(body.profileImageUrl)).rawPayload).stats()
      expect([dominant.g > 120, dominant.r < 60, dominant.b < 60]).toEqual([true, true, true])
    }
  })

  it('replaces the previous one, whose files are removed, and affects no other user', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const his = (await upload(bo, await picture('#00f'))).body.profileImageUrl
    const first = (await upload(ada, await picture('#f00'))).body.profileImageUrl
    test.changedTopics()
    const second = (await upload(ada, await picture('#00f'))).body.profileImageUrl
    expect(test.changedTopics()).toEqual([`user:${(await ada.me()).id}`])
    expect(new Set([his, first, second]).size).toBe(3)
    await doDue(test.ctx)
    expect((await served(first)).statusCode).toBe(404)
    expect((await served(first.replace('.webp', '-128.webp'))).statusCode).toBe(404)
    expect((await served(second)).statusCode).toBe(200)
    expect((await served(his)).statusCode).toBe(200)
    expect((await bo.me()).profileImageUrl).toBe(his)
  })

  it('can be uploaded again, even after it was removed', async () => {
    const ada = await newcomer(test)
    const bytes = await picture('#ff0')
    const { profileImageUrl: url } = (await upload(ada, bytes)).body
    expect((await upload(ada, bytes)).body.profileImageUrl).toBe(url)
    await doDue(test.ctx)
    expect((await served(url)).statusCode).toBe(200)
    await upload(ada, await picture('#fff'))
    await upload(ada, bytes)
    await doDue(test.ctx)
    expect((await served(url)).statusCode).toBe(200)
    expect(files.names().filter((name) => name.includes(nameIn(url)))).toHaveLength(2)
  })

  it('can be removed', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const { profileImageUrl: url } = (await upload(ada, await picture('#0ff'))).body
    const his = (await upload(bo, await picture('#0ff'))).body.profileImageUrl
    test.changedTopics()
    expect(await ada.call('DELETE /api/user/profile-image')).toEqual({ ok: true })
    expect(test.changedTopics()).toEqual([`user:${(await ada.me()).id}`])
    await doDue(test.ctx)
    expect((await ada.me()).profileImageUrl).toBeNull()
    expect((await served(url)).statusCode).toBe(404)
    expect((await served(his)).statusCode).toBe(200)
    expect(await ada.call('DELETE /api/user/profile-image')).toEqual({ ok: true })
  })

  it('from another identity is used only if there is none', async () => {
    // Pictures that other tests replaced go first.
    test.ctx.clock.advance({ hours: 1 })
    await doDue(test.ctx)
    const ada = await newcomer(test)
    const { id } = await ada.me()
    await keepFirstImage(test.ctx, id, await picture('#111'))
    const { profileImageUrl: first } = await ada.me()
    expect(first).toMatch(/^\/images\/[0-9a-f]{32}\.webp$/)
    await keepFirstImage(test.ctx, id, await picture('#eee'))
    expect((await ada.me()).profileImageUrl).toBe(first)
    const kept = files.names().length
    await runAfter(test, { hours: 1 })
    expect(files.names().length).toBe(kept - 2)
    expect((await served(first ?? '')).statusCode).toBe(200)
  })
})

describe('image files', () => {
  it('left behind by a dead server are removed', async () => {
    const stop = new Error('the power is gone')
    const left = memoryFiles()
    let puts = 0
    const half = await testApp({
      files: {
        ...left,
        async put(name, bytes) {
          if (puts++ > 0) throw stop
          await left.put(name, bytes, '')
        },
      },
    })
    const ada = await newcomer(half)
    expect((await upload(ada, await picture('#123'))).status).toBe(500)
    expect((await ada.me()).profileImageUrl).toBeNull()
    expect(left.names()).toHaveLength(1)
    await doDue(half.ctx)
    expect(left.names()).toHaveLength(1)
    half.ctx.clock.advance({ hours: 1 })
    await doDue(half.ctx)
    expect(left.names()).toEqual([])
    await half.close()
  })

  it('of a user deleted while they were made are removed, too', async () => {
    const made = memoryFiles()
    const own = await testApp({ files: made })
    const ada = await newcomer(own)
    const { username } = await ada.me()
    const { images } = own.ctx
    const encode = images.encode
    images.encode = async (...asked) => {
      await ada.send('POST', '/api/user/delete', {
        confirmation: username,
        proof: await ada.freshProof('delete-account'),
      })
      return encode(...asked)
    }
    expect(await upload(ada, await picture('#123'))).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect(made.names()).toHaveLength(2)
    own.ctx.clock.advance({ hours: 1 })
    await doDue(own.ctx)
    expect(made.names()).toEqual([])
    await own.close()
  })

  it('that can’t be removed are retried later and block no others', async () => {
    const kept = memoryFiles()
    let isDown = true
    const remove = (name: string) => (isDown ? Promise.reject(new Error('down')) : kept.remove(name))
    const down = await testApp({ files: { ...kept, remove } })
    const ada = await newcomer(down)
    await upload(ada, await picture('#456'))
    await ada.call('DELETE /api/user/profile-image')
    const told: unknown[] = []
    const due = imagesDue(down.ctx, { onError: (error) => told.push(error) })
    expect([await due.runBatch(), await due.runBatch(), told.length]).toEqual([true, false, 1])
    isDown = false
    expect(await due.runBatch()).toBe(false)
    expect(await due.msUntilNextRun()).toBe(60_000)
    expect(kept.names()).toHaveLength(2)
    down.ctx.clock.advance({ minutes: 1 })
    await doDue(down.ctx)
    expect(kept.names()).toEqual([])
    await down.close()
  })

  it('are removed outside any transaction, so a store outage blocks nobody', async () => {
    const kept = memoryFiles()
    const away = Promise.withResolvers<void>()
    const remove = (name: string) => away.promise.then(() => kept.remove(name))
    const down = await testApp({ files: { ...kept, remove } })
    const ada = await newcomer(down)
    await upload(ada, await picture('#456'))
    await ada.call('DELETE /api/user/profile-image')
    const removing = imagesDue(down.ctx, { onError: () => {} }).runBatch()
    // An open transaction would hold a connection for the whole time.
    expect((await ada.me()).profileImageUrl).toBeNull()
    away.resolve()
    expect(await removing).toBe(true)
    expect(kept.names()).toEqual([])
    await down.close()
  })

  it('uploaded again during removal get another name', async () => {
    const kept = memoryFiles()
    const away = Promise.withResolvers<void>()
    let isAway = true
    const remove = async (name: string) => {
      if (isAway) await away.promise
      await kept.remove(name)
    }
    const down = await testApp({ files: { ...kept, remove } })
    const ada = await newcomer(down)
    const bytes = await picture('#789')
    const { profileImageUrl: first } = (await upload(ada, bytes)).body
    await ada.call('DELETE /api/user/profile-image')
    const removing = imagesDue(down.ctx, { onError: () => {} }).runBatch()
    while ((await down.ctx.db.query('select 1 from image_files where removal_began')).length === 0);
    const { profileImageUrl: second } = (await upload(ada, bytes)).body
    expect(second).not.toBe(first)
    isAway = false
    away.resolve()
    await removing
    await doDue(down.ctx)
    expect(kept.names().map((name) => `/images/${name}`)).toContain(second)
    expect(kept.names()).toHaveLength(2)
    await down.close()
  })

  it('in use stay, though uploading them again failed', async () => {
    const kept = memoryFiles()
    let isDown = false
    const put: typeof kept.put = async (...file) => {
      if (isDown) throw new Error('down')
      await kept.put(...file)
    }
    const own = await testApp({ files: { ...kept, put } })
    const ada = await newcomer(own)
    const bytes = await picture('#abc')
    await upload(ada, bytes)
    isDown = true
    expect((await upload(ada, bytes)).status).toBe(500)
    own.ctx.clock.advance({ hours: 1 })
    await doDue(own.ctx)
    expect(kept.names()).toHaveLength(2)
    await own.close()
  })

  it('have no other names', async () => {
    await files.put('secret.webp', new Uint8Array([1]), '')
    for (const name of ['secret.webp', '..%2f..%2fpackage.json', `${'a'.repeat(32)}.webp`]) {
      expect(await served(`/images/${name}`)).toMatchObject({ statusCode: 404 })
    }
    await files.remove('secret.webp')
  })
})
