import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { auditRanks } from '../../../server/src/features/leaderboard/index.ts'
import { auditLedger } from '../../../server/src/features/ledger/index.ts'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { DURABLE, type PostgresServer, startPostgres } from '../../../tools/postgres/postgres.ts'
import { reachableTempFolder } from '../../../tools/postgres/postgres-files.ts'
import { type Arena, doDue, makeBattles, productContext } from './arena.ts'
import { checkWishes, type Difference } from './check-wishes.ts'
import { type Person, signedIn } from './people.ts'
import { loggedAbout, type ProductServer, startServer } from './product-server.ts'
import { type Crowd, type Heard, peopleFor, type Traffic } from './traffic.ts'

export interface Outcome extends Difference {
  /** Replies that are not allowed, with the servers' logs about them. */
  failed: string[]
  /** Faults found by the audits of ledger and ranks. */
  broken: string[]
}

export interface StageDatabase {
  /** URL for the product: an ordinary role that owns its database. */
  url: string
  /** URL for a superuser, who can connect when connections are used up. */
  adminUrl: string
  /** Kills the database, so that the next start recovers. */
  crash(): Promise<void>
  start(): Promise<void>
}

/** Servers of the product in their own processes, on a durable PostgreSQL of their own. */
export interface Stage {
  database: StageDatabase
  servers: ProductServer[]
  startServer(index: number, port?: number): Promise<ProductServer>
  /** Makes live battles, enough people for a crowd, and a bystander. */
  gather(crowd: Crowd): Promise<{ battles: [Arena, ...Arena[]]; people: Person[]; bystander: Person }>
  /** Compares all acknowledged writes with the database, and audits it. */
  compare(traffic: Traffic, isFailure: (heard: Heard) => boolean): Promise<Outcome>
  close(): Promise<void>
}

interface StagePlan {
  servers: number
  settings?: Readonly<Record<string, string>>
  /** Returns the address of a pooler in front of the database, for the servers to use. */
  throughPooler?: (databaseUrl: string) => Promise<{ url: string; settings: Record<string, string> }>
}

const BATTLES = 4
const SETTINGS = { ...DURABLE, max_connections: 90 }

export async function openStage({ servers: count, settings, throughPooler }: StagePlan): Promise<Stage> {
  const folder = mkdtempSync(join(reachableTempFolder(), 'aura-stage-'))
  chmodSync(folder, 0o755)
  const { stop: stopDatabase, ...database } = await openDatabase(join(folder, 'data'))
  const pooler = await throughPooler?.(database.url)
  const dirOf = (index: number) => join(folder, String(index))
  const servers: ProductServer[] = []
  const stage: Stage = {
    database,
    servers,
    startServer: (index, port) =>
      startServer({
        databaseUrl: pooler?.url ?? database.url,
        dir: dirOf(index),
        port,
        settings: { ...settings, ...pooler?.settings },
      }),
    async gather(crowd) {
      const db = await openPg({ url: database.url, poolSize: 8 })
      const ctx = productContext(db)
      const battles = (await makeBattles(ctx, BATTLES)) as [Arena, ...Arena[]]
      // Starts the battles, because the first gifts may come before a server's job.
      await doDue(ctx, 'battles')
      const [bystander, ...people] = (await signedIn(ctx, 1 + peopleFor(crowd))) as [Person, ...Person[]]
      await db.close()
      return { battles, people, bystander }
    },
    async compare({ wishes, heard }, isFailure) {
      const db = await openPg({ url: database.url, poolSize: 2 })
      const difference = await checkWishes(db, wishes)
      const audits = [await auditLedger(db), await auditRanks(db)]
      await db.close()
      const failed = heard.filter(isFailure).map(({ kind, status, code, requestId }) => {
        const logged = servers.map((_, index) => loggedAbout(dirOf(index), requestId)).join('')
        return `a ${kind} got ${status} ${code}: ${logged}`
      })
      return {
        ...difference,
        failed,
        broken: audits.flatMap(({ broken }) => broken.map((each) => JSON.stringify(each))),
      }
    },
    async close() {
      await Promise.allSettled(servers.map((server) => server.stop()))
      await stopDatabase()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    // Servers start in sequence, because the first one migrates.
    for (let index = 0; index < count; index++) servers.push(await stage.startServer(index))
  } catch (error) {
    await stage.close()
    throw error
  }
  return stage
}

async function openDatabase(dir: string): Promise<StageDatabase & { stop(): Promise<void> }> {
  let postgres: PostgresServer = await startPostgres({ dir, settings: SETTINGS })
  const { port, url } = postgres
  const admin = await openPg({ url, poolSize: 1 })
  for (const text of ['create role aura login', 'create database aura owner aura']) await admin.script(text)
  await admin.close()
  return {
    url: `postgres://aura@127.0.0.1:${port}/aura`,
    adminUrl: `postgres://postgres@127.0.0.1:${port}/aura`,
    async crash() {
      process.kill(postgres.pid, 'SIGQUIT')
      while (isRunning(postgres.pid)) await pause(10)
    },
    async start() {
      await postgres.stop()
      postgres = await startPostgres({ dir, port, settings: SETTINGS })
    },
    stop: () => postgres.stop(),
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
