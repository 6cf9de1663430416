import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import type { SqlValue } from '../../../server/src/platform/db/db.ts'
import type { Arena } from './arena.ts'
import { type Person, send } from './people.ts'
import type { ProductServer } from './product-server.ts'
import { openStage, type Stage } from './stage.ts'
import { startTraffic, type Traffic } from './traffic.ts'

const CROWD = { gift: 2, claim: 2, challenge: 1, read: 1 }
/** Each kind of the crowd at each of two servers. */
const PARTS = 8
const RECOVERED_WITHIN_MS = 60_000

interface Victims {
  battle: Arena
  bystander: Person
}

/** Begins a fault. Returns a function that ends it. */
type Fault = (stage: Stage, victims: Victims) => Promise<() => Promise<unknown>>

async function openTransaction(url: string, text: string, values: readonly SqlValue[] = []) {
  const db = await openPg({ url, poolSize: 1 })
  const [begun, ended] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
  const over = db.tx(async (tx) => {
    const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
    await tx.query(text, values)
    begun.resolve(row?.pid ?? 0)
    await ended.promise
  })
  const pid = await Promise.race([begun.promise, over.then(() => 0)])
  const end = async () => {
    ended.resolve()
    await over
    await db.close()
  }
  return { pid, end }
}

/** Stops a server between locking a battle's row and its giver's account, which another session holds until then. */
const freezeInTransaction: Fault = async ({ database, servers }, { battle, bystander }) => {
  const [doomed] = servers as [ProductServer]
  const account = 'select 1 from ledger_accounts where owner_id = $1 for update'
  const locked = await openTransaction(database.adminUrl, account, [bystander.id])
  const body = { battleId: battle.id, participantId: battle.sides[0], amount: 1 }
  void send(doomed.port, bystander, { method: 'POST', path: '/api/battles/gift', body })
  const beside = await openPg({ url: database.adminUrl, poolSize: 1 })
  const waits = 'select 1 from pg_stat_activity where $1::int = any (pg_blocking_pids(pid))'
  while ((await beside.query(waits, [locked.pid])).length === 0) await pause(2)
  doomed.freeze()
  await locked.end()
  await beside.close()
  return async () => doomed.thaw()
}

const lockGifts: Fault = async ({ database }) =>
  (await openTransaction(database.adminUrl, 'lock table battle_gifts in access exclusive mode')).end

const crashDatabase: Fault = async ({ database }) => {
  await database.crash()
  return () => database.start()
}

const takeAllConnections: Fault = async ({ database }) => {
  const taken: { end(): Promise<void> }[] = []
  const take = () =>
    openTransaction(database.url, 'select 1').then(
      (each) => taken.push(each) > 0,
      () => false,
    )
  while (await take());
  return () => Promise.all(taken.map(({ end }) => end()))
}

/** Resolves once each kind of request worked again at each server. */
async function recovered({ wishes }: Traffic): Promise<void> {
  const endedMs = performance.now()
  const working = () =>
    new Set(wishes.filter((wish) => wish.endedMs > endedMs).map(({ server, kind }) => `${server} ${kind}`))
  while (working().size < PARTS) {
    if (performance.now() - endedMs > RECOVERED_WITHIN_MS)
      throw new Error(`only ${[...working()].join(', ')} recovered`)
    await pause(50)
  }
}

it('loses, doubles and breaks nothing while its database or one of two servers fails', async () => {
  const stage = await openStage({ servers: 2 })
  const plan: [Fault, number][] = [
    [freezeInTransaction, 3_500],
    [lockGifts, 500],
    [crashDatabase, 200],
    [takeAllConnections, 500],
  ]
  try {
    for (const [begin, lastsMs] of plan) {
      const { battles, people, bystander } = await stage.gather(CROWD)
      const traffic = startTraffic({ servers: () => stage.servers, crowd: CROWD, people, battles, seed: 5 })
      await pause(200)
      const end = await begin(stage, { battle: battles[0], bystander })
      await pause(lastsMs)
      await end()
      await recovered(traffic)
      await traffic.finish()
      const outcome = await stage.compare(traffic, ({ status }) => status === 500)
      expect({ fault: begin.name, ...outcome }).toEqual({
        fault: begin.name,
        ...{ lost: [], doubled: [], failed: [], broken: [] },
      })
    }
  } finally {
    await stage.close()
  }
})
