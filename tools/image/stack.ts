import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverOf } from '../../tests/server/deploy-files.ts'
import { randomFreePort } from '../processes/free-port.ts'
import { startDatabase } from './database.ts'
import { prepareDeploy } from './documented.ts'
import { startNetwork } from './network.ts'
import { startProxy } from './proxy.ts'

const COMPOSE = join(import.meta.dirname, '../../deploy/compose.yaml')
/** The server's user, as in the Containerfile. */
const USER = 65_534

/** Runs PostgreSQL and Caddy with compose.yaml's settings under podman, and a chain. */
export interface Stack {
  origin: string
  /** File of the certificate of the authority that signed for `origin`. */
  ca: string
  /** The server itself, without the proxy. */
  serverUrl: string
  metricsToken: string
  /** On this machine, as it is before the first start. */
  newVolume(name: string): string
  /** Arguments of `podman run` for a server as compose.yaml describes it. */
  serverArgs(volume: string): string[]
  /** From now on `serverArgs` lead to another, empty database. */
  useNewDatabase(name: string): Promise<void>
  stop(): Promise<void>
}

/** Secrets and settings are made by the commands of docs/running.md. */
export async function startStack(folder: string): Promise<Stack> {
  const ended: (() => unknown)[] = []
  const stop = async () => {
    for (const end of ended.splice(0).reverse()) await end()
  }
  try {
    return { ...(await start(folder, (part) => ended.push(part.stop))), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Started = (part: { stop(): Promise<void> }) => void

async function start(folder: string, started: Started): Promise<Omit<Stack, 'stop'>> {
  const newVolume = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { mode: 0o700 })
    chownSync(path, USER, USER)
    return path
  }
  const [serverPort, httpsPort, httpPort] = [await randomFreePort(), await randomFreePort(), await randomFreePort()]
  const origin = `https://localhost:${httpsPort}`
  const network = await startNetwork(join(folder, 'chain'))
  started(network)
  const deploy = await prepareDeploy(folder, network)
  const secrets = join(deploy, 'secrets')
  const secret = (name: string) => readFileSync(join(secrets, name), 'utf8').trim()
  const sockets = newVolume('sockets')
  const database = await startDatabase(sockets, secret('database-password'))
  started(database)
  const proxy = await startProxy(join(folder, 'caddy'), { origin, httpPort, serverPort })
  started(proxy)
  const settings = join(deploy, 'aura.env')
  fillIn(settings, { ...network.settings, PUBLIC_URL: origin })
  const server = serverOf(readFileSync(COMPOSE, 'utf8'))
  // Without a network of their own, the proxy reaches the server from this machine, and any port may be taken.
  const own = { TRUST_PROXY: '127.0.0.1', PORT: String(serverPort), NODE_EXTRA_CA_CERTS: '/proxy-ca' }
  return {
    origin,
    ca: proxy.ca,
    serverUrl: `http://127.0.0.1:${serverPort}`,
    metricsToken: secret('metrics-token'),
    newVolume,
    serverArgs: (volume) => [
      ...(server.read_only ? ['--read-only'] : []),
      ...['--tmpfs', server.tmpfs],
      ...server.cap_drop.flatMap((name) => ['--cap-drop', name.toLowerCase()]),
      ...server.security_opt.flatMap((option) => ['--security-opt', option.replace(/:true$/, '')]),
      ...['--env-file', settings],
      ...Object.entries({ ...server.environment, ...own }).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      ...['--volume', `${secrets}:/run/secrets:ro`, '--volume', `${proxy.ca}:/proxy-ca:ro`],
      ...['--volume', `${volume}:/data`, '--volume', `${sockets}:/var/run/postgresql`],
    ],
    async useNewDatabase(name) {
      await database.add(name)
      const url = join(secrets, 'database-url')
      writeFileSync(url, secret('database-url').replace('/aura?', `/${name}?`))
    },
  }
}

/** As an operator would: the settings of the example, and those it doesn't have. */
export function fillIn(file: string, values: Record<string, string>): void {
  let text = readFileSync(file, 'utf8')
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name}=.*$`, 'm')
    text = line.test(text) ? text.replace(line, `${name}=${value}`) : `${text}${name}=${value}\n`
  }
  writeFileSync(file, text)
}
