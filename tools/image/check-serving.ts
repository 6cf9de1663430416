import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { formOf, heaviestPicture } from '../../tests/server/upload.ts'
import { type Checks, same } from './checks.ts'
import { Http2Client } from './client.ts'
import type { Engine } from './engine.ts'
import { ServerContainer } from './server.ts'
import type { Stack } from './stack.ts'

const USER = 65_534
const UPLOAD_BYTES = 5_000_000
const UPLOAD_PIXELS = 12_000_000
const FOREIGN_ADDRESS = '203.0.113.7'
const UPLOAD = '/api/user/upload-profile-image'
const AT_ONCE_MS = 2_000
const STOP_MS = 10_000
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

interface Reached {
  volume: string
  server: ServerContainer
  client: Http2Client
  stack: Stack
}

/** From the first start to a restored backup. */
export async function checkServing(checks: Checks, engine: Engine, image: string, stack: Stack): Promise<void> {
  const client = new Http2Client(stack.origin, stack.ca, generatePrivateKey())
  const volume = stack.newVolume('data')
  const create = (name: string, args: string[]) =>
    ServerContainer.create(engine, image, args, `aura-${process.pid}-${name}`)
  const server = await create('first', stack.serverArgs(volume))
  const reached: Reached = { server, client, stack, volume }
  try {
    await checks.run('starts with secrets from files', async () => seconds(await server.start(stack.serverUrl)))
    await checks.run('is healthy by its own check', async () => {
      await server.untilHealthy()
      return undefined
    })
    await checkRights(checks, server)
    await checkProxy(checks, reached)
    const picture = await checkUpload(checks, reached)
    await checkPrograms(checks, server)
    await checks.run('writes a backup while it serves', async () => {
      await server.exec('server/src/backup.ts', '/data/backup')
      return undefined
    })
    await checks.run('stops on TERM', async () => {
      const { code, ms } = await server.stop()
      same(code, 0)
      if (ms > STOP_MS) throw new Error(seconds(ms))
      return seconds(ms)
    })
    await checks.run('starts again with what it stored', async () => {
      const ms = await server.start(stack.serverUrl)
      await untilProxied(client)
      same((await client.ask('GET', picture)).status, 200)
      await server.stop()
      return seconds(ms)
    })
    await checks.run('restores the backup into an empty database and volume, and audits it', async () => {
      await stack.useNewDatabase('restored')
      const args = [
        ...stack.serverArgs(stack.newVolume('restored')),
        '--volume',
        `${join(volume, 'backup')}:/backup:ro`,
      ]
      await engine.podman(['run', '--rm', ...engine.runArgs, ...args, image, 'server/src/restore.ts', '/backup'])
      const restored = await create('restored', args)
      await restored.start(stack.serverUrl)
      await restored.exec('server/src/audit.ts')
      await untilProxied(client)
      same((await client.ask('GET', picture)).status, 200)
      const { walletAddress } = await client.json<{ walletAddress: string }>('GET', '/api/auth/user')
      same(walletAddress.toLowerCase(), client.wallet.address.toLowerCase())
      await restored.stop()
      return undefined
    })
  } finally {
    client.close()
    server.remove()
  }
}

async function checkRights(checks: Checks, server: ServerContainer): Promise<void> {
  await checks.run('runs as nobody, without capabilities, on a read-only root', async () => {
    const { capabilities, ...rights } = await server.rights()
    same({ ...rights, capabilities: String(capabilities) }, EXPECTED_RIGHTS)
    return undefined
  })
}

const EXPECTED_RIGHTS = { uid: String(USER), gainsNone: true, isRootReadOnly: true, capabilities: '0' }

/** Caddy looks for ready servers every few seconds. */
async function untilProxied(client: Http2Client): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if ((await client.ask('GET', '/readyz')).status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the proxy finds no ready server')
}

async function checkProxy(checks: Checks, { client, stack }: Reached): Promise<void> {
  await checks.run('is reached over https and HTTP/2', async () => {
    await untilProxied(client)
    const { headers, status } = await client.ask('GET', '/')
    same([status, client.protocol], [200, 'h2'])
    if (!headers['strict-transport-security']) throw new Error('no Strict-Transport-Security')
    return undefined
  })
  await checks.run('sees the client’s address, and believes none that it sends', async () => {
    const authorization = `Bearer ${stack.metricsToken}`
    const headers = { authorization, 'x-forwarded-for': FOREIGN_ADDRESS }
    const seen = await client.json<{ address: string; forwardedFor: string; host: string }>(
      'GET',
      '/connection',
      undefined,
      headers,
    )
    if (`${seen.address} ${seen.forwardedFor}`.includes(FOREIGN_ADDRESS)) throw new Error(JSON.stringify(seen))
    same(seen.host, new URL(stack.origin).host)
    return undefined
  })
  await checks.run('streams through the proxy at once, uncompressed', async () => {
    const { headers, firstMs } = await client.firstOfStream('/api/live?topics=battles')
    same([headers['content-type'], headers['content-encoding'] ?? null], ['text/event-stream', null])
    if (firstMs > AT_ONCE_MS) throw new Error(`the first bytes took ${seconds(firstMs)}`)
    return undefined
  })
}

/** Returns the address of the picture. */
async function checkUpload(checks: Checks, { server, client, volume }: Reached): Promise<string> {
  let address = ''
  await checks.run('lets a person in whom the program for admins admitted', async () => {
    await server.exec('server/src/admin.ts', 'whitelist', client.wallet.address)
    await client.signIn()
    return undefined
  })
  await checks.run('takes a picture of 5 MB and keeps it in the volume', async () => {
    const { body, headers } = formOf(await heaviestPicture(UPLOAD_BYTES, UPLOAD_PIXELS), { type: 'image/jpeg' })
    const startedAtMs = performance.now()
    const sent = await client.ask('POST', UPLOAD, body, headers)
    if (sent.status !== 200) throw new Error(`${sent.status} ${sent.body}`)
    const tookMs = performance.now() - startedAtMs
    address = (JSON.parse(sent.body.toString()) as { profileImageUrl: string }).profileImageUrl
    const shown = await client.ask('GET', address)
    same([shown.status, String(shown.headers['content-type']).split('/')[0]], [200, 'image'])
    const images = join(volume, 'images')
    same(statSync(images).uid, USER)
    if (readdirSync(images, { recursive: true }).length === 0) throw new Error('nothing was stored')
    return seconds(tookMs)
  })
  await checks.run('refuses a picture that is too large, at the server and at the proxy', async () => {
    for (const size of [5_500_000, 8_000_000]) {
      const { body, headers } = formOf(Buffer.alloc(size))
      same((await client.ask('POST', UPLOAD, body, headers)).status, 413)
    }
    return undefined
  })
  return address
}

async function checkPrograms(checks: Checks, server: ServerContainer): Promise<void> {
  await checks.run('the doctor finds no problem', async () => {
    const { findings } = JSON.parse(await server.exec('server/src/doctor.ts', '--json')) as {
      findings: { check: string; status: string; text: string }[]
    }
    const problems = findings.filter(({ status }) => status === 'problem')
    if (problems.length > 0) throw new Error(problems.map(({ text }) => text).join('\n'))
    return `${findings.filter(({ status }) => status === 'ok').length} checks`
  })
  await checks.run('the audit finds nothing', async () => {
    await server.exec('server/src/audit.ts')
    return undefined
  })
}
