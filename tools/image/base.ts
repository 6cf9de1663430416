import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runCommand } from '../processes/run-command.ts'
import { type Engine, whyNot } from './engine.ts'

const RELEASE = 'bookworm'
const NAME = 'localhost/aura-base'
const NEEDLESS = ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale']
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/**
 * Returns a base like node:24-slim for a machine without a registry of images: Debian by debootstrap, this Node and npm,
 * and the certificates of this machine. Kept by the engine for later runs.
 */
export async function debianBase(engine: Engine, folder: string): Promise<string> {
  const name = `${NAME}:${RELEASE}-node${process.versions.node}`
  if ((await engine.buildah(['images', '--format', '{{.Name}}:{{.Tag}}'])).split('\n').includes(name)) return name
  const reason = whyNot(['debootstrap'])
  if (reason) throw new Error(`The base can't be made: ${reason}. AURA_IMAGE_BASE names another one.`)
  const root = join(folder, 'base')
  rmSync(root, { recursive: true, force: true })
  const made = await runCommand('debootstrap', ['--variant=minbase', RELEASE, root])
  if (!made.ok) throw new Error(made.output)
  for (const path of NEEDLESS) empty(join(root, path))
  addNode(root)
  const file = join(folder, 'base.Containerfile')
  writeFileSync(file, `FROM scratch\nCOPY . /\n${addCertificates(root)}`)
  await engine.buildah(['bud', '--isolation', 'chroot', '--format', 'docker', '--file', file, '--tag', name, root])
  rmSync(root, { recursive: true, force: true })
  return name
}

function empty(folder: string): void {
  for (const entry of existsSync(folder) ? readdirSync(folder) : []) {
    rmSync(join(folder, entry), { recursive: true, force: true })
  }
}

function addNode(root: string): void {
  const npm = dirname(dirname(realpathSync(npmProgram())))
  mkdirSync(join(root, 'usr/local/lib/node_modules'), { recursive: true })
  cpSync(process.execPath, join(root, 'usr/local/bin/node'))
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
}

function npmProgram(): string {
  const cli = process.env.npm_execpath
  if (cli && /npm-cli\.c?js$/.test(cli)) return cli
  return spawnSync('which', ['npm'], { encoding: 'utf8' }).stdout.trim()
}

/** Returns lines for the Containerfile. */
function addCertificates(root: string): string {
  if (!existsSync(CERTIFICATES)) return ''
  mkdirSync(join(root, dirname(CERTIFICATES)), { recursive: true })
  cpSync(CERTIFICATES, join(root, CERTIFICATES))
  return `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES} NPM_CONFIG_CAFILE=${CERTIFICATES}\n`
}
