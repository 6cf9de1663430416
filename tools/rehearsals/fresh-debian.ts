/**
 * `npm run test:all -- fresh-debian`: runs the commands of docs/running.md verbatim, from a Debian that debootstrap
 * makes to https with PostgreSQL, a green doctor and a restored backup. Fills in the blanks of the docs, and checks the
 * results from outside.
 */
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { connect } from 'node:tls'
import { generatePrivateKey } from 'viem/accounts'
import { formOf } from '../../tests/server/upload.ts'
import { isPortFree, randomFreePort } from '../processes/free-port.ts'
import { runCommand } from '../processes/run-command.ts'
import { onStopRequest } from '../processes/signals.ts'
import { Checks, same, seconds, settled } from './checks.ts'
import { Client } from './client.ts'
import { CLONED_FROM, makeDebian, Shell } from './debian.ts'
import { FOLLOWED, fillBlanks, fillIn, secretBlanks, sectionsOf } from './documented.ts'
import { startNetwork } from './network.ts'

/** Ports of the server, PostgreSQL and Caddy's redirect to https, as in the files of deploy/ and Debian. */
const PORTS = [3_000, 5_432, 80]
const AUTHORITY = 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
const UNITS = ['etc/systemd/system/aura.service', join(CLONED_FROM, 'deploy/aura-edge.service')]
/** Maximum exposure of a service on systemd's scale to 100. Newer versions of systemd check more. */
const MAX_EXPOSURE = 15
const ME = '/api/auth/user'
const UPLOAD = '/api/user/upload-profile-image'
const FOREIGN_ADDRESS = '203.0.113.7'
const AT_ONCE_MS = 2_000
const TAIL_CHARS = 2_000

const checks = new Checks()
const folder = mkdtempSync(join(tmpdir(), 'aura-fresh-debian-'))
const root = join(folder, 'debian')
const origin = `https://localhost:${await randomFreePort()}`
const reached = { origin, ca: join(root, AUTHORITY) }

