import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isRoot, reachableTempFolder } from '../../../tools/postgres/postgres-files.ts'
import { randomFreePort } from '../../../tools/processes/free-port.ts'
import { mountDisk, unmount } from '../faults/database.ts'
import { type NodeNetwork, openNodeNetwork } from './node-network.ts'

const SCRIPT = join(import.meta.dirname, '../../../deploy/ha/cluster.sh')
/** PostgreSQL refuses to run as root; Debian's package brings this user. */
const USER = 'postgres'
/** The script's own: a program is missing. */
const NOT_INSTALLED = 3
const ASK_MS = 2_000

export class ClusterNotInstalled extends Error {
  override name = 'ClusterNotInstalled'
}

export type NodeNumber = 1 | 2
const NODES = [1, 2] as const

/** Two PostgreSQL nodes under Patroni, as `deploy/ha/cluster.sh` starts them. */
export interface Cluster {
  /** Leads to the primary of the moment. */
  url: string
  /** Starts whatever was killed and resolves once both nodes are in step. */
  heal(): Promise<void>
  switchOver(): Promise<void>
  /** Restarts PostgreSQL of the primary, which stays primary. Resolves once it has started. */
  restart(): Promise<void>
  /** Null while there is none, or while no Patroni knows of one. */
  leader(): Promise<NodeNumber | null>
  /** SIGKILL and SIGSTOP reach PostgreSQL's processes at once, the postmaster first. */
  signal(node: NodeNumber, parts: readonly Part[], signal: NodeJS.Signals): void
  /** Cuts a node off from all others and from clients, or connects it again. Only on hosts of their own. */
  network: Pick<NodeNetwork, 'cut' | 'mend'> | null
  /** Returns the folder of a node's own disk, which a test can fill, or null if it has none. */
  diskOf(node: NodeNumber): string | null
  stop(): Promise<void>
}

export type Part = 'postgres' | 'patroni' | 'etcd'

interface ClusterOptions {
  /** Each node is on a disk of this size in memory, if this process may mount one. */
  disk?: string
  /** Each node has an address and a network of its own, if this process may make them. */
  onOwnHosts?: boolean
}

/** Throws ClusterNotInstalled if a program is missing; its message names them. */
export async function startCluster({ disk, onOwnHosts = false }: ClusterOptions = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(reachableTempFolder(), 'aura-failover-'))
  chmodSync(folder, 0o700)
  if (isRoot()) assertDone(spawnSync('chown', [USER, folder], { encoding: 'utf8' }))
  const firstPort = await randomFreePort()
  const disks = disk === undefined ? [] : NODES.map((node) => mountFor(join(folder, `node${node}`), disk))
  const network = onOwnHosts ? openNodeNetwork(folder) : null
  const script = scriptOn(network)
  const remove = () => {
    network?.remove()
    for (const each of disks) unmount(each)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const url = /^DATABASE_URL=(.+)$/m.exec(await script('start', folder, String(firstPort)))?.[1] ?? ''
    return {
      ...clusterIn(folder, firstPort, { script, network, remove }),
      url,
      diskOf: (node) => disks[node - 1] ?? null,
    }
  } catch (error) {
    await script('stop', folder).catch(() => {})
    remove()
    throw error
  }
}

interface Means {
  script: Script
  network: NodeNetwork | null
  remove: () => void
}

function clusterIn(folder: string, firstPort: number, { script, network, remove }: Means) {
  const pidIn = (file: string) => Number.parseInt(readFileSync(join(folder, file), 'utf8'), 10)
  const pidsOf = (node: NodeNumber): Record<Part, () => number[]> => ({
    postgres: () => withChildren(pidIn(`node${node}/data/postmaster.pid`)),
    patroni: () => [pidIn(`run/patroni${node}.pid`)],
    etcd: () => [pidIn(`run/etcd${node}.pid`)],
  })
  return {
    network,
    heal: async () => void (await script('start', folder)),
    switchOver: async () => void (await script('switch', folder)),
    restart: async () => void (await script('restart', folder)),
    async leader() {
      const hostOf = (node: NodeNumber) => network?.hosts[node - 1] ?? '127.0.0.1'
      const told = await Promise.all(NODES.map((node) => isLeader(`${hostOf(node)}:${firstPort + 10 * node + 1}`)))
      const index = told.indexOf(true)
      return index < 0 ? null : ((index + 1) as NodeNumber)
    },
    signal(node: NodeNumber, parts: readonly Part[], signal: NodeJS.Signals) {
      for (const part of parts) {
        for (const pid of pidsOf(node)[part]()) {
          try {
            process.kill(pid, signal)
          } catch {
            // It ended with its postmaster.
          }
        }
      }
    },
    async stop() {
      await script('stop', folder)
      remove()
    },
  }
}

/** Asks the Patroni there, as HAProxy does. */
async function isLeader(host: string): Promise<boolean> {
  return fetch(`http://${host}/primary`, { method: 'OPTIONS', signal: AbortSignal.timeout(ASK_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** The process and its direct children, in that order. */
function withChildren(pid: number): number[] {
  const parentOf = (child: string) => {
    try {
      // "pid (name) state parent"; the name may contain spaces.
      return Number(/^.*\) \S+ (\d+)/.exec(readFileSync(`/proc/${child}/stat`, 'utf8'))?.[1])
    } catch {
      return null
    }
  }
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
  return [pid, ...children.map(Number)]
}

function mountFor(folder: string, size: string): string | null {
  const disk = mountDisk(folder, size)
  if (disk !== null) assertDone(spawnSync('chown', [USER, disk], { encoding: 'utf8' }))
  return disk
}

type Script = (...args: string[]) => Promise<string>

/** The script as PostgreSQL's user, which may enter the hosts of the nodes and nothing else. */
const scriptOn = (network: NodeNetwork | null): Script => {
  const user = ['--reuid', USER, '--regid', USER, '--init-groups']
  const mayEnter = network ? ['--inh-caps=+sys_admin', '--ambient-caps=+sys_admin'] : []
  const command = isRoot() ? ['setpriv', ...user, ...mayEnter, '--', SCRIPT] : [SCRIPT]
  const env = network && { AURA_HA_HOSTS: network.hosts.join(' '), AURA_HA_ENTER: network.enter }
  return (...args) => run([...command, ...args], { ...process.env, ...env })
}

async function run([file = '', ...args]: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', env })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code === NOT_INSTALLED) throw new ClusterNotInstalled(stderr.trim())
  if (code !== 0) throw new Error(`cluster.sh ${args.join(' ')} ended with ${code}: ${stderr}`)
  return stdout
}

function assertDone({ status, stderr, error }: SpawnSyncReturns<string>): void {
  if (status !== 0) throw new Error(error?.message ?? stderr)
}
