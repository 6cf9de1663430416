import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NatsServer } from '../../../tests/server/nats/small-nats.ts'
import { chainEnv } from '../../../tools/local-chain/chain-env.ts'
import { type LocalChain, startLocalChain } from '../../../tools/local-chain/start-local-chain.ts'
import { loggedAbout, type ProductServer, startServer } from '../faults/product-server.ts'
import { type Balancer, startBalancer } from '../rolling/balancer.ts'
import { type CuttableRpc, cuttableRpc } from '../servers/cuttable-rpc.ts'
import type { ChaosDatabase } from './chaos-database.ts'

/** Everything the product runs on, in processes that can be made to fail. */
export interface ChaosStack {
  database: ChaosDatabase
  local: LocalChain
  /** Two ways to the chain, which servers take for two nodes. */
  nodes: readonly [CuttableRpc, CuttableRpc]
  nats: NatsServer
  servers: ProductServer[]
  edge: ProductServer
  proxy: Balancer
  /** Begins to start a server that was killed. */
  startAgain(index: number): void
  /** Resolves once everything runs again as at the start. Throws if a server didn't start. */
  heal(): Promise<void>
  /** Lines of any server's log with this request's id. */
  logged(requestId: string): string
  stop(): Promise<void>
}

interface StackPlan {
  database: ChaosDatabase
  nats: NatsServer
  servers: number
  /** How often the proxy asks whether a server is ready. */
  checkMs: number
}

/** Three servers need fewer connections than the 200 that `deploy/ha` allows. */
const POOL_SIZE = '10'
const MOVABLE_CLOCK = join(import.meta.dirname, 'movable-clock.ts')

/** Stops the given database and NATS, too, when it can't start and when it is stopped. */
export async function startStack({ database, nats, servers: count, checkMs }: StackPlan): Promise<ChaosStack> {
  const folder = mkdtempSync(join(tmpdir(), 'aura-chaos-stack-'))
  const dirOf = (name: number | 'edge') => join(folder, `server-${name}`)
  const endings: (() => Promise<unknown>)[] = [() => database.stop(), () => nats.stop()]
  const servers: ProductServer[] = []
  let starting: Promise<void>[] = []
  const stop = async () => {
    for (const end of endings.reverse()) await end()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const local = await startLocalChain({ dir: join(folder, 'chain') })
    endings.push(() => local.stop())
    const nodes = [await cuttableRpc(local.rpcUrl), await cuttableRpc(local.rpcUrl)] as const
    endings.push(() => Promise.all(nodes.map((node) => node.stop())))
    const settings = {
      ...chainEnv(local),
      RPC_URLS: nodes.map(({ url }) => url).join(','),
      NATS_URL: nats.url,
      DATABASE_POOL_SIZE: POOL_SIZE,
    }
    const start = (name: number | 'edge', port?: number) =>
      startServer({
        program: name === 'edge' ? 'edge' : 'main',
        imports: [MOVABLE_CLOCK],
        databaseUrl: database.url,
        dir: dirOf(name),
        port,
        settings,
      })
    endings.push(() => Promise.allSettled(servers.map((server) => server.stop())))
    // In sequence: the first one migrates.
    for (let index = 0; index < count; index++) servers.push(await start(index))
    const edge = await start('edge')
    endings.push(() => edge.stop())
    const proxy = await startBalancer({ ports: servers.map(({ port }) => port), checkMs })
    endings.push(() => proxy.stop())
    return {
      database,
      local,
      nodes,
      nats,
      servers,
      edge,
      proxy,
      startAgain(index) {
        const started = start(index, servers[index]?.port).then((server) => {
          servers[index] = server
        })
        // `heal` rethrows it.
        started.catch(() => {})
        starting.push(started)
      },
      async heal() {
        await Promise.all(starting)
        starting = []
        await database.heal()
      },
      logged: (requestId) => servers.map((_, index) => loggedAbout(dirOf(index), requestId)).join(''),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
