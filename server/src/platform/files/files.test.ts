import { createHash, createHmac } from 'node:crypto'
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type LocalServer, MISBEHAVIOURS, serveLocally } from '../../../../tests/server/local-server.ts'
import type { Files } from './files.ts'
import { openFiles } from './open-files.ts'
import { s3Files } from './s3-files.ts'

const NAME = `${'a1'.repeat(16)}.webp`
const bytes = (text: string) => new Uint8Array(Buffer.from(text))

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Checks AWS Signature Version 4 with key `id`, for the region `here`. */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const [, day = '', names = '', signature = ''] =
    /Credential=id\/(\d{8})\/here\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`)
  const asked = [method, url, '', ...lines, '', names, headers['x-amz-content-sha256']].join('\n')
  const digest = createHash('sha256').update(asked).digest('hex')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/here/s3/aws4_request`, digest].join('\n')
  const key = ['here', 's3', 'aws4_request'].reduce(hmac, hmac('AWS4secret', day))
  return hmac(key, text).toString('hex') === signature
}

async function keepsItsPromises(files: Files): Promise<void> {
  expect(await files.get(NAME)).toBeNull()
  await files.put(NAME, bytes('first'), 'image/webp')
  await files.put(`b${NAME}`, bytes('other'), 'image/webp')
  await files.put(NAME, bytes('second'), 'image/webp')
  expect(Buffer.from((await files.get(NAME)) ?? []).toString()).toBe('second')
  await files.remove(NAME)
  await files.remove(NAME)
  expect(await files.get(NAME)).toBeNull()
  expect(Buffer.from((await files.get(`b${NAME}`)) ?? []).toString()).toBe('other')
}

describe('files in a folder', () => {
  let folder: string
  let files: Files
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aura-files-'))
    files = openFiles({ store: null, dataDir: folder })
  })

  it('are stored, replaced and removed, and never left half written', async () => {
    await keepsItsPromises(files)
    expect(await readdir(join(folder, 'images', NAME.slice(0, 2)))).toEqual([])
  })

  it('survive a power cut: the bytes are synced before the file has its name, its folders after', async () => {
    const name = `c${NAME}`
    const order: string[] = []
    const handle = await open(folder)
    await handle.close()
    const sync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync')
    sync.mockImplementation(async function (this: FileHandle) {
      const what = (await this.stat()).isDirectory() ? 'folder' : 'file'
      order.push((await files.get(name)) === null ? `${what} first` : `${what} then`)
    })
    try {
      await files.put(name, bytes('new'), 'image/webp')
      await files.put(name, bytes('again'), 'image/webp')
    } finally {
      sync.mockRestore()
    }
    const isNew = ['file first', 'folder then', 'folder then', 'folder then']
    expect(order).toEqual([...isNew, 'file then', 'folder then'])
  })

  it('that a power cut emptied are missing', async () => {
    await files.put(NAME, bytes(''), 'image/webp')
    expect(await files.get(NAME)).toBeNull()
    await files.remove(NAME)
  })

  it('leave nothing of a write that failed or was interrupted', async () => {
    const inside = join(folder, 'images', NAME.slice(0, 2))
    // A folder of that name can't be replaced.
    await mkdir(join(inside, NAME, 'full'), { recursive: true })
    await expect(files.put(NAME, bytes('new'), 'image/webp')).rejects.toThrow()
    expect(await readdir(inside)).toEqual([NAME])
    await rm(join(inside, NAME), { recursive: true })
    const other = NAME.replace('.webp', 'f.webp')
    for (const name of [`${NAME}.1234`, `${other}.1234`]) await writeFile(join(inside, name), 'half')
    await files.remove(NAME)
    expect(await readdir(inside)).toEqual([`${other}.1234`])
    await files.remove(other)
    expect(await readdir(inside)).toEqual([])
    await files.remove(`zz${NAME}`)
  })

  it.skipIf(process.platform === 'win32')('are not read through a link', async () => {
    const path = join(folder, 'images', NAME.slice(0, 2), NAME)
    await writeFile(join(folder, 'secret'), 'of root')
    await mkdir(dirname(path), { recursive: true })
    await symlink(join(folder, 'secret'), path)
    await expect(files.get(NAME)).rejects.toThrow()
    await rm(path)
  })

  it('stay in it', async () => {
    for (const name of ['../out.webp', '/etc/passwd', '..', 'a/b.webp', '.webp']) {
      await expect(files.put(name, bytes(''), 'image/webp')).rejects.toThrow('is not a valid file name')
    }
  })
})

describe('files in a bucket', () => {
  const kept = new Map<string, { body: Buffer; type: string | undefined }>()
  const signed: boolean[] = []
  let answer: number | null = null
  let server: LocalServer
  let files: Files
  beforeAll(async () => {
    server = await serveLocally(async (request, response) => {
      const body = await buffer(request)
      const { method, url = '', headers } = request
      signed.push(isSigned(request))
      if (answer !== null) return response.writeHead(answer).end()
      if (method === 'PUT') kept.set(url, { body, type: headers['content-type'] })
      if (method === 'DELETE') kept.delete(url)
      const found = kept.get(url)
      if (method === 'GET' && !found) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
      return response.writeHead(method === 'DELETE' ? 204 : 200).end(method === 'GET' ? found?.body : undefined)
    })
    const store = { bucketUrl: `${server.url}/aura`, region: 'here', accessKeyId: 'id', secretAccessKey: 'secret' }
    files = openFiles({ store, dataDir: '' })
  })
  afterAll(() => server.close())

  it('are stored under its URL with their type, by signed requests', async () => {
    await keepsItsPromises(files)
    expect([...kept]).toEqual([[`/aura/b${NAME}`, { body: Buffer.from('other'), type: 'image/webp' }]])
    expect(signed.every(Boolean)).toBe(true)
  })

  it.each([403, 500, 503])('fail with a store that responds %i', async (status) => {
    answer = status
    await expect(files.put(NAME, bytes('x'), 'image/webp')).rejects.toThrow()
    await expect(files.get(NAME)).rejects.toThrow()
    await expect(files.remove(NAME)).rejects.toThrow()
    answer = null
  })

  it.each(['silent', 'stalled', 'endless'] as const)('fail in time with a store that stays %s', async (way) => {
    const odd = await serveLocally((_, response) => MISBEHAVIOURS[way](response))
    const settings = { bucketUrl: `${odd.url}/aura`, region: 'here', accessKeyId: 'id', secretAccessKey: 'secret' }
    const bounded = s3Files(settings, { timeoutMs: 200, maxBytes: 100_000, maxAtOnce: 4 })
    await expect(bounded.get(NAME)).rejects.toThrow(/no response within|exceeded the size limit/)
    await expect(bounded.put(NAME, bytes('x'), 'image/webp')).rejects.toThrow()
    await expect(bounded.remove(NAME)).rejects.toThrow()
    await expect.poll(() => odd.open()).toBe(0)
    odd.close()
  })

  it("fail with a store that redirects, and don't follow it", async () => {
    const elsewhere = await serveLocally((_, response) => response.end('secret'))
    const odd = await serveLocally((_, response) => response.writeHead(307, { location: elsewhere.url }).end())
    const led = s3Files({ bucketUrl: `${odd.url}/aura`, region: 'here', accessKeyId: 'id', secretAccessKey: 'secret' })
    await expect(led.get(NAME)).rejects.toThrow()
    await expect(led.put(NAME, bytes('x'), 'image/webp')).rejects.toThrow()
    expect(elsewhere.asked).toEqual([])
    odd.close()
    elsewhere.close()
  })
})
