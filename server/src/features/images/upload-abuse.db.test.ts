import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { memoryFiles } from '../../../../tests/server/memory-files.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { ORIGIN, type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { formOf, upload } from '../../../../tests/server/upload.ts'

const MB = 1024 * 1024
const files = memoryFiles()
const test = openForAll(() => testApp({ files }))
let ada: Actor
beforeAll(async () => {
  ada = await newcomer(test)
})

type Format = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'tiff'
const pictures = new Map<Format, Promise<Buffer>>()

/** Returns noise, which no format compresses; cached per format. */
function picture(format: Format = 'png'): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const made =
    pictures.get(format) ??
    sharp({ create: { width: 120, height: 120, channels: 3, background: '#08f', noise } })
      .toFormat(format)
      .toBuffer()
  pictures.set(format, made)
  return made
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Returns a PNG that declares its size but contains only `rows` rows. */
function png(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(rows * (width * 4 + 1)), { level: 9 })
  const magic = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const UNREADABLE = refusal(415, 'IMAGE_UNREADABLE')

describe('an unreadable image', () => {
  it.each<[string, Buffer]>([
    ['SVG', Buffer.from(SVG)],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['a script that begins like a GIF', Buffer.from('GIF89a/*\0*/=1;alert(1)')],
    ['noise', Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7_919) % 251))],
    ['a header without pixels', png(64, 64, 0)],
    ['a picture of no size', png(0, 0)],
    ['half of the rows', png(200, 200, 100)],
  ])(
    'is refused and changes nothing: %s [profile.check-image-svg] [profile.check-image-undecodable] [settings.text-image-failed-message]',
    async (_, bytes) => {
      const before = files.names()
      expect(await upload(ada, bytes)).toMatchObject(UNREADABLE)
      expect(files.names()).toEqual(before)
      expect((await ada.me()).profileImageUrl).toBeNull()
    },
  )

  it('is one that is cut off, and one of a format browsers don’t display [profile.check-image-undecodable]', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
      const original = await picture(format)
      for (const share of [0.5, 0.9]) {
        const part = original.subarray(0, Math.floor(original.length * share))
        expect([format, await upload(ada, part)]).toMatchObject([format, UNREADABLE])
      }
    }
    expect(await upload(ada, await picture('tiff'))).toMatchObject(UNREADABLE)
  })
})

it('what follows an image in its file is not served', async () => {
  const bo = await newcomer(test)
  const { body } = await upload(bo, Buffer.concat([await picture(), Buffer.from(`${SVG}PK\x05\x06a zip at the end`)]))
  const { rawPayload } = await test.app.inject({ url: body.profileImageUrl })
  expect((await sharp(rawPayload).metadata()).format).toBe('webp')
  expect(rawPayload.includes('script')).toBe(false)
  expect(rawPayload.readUInt32LE(4) + 8).toBe(rawPayload.length)
})

describe('a decompression bomb', () => {
  it('with more pixels than allowed is refused before decoding', async () => {
    for (const [width, height] of [
      [50_000, 50_000],
      [4_001, 4_000],
      [1_000_000, 17],
    ] as const) {
      expect(await upload(ada, png(width, height, 1))).toMatchObject(refusal(413, 'IMAGE_TOO_MANY_PIXELS'))
    }
  })

  it('with as many as allowed is accepted', async () => {
    const bo = await newcomer(test)
    const folded = png(4_000, 4_000)
    expect(folded.length).toBeLessThan(MB)
    expect(await upload(bo, folded)).toMatchObject({ status: 200 })
  })

  it('that takes too long is aborted, and the next image is read', async () => {
    const slow = await testApp({ limits: { images: { ...test.ctx.limits.images, encodeMs: 0 } } })
    const bo = await newcomer(slow)
    for (let round = 0; round < 2; round++) {
      expect(await upload(bo, await picture())).toMatchObject(refusal(422, 'IMAGE_TOO_SLOW'))
    }
    await slow.close()
  })
})

