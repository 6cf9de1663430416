import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isRoot, reachableTempFolder, UNPRIVILEGED_ID } from '../../../tools/postgres/postgres-files.ts'
import { randomFreePort } from '../../../tools/processes/free-port.ts'

const PROGRAM = 'pgbouncer'
const STARTED_WITHIN_MS = 10_000

export interface Pooler {
  url: string
  stop(): Promise<void>
}

/** Starts PgBouncer, pooling by transaction, in front of this database. Throws if it is not installed. */
export async function startPgbouncer(target: string, connections: number): Promise<Pooler> {
  const { hostname, port, pathname, username } = new URL(target)
  const folder = mkdtempSync(join(reachableTempFolder(), 'aura-pgbouncer-'))
  chmodSync(folder, 0o755)
  const own = await randomFreePort()
  const name = pathname.slice(1)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `${name} = host=${hostname} port=${port} dbname=${name} user=${username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      'max_client_conn = 500',
    ].join('\n'),
  )
  // Like PostgreSQL it refuses to run as root.
  const user = isRoot() ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}
  const child = spawn(PROGRAM, ['-q', join(folder, 'pgbouncer.ini')], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      said += error.message
      resolve()
    })
    child.once('exit', () => resolve())
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const listens = async () => {
    for (const untilMs = performance.now() + STARTED_WITHIN_MS; performance.now() < untilMs; await pause(20)) {
      if (await accepts(own)) return
    }
  }
  const isUp = await Promise.race([listens().then(() => true), ended.then(() => false)])
  if (isUp) return { url: `postgres://${username}@127.0.0.1:${own}/${name}`, stop }
  await stop()
  throw new Error(`pgbouncer did not start (Debian: apt-get install pgbouncer): ${said}`)
}

export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
