import { chownSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { serverOf } from '../../tests/server/deploy-files.ts'
import { DURABLE, startPostgres } from '../postgres/postgres.ts'
import { randomFreePort } from '../processes/free-port.ts'
import { runCommand } from '../processes/run-command.ts'
import { commandsForContainers, fillBlanks, fillIn, secretBlanks } from './documented.ts'
import { startNetwork } from './network.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
/** The server's user, as in the Containerfile. */
export const USER = 65_534
/** Default port of database addresses. */
const USUAL_PORT = 5_432
/** Address at which nothing listens; only `fresh-debian` has a proxy. */
export const ORIGIN = 'https://aura.test'

/** PostgreSQL and a chain, with settings and secrets made by the commands of docs/running.md. */
export interface Stack {
  serverUrl: string
  /** Returns the path on this machine of a volume before its first start. */
  newVolume(name: string): string
  /** Returns the arguments of `podman run` for a server as compose.yaml describes it. */
  serverArgs(volume: string): string[]
  /** Points `serverArgs` to another, empty database. */
  useNewDatabase(name: string): Promise<void>
}

/** Starts the stack. Adds its stop functions to `ended` in the order of starting. */
export async function startStack(folder: string, ended: (() => unknown)[]): Promise<Stack> {
  const newVolume = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { mode: 0o700 })
    chownSync(path, USER, USER)
    return path
  }
  const network = await startNetwork(join(folder, 'chain'))
  ended.push(network.stop)
  const deploy = join(folder, 'deploy')
  mkdirSync(deploy)
  copyFileSync(join(DEPLOY, 'aura.env.example'), join(deploy, 'aura.env.example'))
  const commands = fillBlanks(commandsForContainers(), secretBlanks(network))
  const prepared = await runCommand('sh', ['-euc', commands], { cwd: folder })
  if (!prepared.ok) throw new Error(`${commands}\n${prepared.output}`)
  const [settings, secrets] = [join(deploy, 'aura.env'), join(deploy, 'secrets')]
  fillIn(settings, { ...network.settings, PUBLIC_URL: ORIGIN })
  const secret = (name: string) => readFileSync(join(secrets, name), 'utf8').trim()
  const sockets = newVolume('sockets')
  const addDatabase = await startDatabase(sockets, secret('database-password'), ended)
  const server = serverOf(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8'))
  const port = await randomFreePort()
  return {
    serverUrl: `http://127.0.0.1:${port}`,
    newVolume,
    serverArgs: (volume) => [
      ...(server.read_only ? ['--read-only'] : []),
      ...['--tmpfs', server.tmpfs],
      ...server.cap_drop.flatMap((name) => ['--cap-drop', name.toLowerCase()]),
      ...server.security_opt.flatMap((option) => ['--security-opt', option.replace(/:true$/, '')]),
      ...['--env-file', settings],
      // Any free port will do.
      ...Object.entries({ ...server.environment, PORT: String(port) }).flatMap((pair) => ['--env', pair.join('=')]),
      ...['--volume', `${secrets}:/run/secrets:ro`],
      ...['--volume', `${volume}:/data`, '--volume', `${sockets}:/var/run/postgresql`],
    ],
    async useNewDatabase(name) {
      await addDatabase(name)
      writeFileSync(join(secrets, 'database-url'), secret('database-url').replace('/aura?', `/${name}?`))
    },
  }
}

/**
 * Starts a PostgreSQL that keeps what it confirms and asks for a password at its socket, as in compose.yaml. `password`
 * is hexadecimal. Returns a function that adds a database, whose name must be a plain word.
 */
async function startDatabase(
  sockets: string,
  password: string,
  ended: (() => unknown)[],
): Promise<(name: string) => Promise<void>> {
  const { url, port, stop } = await startPostgres({ settings: { ...DURABLE, unix_socket_directories: sockets } })
  ended.push(stop)
  const db = await openPg({ url, poolSize: 1 })
  ended.push(db.close)
  const add = (name: string) => db.script(`create database ${name} owner aura`)
  symlinkSync(`.s.PGSQL.${port}`, join(sockets, `.s.PGSQL.${USUAL_PORT}`))
  const [row] = await db.query<{ file: string }>("select current_setting('hba_file') as file")
  writeFileSync(row?.file ?? '', 'local all all scram-sha-256\nhost all postgres 127.0.0.1/32 trust\n')
  await db.query('select pg_reload_conf()')
  await db.script(`create role aura login password '${password}'`)
  await add('aura')
  return add
}
