import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settled } from './wait.ts'

const CADDYFILE = join(import.meta.dirname, '../../deploy/Caddyfile')
const LOG_CHARS = 4_000

export interface Proxy {
  /** File of the certificate of Caddy's own authority, which signs for localhost. */
  ca: string
  stop(): Promise<void>
}

/** Caddy with the Caddyfile of deploy/, on ports of its own, which changes nothing on this machine. */
export async function startProxy(
  folder: string,
  { origin, httpPort, serverPort }: { origin: string; httpPort: number; serverPort: number },
): Promise<Proxy> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'Caddyfile')
  const options = ['admin off', 'skip_install_trust', `http_port ${httpPort}`, `https_port ${new URL(origin).port}`]
  writeFileSync(file, `{\n${options.map((line) => `\t${line}\n`).join('')}}\nimport ${CADDYFILE}\n`)
  const own = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH, ...own, PUBLIC_URL: origin, AURA_SERVERS: `127.0.0.1:${serverPort}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  process.once('exit', () => caddy.kill('SIGKILL'))
  let log = ''
  caddy.stderr.setEncoding('utf8').on('data', (text) => {
    log = (log + text).slice(-LOG_CHARS)
  })
  const ended = new Promise<void>((resolve) => caddy.once('exit', () => resolve()))
  const made = join(folder, 'caddy/pki/authorities/local/root.crt')
  await settled(() => {
    if (caddy.exitCode !== null) throw new Error(`Caddy ended:\n${log}`)
    return existsSync(made)
  }, 'Caddy makes its certificate')
  // Caddy's own may be read by its user only.
  const ca = join(folder, 'ca.crt')
  copyFileSync(made, ca)
  chmodSync(ca, 0o644)
  return {
    ca,
    async stop() {
      caddy.kill('SIGTERM')
      await ended
    },
  }
}
