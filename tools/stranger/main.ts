/**
 * `npm run test:all -- stranger`: runs the commands of docs/running.md as they stand there, from a Debian that debootstrap makes to
 * https with PostgreSQL, a green doctor and a restored backup. Fills in what the docs leave open, and looks from outside
 * whether it came true.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { REPOSITORY } from '../checks/source.ts'
import { Checks, same } from '../image/checks.ts'
import { Http2Client } from '../image/client.ts'
import { whyNot } from '../image/engine.ts'
import { type Network, startNetwork } from '../image/network.ts'
import { fillIn } from '../image/stack.ts'
import { settled } from '../image/wait.ts'
import { isPortFree, randomFreePort } from '../processes/free-port.ts'
import { onStopRequest } from '../processes/signals.ts'
import { checkUnit } from './check-unit.ts'
import { addRepository, CLONED_FROM, makeDebian, Shell } from './debian.ts'
import { blanksOf, fillBlanks, followedSections } from './documented.ts'

/** Of the server, PostgreSQL, and Caddy's redirect to https, as the files of deploy/ and Debian have them. */
const PORTS = [3_000, 5_432, 80]
const AUTHORITY = 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
const UNIT = 'etc/systemd/system/aura.service'
const EDGE_UNIT = join(REPOSITORY, 'deploy/aura-edge.service')
const ME = '/api/auth/user'
const TAIL_CHARS = 2_000
// Runs the exit handlers, which end what was started.
onStopRequest(
  () => process.exit(130),
  () => process.exit(130),
)

async function main(checks: Checks, folder: string): Promise<void> {
  const network = await startNetwork(join(folder, 'chain'))
  const root = join(folder, 'debian')
  let shell: Shell | undefined
  try {
    const isMade = await checks.run('Debian, and a repository to clone', async () => {
      await makeDebian(root)
      await addRepository(root)
      return undefined
    })
    if (!isMade) return
    shell = new Shell(root)
    await follow(checks, { root, shell, network, origin: `https://localhost:${await randomFreePort()}` })
  } finally {
    await shell?.close()
    await network.stop()
  }
}

interface Machine {
  root: string
  shell: Shell
  network: Network
  origin: string
}

/** Runs block after block and looks at what each claims. Stops at the first that fails: the others build on it. */
async function follow(checks: Checks, { root, shell, network, origin }: Machine): Promise<void> {
  const [key, laterKey] = [generatePrivateKey(), generatePrivateKey()]
  const { rpcUrls, signerKey } = network
  const blanks = blanksOf({ repository: CLONED_FROM, rpcUrls, signerKey, wallet: privateKeyToAddress(key) })
  const clients: Http2Client[] = []
  const signIn = async (privateKey: `0x${string}`) => {
    const client = new Http2Client(origin, join(root, AUTHORITY), privateKey)
    clients.push(client)
    await client.signIn()
  }

  /** What stands in the docs beside a block, or what people do before the next. */
  async function after(block: string): Promise<void> {
    // Where systemd runs, the package starts it.
    if (block.includes('apt-get install')) await shell.run('/etc/init.d/postgresql start')
    if (/aura\.env +# fill it in/.test(block)) {
      fillIn(join(root, 'etc/aura/aura.env'), { ...network.settings, PUBLIC_URL: origin })
    }
    if (/^systemctl (?:re)?start \w+$/m.test(block)) await untilServed(origin, join(root, AUTHORITY))
    if (block.includes('admin.ts whitelist')) await signIn(key)
    if (block.includes('backup.ts')) {
      await shell.run(
        `node --env-file=/etc/aura/aura.env server/src/admin.ts whitelist ${privateKeyToAddress(laterKey)}`,
      )
      await signIn(laterKey)
    }
    if (block.includes('restore.ts')) {
      const [before, since] = clients
      // With the sessions they had.
      same([(await before?.ask('GET', ME))?.status, (await since?.ask('GET', ME))?.status], [200, 401])
    }
  }

  try {
    for (const { title, blocks } of followedSections(readFileSync(join(REPOSITORY, 'docs/running.md'), 'utf8'))) {
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
          return `${((performance.now() - startedAtMs) / 1_000).toFixed(0)} s`
        })
        if (!isDone) return
      }
    }
    for (const unit of [join(root, UNIT), EDGE_UNIT]) {
      await checks.run(`systemd takes ${basename(unit)}, and finds it closed`, () => checkUnit(unit))
    }
  } finally {
    for (const client of clients) client.close()
  }
}

const tailOf = (file: string): string =>
  existsSync(file) ? `${file}:\n${readFileSync(file, 'utf8').slice(-TAIL_CHARS)}` : ''

/** Caddy looks for a ready server every few seconds. */
async function untilServed(origin: string, authority: string): Promise<void> {
  await settled(async () => {
    const client = new Http2Client(origin, authority, generatePrivateKey())
    try {
      return (await client.ask('GET', '/readyz')).status === 200
    } catch {
      return false
    } finally {
      client.close()
    }
  }, `${origin} serves`)
}

async function whyNotHere(): Promise<string | null> {
  const missing = whyNot(['debootstrap', 'unshare', 'git'])
  if (missing !== null) return missing
  for (const port of PORTS) if (!(await isPortFree(port))) return `port ${port} is taken`
  return null
}

const reason = await whyNotHere()
if (reason) process.stdout.write(`The stranger: not run, ${reason}\n`)
else {
  const checks = new Checks()
  const folder = mkdtempSync(join(tmpdir(), 'aura-stranger-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  await main(checks, folder)
  checks.close()
}