describe('an upload', () => {
  it('of up to 5 MB is accepted, and one byte more refused [profile.const-image-bytes]', async () => {
    const bo = await newcomer(test)
    const small = await picture()
    const padded = (length: number) => Buffer.concat([small, Buffer.alloc(length - small.length)])
    expect(await upload(bo, padded(5 * MB))).toMatchObject({ status: 200 })
    expect(await upload(bo, padded(5 * MB + 1))).toMatchObject(refusal(413, 'IMAGE_TOO_LARGE'))
    expect(await upload(bo, Buffer.alloc(30 * MB))).toMatchObject(refusal(413, 'IMAGE_TOO_LARGE'))
  })

  it('without an image is reported as such', async () => {
    const send = (body: unknown, headers: Record<string, string> = {}) =>
      ada.send('POST', '/api/user/upload-profile-image', body, headers)
    const missing = refusal(400, 'IMAGE_MISSING')
    expect(await send(undefined)).toMatchObject(missing)
    expect(await send({ profileImage: 'x' })).toMatchObject(missing)
    expect(await send(await picture(), { 'content-type': 'image/png' })).toMatchObject(missing)
    expect(await upload(ada, Buffer.alloc(0))).toMatchObject(missing)
    expect(await upload(ada, await picture(), { field: 'avatar' })).toMatchObject(missing)
    const form = formOf(await picture())
    expect(await send(form.body.subarray(0, 200), form.headers)).toMatchObject(missing)
    expect(await send(form.body, { 'content-type': 'multipart/form-data' })).toMatchObject(missing)
    expect(await send(Buffer.from('no form at all'), form.headers)).toMatchObject(missing)
  })

  it('without a length stops at 5 MB, and the connection continues', async () => {
    await test.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = test.app.server.address() as AddressInfo
    const { headers } = formOf(Buffer.alloc(0))
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const request = httpRequest(
        {
          port,
          method: 'POST',
          path: '/api/user/upload-profile-image',
          headers: { ...headers, cookie, origin: ORIGIN },
        },
        (response) => {
          let text = ''
          response.on('data', (part) => {
            text += part
          })
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        },
      )
      request.on('error', reject)
      const body = formOf(Buffer.alloc(30 * MB)).body
      for (let at = 0; at < body.length; at += MB) request.write(body.subarray(at, at + MB))
      request.end()
    })
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'IMAGE_TOO_LARGE' })
  })
})

/** Sends the head of an upload and the first half of its form. */
async function halfAnUpload(to: TestApp, actor: Actor): Promise<Socket> {
  const { body, headers } = formOf(await picture())
  const cookie = [...actor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const fields = { ...headers, host: 'aura.test', origin: ORIGIN, cookie, 'content-length': body.length }
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect((to.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`POST /api/user/upload-profile-image HTTP/1.1\r\n${head.join('')}\r\n`)
  socket.write(body.subarray(0, body.length / 2))
  return socket
}

/** A busy machine takes a while. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 })

describe('simultaneous uploads', () => {
  it('by a client that left while it waited: the next one is read', async () => {
    let asked = 0
    const uploads = {
      ...test.ctx.limits.uploads,
      // The gate reads this whenever an upload enters.
      get atOnce() {
        asked += 1
        return 1
      },
    }
    const narrow = await testApp({ limits: { uploads } })
    await narrow.app.listen({ host: '127.0.0.1', port: 0 })
    const connections = () => new Promise((resolve) => narrow.app.server.getConnections((_, count) => resolve(count)))
    const second = await newcomer(narrow)
    const holding = await halfAnUpload(narrow, await newcomer(narrow))
    await soon(() => asked).toBe(1)
    const leaving = await halfAnUpload(narrow, second)
    await soon(() => asked).toBe(2)
    leaving.destroy()
    await soon(connections).toBe(1)
    holding.destroy()
    // An empty form is refused once it is read.
    await soon(async () => (await upload(second, Buffer.alloc(0))).status).toBe(400)
    await narrow.close()
  })

  it('by one user whose pictures took their processor time, also refused ones: others upload [profile.upload-budget]', async () => {
    const tight = { ...test.ctx.limits.uploads, perAccount: { burstMs: 0.001, msPerS: 0.001 } }
    const narrow = await testApp({ limits: { uploads: tight } })
    const [ada, bo] = [await newcomer(narrow), await newcomer(narrow)]
    expect(await upload(ada, png(64, 64, 0))).toMatchObject(UNREADABLE)
    const busy = await upload(ada, await picture())
    expect(busy).toMatchObject(refusal(503, 'IMAGE_BUSY'))
    expect((await ada.me()).profileImageUrl).toBeNull()
    expect(await upload(bo, await picture())).toMatchObject({ status: 200 })
    await narrow.close()
  })

  it('by one user: one is read, the others are told to wait', async () => {
    const bo = await newcomer(test)
    const bytes = await picture()
    const replies = await Promise.all(Array.from({ length: 20 }, () => upload(bo, bytes)))
    const count = (status: number) => replies.filter((reply) => reply.status === status).length
    expect(count(200) + count(409)).toBe(20)
    expect(count(200)).toBeGreaterThan(0)
    expect(replies.filter(({ status }) => status === 409)[0]).toMatchObject(refusal(409, 'IMAGE_UPLOADING'))
    expect(await upload(bo, bytes)).toMatchObject({ status: 200 })
  })
})
