import { rng } from '@aura/drawing/random'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { joinWithWallet } from '../../server/src/features/auth/index.ts'
import { ChainFollower } from '../../server/src/features/chain-events/index.ts'
import { whitelistWallet } from '../../server/src/features/whitelist/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import type { Db } from '../../server/src/platform/db/db.ts'
import { auditAll } from '../../server/src/programs/audit-all.ts'
import { eventHandlers } from '../../server/src/run-features.ts'
import { AnvilNetwork } from '../../tools/local-chain/anvil-network.ts'
import { startSandbox } from '../../tools/provider-sandbox/start-sandbox.ts'
import { accountRaces } from './account-races.ts'
import { battleRaces } from './battle-races.ts'
import { Heat, type Race, type Track } from './heat.ts'
import { type RaceServerStart, raceContext } from './race-server.ts'
import { Racer, SetUpFailed } from './racer.ts'
import { signInRaces } from './sign-in-races.ts'

export interface RaceServer {
  port: number
  close(): Promise<void>
}

export interface RacePlan {
  url: string
  rounds: number
  seed: number
  withinMs: number
  serve(start: RaceServerStart): Promise<RaceServer>
}

export interface RaceCount {
  name: string
  rounds: number
  answers: Map<number, number>
}

export interface RaceCounts {
  rounds: number
  races: RaceCount[]
  faults: string[]
  /** Violations found after a round or by the final audits. Must be empty. */
  wrong: string[]
}

const RACES: readonly Race[] = [...signInRaces, ...battleRaces, ...accountRaces]
/** Races that run at once. Their people are disjoint; locks and connections are shared. */
const LANES = 4
const USDC = 1_000_000
const PATRON_USDC = 20_000

/**
 * Races people against each other and themselves on two servers that share a PostgreSQL database and a local
 * chain, and checks the invariants after each round. The seed decides order, servers and delays. Ends with the
 * audits of ledger, Steeze and ranks.
 */
export async function runRaces(plan: RacePlan): Promise<RaceCounts> {
  const network = await AnvilNetwork.start()
  const sandbox = await startSandbox([0])
  const admin = privateKeyToAccount(generatePrivateKey())
  const start = { url: plan.url, chain: network.settings, xUrl: sandbox.url, adminWallet: admin.address }
  const db = await openPg({ url: plan.url, poolSize: 8 })
  const servers: RaceServer[] = []
  try {
    servers.push(...(await Promise.all([plan.serve(start), plan.serve(start)])))
    const ctx = raceContext(db, start)
    const ports = servers.map(({ port }) => port)
    await whitelistWallet(ctx, admin.address)
    const adminRacer = new Racer(ports, admin)
    await adminRacer.signIn()
    const track: Track = { ctx, ports, admin: adminRacer, patronId: await patron(ctx, network) }
    const counts = await run(track, plan)
    counts.wrong.push(...(await audits(db)))
    return counts
  } finally {
    for (const server of servers) await server.close()
    await db.close()
    await sandbox.stop()
    network.stop()
  }
}

/** Creates a user who purchased Steeze on chain. Returns the user's id. */
async function patron(ctx: Context, network: AnvilNetwork): Promise<string> {
  const wallet = privateKeyToAccount(generatePrivateKey())
  const address = wallet.address.toLowerCase()
  const { userId } = await ctx.db.tx((tx) => joinWithWallet(ctx, tx, { address, timeZone: 'UTC' }))
  await network.mint(wallet, PATRON_USDC * USDC)
  await network.buy(wallet, PATRON_USDC * USDC)
  await network.mine(4)
  await new ChainFollower(ctx, eventHandlers).catchUp()
  return userId
}

async function run(track: Track, { rounds, seed, withinMs }: RacePlan): Promise<RaceCounts> {
  const untilMs = performance.now() + withinMs
  const races = RACES.map(({ name }): RaceCount => ({ name, rounds: 0, answers: new Map() }))
  const counts: RaceCounts = { rounds: 0, races, faults: [], wrong: [] }
  while (counts.rounds < rounds && performance.now() < untilMs) {
    const waiting = RACES.map((race, index) => ({ race, count: races[index] as RaceCount }))
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const random = rng(seed * 1_000_003 + counts.rounds * 1_009 + RACES.indexOf(next.race))
        await runHeat(new Heat(track, next.race.name, random), next.race, next.count, counts)
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    counts.rounds++
  }
  return counts
}

async function runHeat(heat: Heat, race: Race, count: RaceCount, counts: RaceCounts): Promise<void> {
  try {
    await race.run(heat)
  } catch (error) {
    if (!(error instanceof SetUpFailed)) throw error
    heat.replies.push(error.reply)
    heat.wrong.push(`${race.name}: ${error.message}`)
  }
  count.rounds++
  for (const { status, body } of heat.replies) {
    count.answers.set(status, (count.answers.get(status) ?? 0) + 1)
    if (status >= 500) counts.faults.push(`${race.name}: ${status} ${JSON.stringify(body)}`)
  }
  counts.wrong.push(...heat.wrong)
}

async function audits(db: Db): Promise<string[]> {
  const found = await auditAll(db)
  return found.flatMap(({ broken }) => broken.map((each) => `audit: ${JSON.stringify(each)}`))
}