/** Runs the blocks in order and checks the result of each. Stops at the first failure, since the others build on it. */
async function follow(shell: Shell, network: Awaited<ReturnType<typeof startNetwork>>): Promise<void> {
  const [first, later] = [new Client(reached, generatePrivateKey()), new Client(reached, generatePrivateKey())]
  const blanks = {
    'git clone … ': `git clone ${CLONED_FROM} `,
    'whitelist 0x…': `whitelist ${first.wallet.address}`,
    ...secretBlanks(network),
  }

  /** Does what the docs describe beside a block, or what people do before the next. */
  async function after(block: string): Promise<void> {
    // With systemd, the package would start it.
    if (block.includes('apt-get install')) await shell.run('/etc/init.d/postgresql start')
    if (/aura\.env +# fill it in/.test(block))
      fillIn(join(root, 'etc/aura/aura.env'), { ...network.settings, PUBLIC_URL: origin })
    if (/^systemctl (?:re)?start \w+$/m.test(block)) await untilServed()
    if (block.includes('admin.ts whitelist')) await first.signIn()
    if (block.includes('backup.ts')) {
      await checkProxy(first)
      await shell.run(`node --env-file=/etc/aura/aura.env server/src/admin.ts whitelist ${later.wallet.address}`)
      await later.signIn()
    }
    // Their sessions were restored too.
    if (block.includes('restore.ts'))
      same([(await first.ask('GET', ME)).status, (await later.ask('GET', ME)).status], [200, 401])
  }

  for (const { title, blocks } of sectionsOf(FOLLOWED)) {
    for (const block of blocks) {
      const startedAtMs = performance.now()
      const isDone = await checks.run(`${title}: ${block.split('\n')[0]?.replace(/\s+#.*/, '')}`, async () => {
        try {
          await shell.run(fillBlanks(block, blanks))
          await after(block)
        } catch (error) {
          const logs = ['aura', 'caddy'].map((name) => tailOf(join(root, 'var/log', `${name}.log`)))
          throw new Error(`\n${[(error as Error).message.slice(-TAIL_CHARS), ...logs].join('\n')}`)
        }
        return seconds(performance.now() - startedAtMs)
      })
      if (!isDone) return
    }
  }
  for (const unit of UNITS)
    await checks.run(`systemd takes ${basename(unit)}, and finds it closed`, () => checkUnit(join(root, unit)))
}

const tailOf = (file: string): string =>
  existsSync(file) ? `${file}:\n${readFileSync(file, 'utf8').slice(-TAIL_CHARS)}` : ''

/** Waits until Caddy finds a ready server, which it looks for every few seconds. */
const untilServed = () =>
  settled(async () => {
    const client = new Client(reached, generatePrivateKey())
    return client.ask('GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    )
  }, `${origin} serves`)

async function checkProxy(client: Client): Promise<void> {
  await checks.run('Caddy speaks HTTP/2, and asks browsers to come by https alone', async () => {
    const { port, hostname } = new URL(origin)
    const ca = readFileSync(reached.ca)
    const socket = connect({ host: hostname, servername: hostname, port: Number(port), ca, ALPNProtocols: ['h2'] })
    await once(socket, 'secureConnect')
    same(socket.alpnProtocol, 'h2')
    socket.destroy()
    const { headers, status } = await client.ask('GET', '/')
    same([status, 'strict-transport-security' in headers], [200, true])
  })
  await checks.run('the server sees the client’s address, and believes none that it sends', async () => {
    const token = readFileSync(join(root, 'etc/aura/secrets/metrics-token'), 'utf8').trim()
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': FOREIGN_ADDRESS }
    const seen = await client.json<Record<string, string>>('GET', '/connection', undefined, headers)
    if (JSON.stringify(seen).includes(FOREIGN_ADDRESS)) throw new Error(JSON.stringify(seen))
    same(seen.host, new URL(origin).host)
  })
  await checks.run('it streams at once, uncompressed', async () => {
    const { headers, firstMs } = await client.firstOfStream('/api/live?topics=battles')
    same([headers['content-type'], headers['content-encoding'] ?? null], ['text/event-stream', null])
    if (firstMs > AT_ONCE_MS) throw new Error(`the first bytes took ${seconds(firstMs)}`)
  })
  await checks.run('a picture that is too large is refused, by the server and by Caddy', async () => {
    for (const size of [5_500_000, 8_000_000]) {
      const { body, headers } = formOf(Buffer.alloc(size))
      same((await client.ask('POST', UPLOAD, body, headers)).status, 413)
    }
  })
}

/** Returns systemd's exposure figure of a unit. Throws if systemd finds a fault or the unit is too exposed. */
async function checkUnit(file: string): Promise<string> {
  const verified = await runCommand('systemd-analyze', ['verify', file])
  if (!verified.ok || verified.output.includes('.service:')) throw new Error(verified.output)
  const options = ['--offline=true', '--no-pager', `--threshold=${MAX_EXPOSURE}`]
  const { ok, output } = await runCommand('systemd-analyze', ['security', ...options, file])
  const [found] = /Overall exposure level.*: [\d.]+/.exec(output) ?? []
  if (!ok || found === undefined) throw new Error(output)
  return found
}

// Runs the exit handlers, which stop all started processes.
onStopRequest(
  () => process.exit(130),
  () => process.exit(130),
)
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
for (const port of PORTS) if (!(await isPortFree(port))) throw new Error(`Port ${port} is taken`)
const network = await startNetwork(join(folder, 'chain'))
let shell: Shell | undefined
try {
  if (await checks.run('Debian, and a repository to clone', () => makeDebian(root))) {
    shell = new Shell(root)
    await follow(shell, network)
  }
} finally {
  await shell?.close()
  await network.stop()
}
checks.close()
