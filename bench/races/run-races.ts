import { rng } from '@aura/drawing/random'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { joinWithWallet } from '../../server/src/features/auth/index.ts'
import { ChainFollower } from '../../server/src/features/chain-events/index.ts'
import { whitelistWallet } from '../../server/src/features/whitelist/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { auditAll } from '../../server/src/programs/audit-all.ts'
import { eventHandlers } from '../../server/src/run-features.ts'
import { productContext } from '../../tests/server/product/arena.ts'
import { AnvilNetwork } from '../../tools/local-chain/anvil-network.ts'
import { startSandbox } from '../../tools/provider-sandbox/start-sandbox.ts'
import { accountRaces } from './account-races.ts'
import { battleRaces } from './battle-races.ts'
import { Heat, type Run, type Track } from './heat.ts'
import { equip, type RaceServerStart, raceSettings } from './race-server.ts'
import { Racer, SetUpFailed } from './racer.ts'
import { signInRaces } from './sign-in-races.ts'

interface RacePlan {
  url: string
  rounds: number
  seed: number
  withinMs: number
  serve(start: RaceServerStart): Promise<{ port: number; close(): Promise<void> }>
}

const RACES = Object.entries({ ...signInRaces, ...battleRaces, ...accountRaces })
/** Races that run at once. Their people are disjoint; locks and connections are shared. */
const LANES = 4
const USDC = 1_000_000
const PATRON_USDC = 20_000

/**
 * Races people against each other and themselves on two servers that share a PostgreSQL database and a local
 * chain, and checks the invariants after each round. The seed decides order, servers and delays. Ends with the
 * audits of ledger, Steeze and ranks. Returns what it found as `faults` of the servers and as `wrong`.
 */
export async function runRaces({ url, rounds, seed, withinMs, serve }: RacePlan) {
  const network = await AnvilNetwork.start()
  const sandbox = await startSandbox([0])
  const admin = privateKeyToAccount(generatePrivateKey())
  const start = { url, chain: network.settings, xUrl: sandbox.url, adminWallet: admin.address }
  const db = await openPg({ url, poolSize: 8 })
  const servers: Awaited<ReturnType<typeof serve>>[] = []
  try {
    servers.push(...(await Promise.all([serve(start), serve(start)])))
    const ctx = equip(productContext(db, { settings: raceSettings(start) }), start)
    const ports = servers.map(({ port }) => port)
    await whitelistWallet(ctx, admin.address)
    const adminRacer = new Racer(ports, admin)
    await adminRacer.signIn()
    const track: Track = { ctx, ports, admin: adminRacer, patronId: await patron(ctx, network) }

    const untilMs = performance.now() + withinMs
    const races = RACES.map(([name]) => ({ name, rounds: 0, answers: new Map<number, number>() }))
    const counts = { rounds: 0, races, faults: [] as string[], wrong: [] as string[] }
    while (counts.rounds < rounds && performance.now() < untilMs) {
      const waiting = RACES.entries()
      const lane = async () => {
        for (const [index, [name, race]] of waiting) {
          const heat = new Heat(track, name, rng(seed * 1_000_003 + counts.rounds * 1_009 + index))
          await runHeat(heat, race)
          const count = races[index] as (typeof races)[number]
          count.rounds++
          for (const { status, body } of heat.replies) {
            count.answers.set(status, (count.answers.get(status) ?? 0) + 1)
            if (status >= 500) counts.faults.push(`${name}: ${status} ${JSON.stringify(body)}`)
          }
          counts.wrong.push(...heat.wrong)
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      counts.rounds++
    }
    for (const { broken } of await auditAll(db)) counts.wrong.push(...broken.map((each) => JSON.stringify(each)))
    return counts
  } finally {
    for (const server of servers) await server.close()
    await db.close()
    await sandbox.stop()
    network.stop()
  }
}

async function runHeat(heat: Heat, race: Run): Promise<void> {
  try {
    await race(heat)
  } catch (error) {
    if (!(error instanceof SetUpFailed)) throw error
    heat.replies.push(error.reply)
    heat.must(false, error.message)
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
