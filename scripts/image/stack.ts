import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { parse } from 'yaml'
import { randomFreePort } from '../../dev/src/free-port.ts'
import { rpc } from '../../dev/src/local-chain/rpc.ts'
import { startLocalChain } from '../../dev/src/local-chain/start-local-chain.ts'
import { startPostgres } from '../../dev/src/postgres.ts'
import type { Compose } from '../../server/test/deploy-files.ts'
import { deploy } from '../deployment.ts'
import { settled } from './wait.ts'

const root = join(import.meta.dirname, '../..')
const deployFile = (name: string) => join(root, 'deploy', name)
/** The server's user, as in the Containerfile. */
const USER = 65_534
const BASE_ID = 8_453
const secret = () => randomBytes(32).toString('hex')

/** What compose.yaml puts around a server, without its engine: a chain, PostgreSQL and Caddy, with the same settings. */
export interface Stack {
  origin: string
  /** Caddy's own authority, which signed the certificate of `origin`. */
  ca: string
  metricsToken: string
  /** Arguments of `podman run` for a server as compose.yaml describes it. */
  serverArgs: string[]
  data: string
  /** Points the secret `database-url` to another, empty database. */
  useNewDatabase(): Promise<void>
  stop(): Promise<void>
}

export async function startStack(folder: string): Promise<Stack> {
  const ended: (() => unknown)[] = []
  const stop = async () => {
    for (const end of ended.splice(0).reverse()) await end()
  }
  try {
    return { ...(await start(folder, ended)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(folder: string, ended: (() => unknown)[]): Promise<Omit<Stack, 'stop'>> {
  const own = (name: string, mode: number) => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true })
    chownSync(path, USER, USER)
    chmodSync(path, mode)
    return path
  }
  const [data, secrets, sockets] = [own('data', 0o700), own('secrets', 0o700), own('sockets', 0o755)]
  const keep = (name: string, value: string) => {
    const path = join(secrets, name)
    writeFileSync(path, `${value}\n`)
    chownSync(path, USER, USER)
    chmodSync(path, 0o400)
  }
  const [port, httpsPort, httpPort] = [await randomFreePort(), await randomFreePort(), await randomFreePort()]
  const origin = `https://localhost:${httpsPort}`
  const metricsToken = secret()
  const network = await startNetwork(join(folder, 'chain'), ended)
  const database = await startDatabase(sockets, ended)
  keep('database-url', await database.add('aura'))
  keep('rpc-urls', network.rpcUrls)
  keep('signer-key', network.signerKey)
  keep('hash-key', secret())
  keep('metrics-token', metricsToken)
  const settings = { ...network.settings, CHAIN: 'base', PUBLIC_URL: origin, LOG_LEVEL: 'info' }
  const ca = await startCaddy(join(folder, 'caddy'), { port, httpsPort, httpPort, origin }, ended)
  const { environment = {} } =
    (parse(readFileSync(deployFile('compose.yaml'), 'utf8')) as Compose).services.server ?? {}
  // Without a network of their own, the proxy comes from this machine.
  const env = { ...settings, ...environment, PORT: String(port), TRUST_PROXY: '127.0.0.1', NODE_EXTRA_CA_CERTS: '/ca' }
  return {
    origin,
    ca,
    metricsToken,
    data,
    serverArgs: [
      ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
      ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      ...['--volume', `${data}:/data`, '--volume', `${sockets}:/var/run/postgresql`],
      ...['--volume', `${secrets}:/run/secrets:ro`, '--volume', `${ca}:/ca:ro`],
    ],
    useNewDatabase: async () => keep('database-url', await database.add('restored')),
  }
}

/** A chain that says it is Base, with contracts of its own: the published signer is refused there. */
async function startNetwork(dir: string, ended: (() => unknown)[]) {
  mkdirSync(dir, { recursive: true })
  const chain = await startLocalChain({ dir, chainId: BASE_ID })
  ended.push(chain.stop)
  const [signerKey, deployerKey] = [generatePrivateKey(), generatePrivateKey()]
  const deployer = privateKeyToAccount(deployerKey)
  await rpc(chain.rpcUrl, 'anvil_setBalance', [deployer.address, '0xde0b6b3a7640000'])
  const { AuraVouch, SteezeStack, startBlock } = await deploy({
    network: 'base',
    rpcUrl: chain.rpcUrl,
    deployer,
    usdc: chain.contracts.usdc,
    owner: privateKeyToAddress(generatePrivateKey()),
    signer: privateKeyToAddress(signerKey),
    dailyCapMicroUsdc: 1_000_000_000n,
  })
  // So that the deployment is final.
  await rpc(chain.rpcUrl, 'anvil_mine', ['0x10'])
  return {
    signerKey,
    // Under two names: the doctor warns of a single node.
    rpcUrls: `${chain.rpcUrl},${chain.rpcUrl.replace('127.0.0.1', 'localhost')}`,
    settings: {
      VOUCH_CONTRACT: AuraVouch,
      STEEZE_CONTRACT: SteezeStack,
      START_BLOCK: String(startBlock),
      USDC_TOKEN: chain.contracts.usdc,
    },
  }
}

/** PostgreSQL that asks for a password at its socket, and loses nothing. */
async function startDatabase(sockets: string, ended: (() => unknown)[]) {
  const safe = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
  const server = await startPostgres({ settings: { ...safe, unix_socket_directories: sockets } })
  ended.push(server.stop)
  const admin = async (work: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await work(client).finally(() => client.end())
  }
  const password = secret()
  await admin(async (client) => {
    const { rows } = await client.query<{ hba_file: string }>('show hba_file')
    writeFileSync(rows[0]?.hba_file ?? '', 'local all all scram-sha-256\nhost all postgres 127.0.0.1/32 trust\n')
    await client.query('select pg_reload_conf()')
    await client.query(`create role aura login password '${password}'`)
  })
  return {
    async add(name: string): Promise<string> {
      await admin((client) => client.query(`create database ${name} owner aura`))
      return `postgres://aura:${password}@localhost:${server.port}/${name}?host=/var/run/postgresql`
    },
  }
}

interface Ports {
  port: number
  httpsPort: number
  httpPort: number
  origin: string
}

/** Returns the file of its authority's certificate once it serves. */
async function startCaddy(folder: string, { port, httpsPort, httpPort, origin }: Ports, ended: (() => unknown)[]) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'Caddyfile')
  const options = ['admin off', 'skip_install_trust', `http_port ${httpPort}`, `https_port ${httpsPort}`]
  writeFileSync(file, `{\n${options.map((line) => `\t${line}\n`).join('')}}\nimport ${deployFile('Caddyfile')}\n`)
  const caddy: ChildProcess = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      PUBLIC_URL: origin,
      AURA_SERVERS: `127.0.0.1:${port}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  caddy.stderr?.setEncoding('utf8').on('data', (text) => {
    log = (log + text).slice(-4_000)
  })
  const exit = new Promise<void>((resolve) => caddy.once('exit', () => resolve()))
  ended.push(() => {
    caddy.kill('SIGTERM')
    return exit
  })
  const ca = join(folder, 'caddy/pki/authorities/local/root.crt')
  await settled(() => {
    if (caddy.exitCode !== null) throw new Error(`Caddy ended:\n${log}`)
    return existsSync(ca)
  }, 'Caddy makes its certificate')
  return ca
}
