import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { RankedEntry } from '@aura/api/calls/leaderboard'
import { buildApp } from '../../../server/src/app.ts'
import { followingDue, followRanks } from '../../../server/src/features/leaderboard/index.ts'
import { houseAccount, postTransfers, userAccount } from '../../../server/src/features/ledger/index.ts'
import { readStreak, streakColumns } from '../../../server/src/features/lessons/index.ts'
import { defaultLimits } from '../../../server/src/limits.ts'
import { unconnectedChain } from '../../../server/src/platform/chain/rpc-chain.ts'
import { systemClock } from '../../../server/src/platform/clock.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import { openDatabase } from '../../../server/src/platform/db/connection/open-database.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { migrate } from '../../../server/src/platform/db/migrations/migrate.ts'
import { noImages } from '../../../server/src/platform/images/images.ts'
import { createLive } from '../../../server/src/platform/live/live.ts'
import { testSettings, unhurriedLimits } from '../../../tests/server/test-settings.ts'
import { BENCH_ORIGIN } from './bench-server.ts'
import { CROWDED_TOKEN, LETTERS, type RanksOrder, type RanksReport, type RanksStart, TOKEN } from './ranks-token.ts'
import { Redis } from './redis.ts'

const WRITERS = 8
/** Transfers per transaction: claims have one, settlements several. */
const TOGETHER = 5
const COUNTED_MS = 500

const userId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const seedId = (expression: string) => `('00000000-0000-4000-8000-' || lpad((${expression})::text, 12, '0'))::uuid`

/** Points are skewed: a third has only the first bonus, most have little, a few very much. */
const POINTS = `case when g % 3 = 0 then 100
  else 100 + (10 * floor(exp(ln(100000) * power((hashint4(g)::bigint & 1048575) / 1048576.0, 2))))::bigint end`

async function seed(db: Db, users: number): Promise<void> {
  const tables = ['ledger_accounts', 'ledger_transfers']
  for (const table of tables) await db.script(`alter table ${table} disable trigger user`)
  await db.script('alter table ledger_transfers enable trigger ledger_transfers_keep_keys')
  for (let from = 1; from <= users; from += 100_000) {
    const to = Math.min(users, from + 99_999)
    await db.query(
      `insert into users (id, username, created_at)
       select ${seedId('g')}, left(translate(md5(g::text), '0123456789abcdef', '${LETTERS}'), 8) || '_' || g, clock_timestamp()
       from generate_series($1::int, $2::int) g`,
      [from, to],
    )
    await db.query(
      `insert into learners (user_id, time_zone, streak_days, last_day)
       select ${seedId('g')}, 'UTC', g % 40, (clock_timestamp() at time zone 'UTC')::date from generate_series($1::int, $2::int) g`,
      [from, to],
    )
    await db.query(
      `insert into ledger_accounts (owner_id, kind, currency, is_tracked, balance)
       select ${seedId('g')}, 'ap_available', 'AP', true, ${POINTS} from generate_series($1::int, $2::int) g order by g`,
      [from, to],
    )
    await db.query(
      `insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account, to_balance, created_at)
       select 'seed/' || a.id, 'lesson_claim', 'seed', 'AP', a.balance,
              (select id from ledger_accounts where kind = 'ap_issued'), a.id, a.balance, clock_timestamp()
       from ledger_accounts a
       where a.owner_id between ${seedId('$1::int')} and ${seedId('$2::int')} and a.kind = 'ap_available' order by a.id`,
      [from, to],
    )
  }
  for (const table of tables) await db.script(`alter table ${table} enable trigger user`)
  await db.query('select rebuild_ranks()')
  for (const table of ['users', 'learners', 'ledger_accounts', 'ledger_transfers', 'rank_entries', 'rank_counters']) {
    await db.script(`vacuum analyze ${table}`)
  }
  const crowded = Math.floor(users / 2 / 3) * 3
  await openSession(db, CROWDED_TOKEN, userId(crowded))
  await openSession(db, TOKEN, userId(crowded + 1))
}

const openSession = (db: Db, token: string, id: string) =>
  db.query(
    `insert into sessions (token_hash, user_id, user_agent, created_at, last_used_at, expires_at, ends_at)
     values ($1, $2, 'bench', clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '1 day',
             clock_timestamp() + interval '1 day')`,
    [createHash('sha256').update(token).digest(), id],
  )

/** A sorted set beside the database, as most products have one. */
async function fillRedis(db: Db, redis: Redis): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db.query<{ userId: string; points: number }>(
      `select user_id::text as "userId", points from rank_entries
       where board = 0 and user_id > $1::uuid order by rank_entries.user_id limit 10000`,
      [after],
    )
    if (rows.length === 0) return
    await redis.send('ZADD', 'ranks', ...rows.flatMap(({ points, userId: id }) => [points, id]))
    after = rows.at(-1)?.userId ?? after
  }
}

const NAMES = `select u.id, u.username, u.profile_image_url as "profileImageUrl", ${streakColumns('l').text},
  (select count(*) from battles b where b.winner_id = u.id) as "totalBattlesWon", a.balance as "auraPoints"
  from users u join learners l on l.user_id = u.id
  join ledger_accounts a on a.owner_id = u.id and a.kind = 'ap_available' where u.id = any($1::uuid[])`

type Named = Omit<RankedEntry, 'rank'> & Parameters<typeof readStreak>[0]

/** The same route with the rank from `count(*)` or Redis. */
function otherWays(app: Awaited<ReturnType<typeof buildApp>>, db: Db, redis: Redis | null): void {
  const answer = async (first: number, around: readonly string[], id: string, total: number) => {
    const rows = await db.query<Named>(NAMES, [around])
    const byId = new Map(rows.map((row) => [row.id, row]))
    const entries = around.flatMap((one, index) => {
      const row = byId.get(one)
      if (!row) return []
      const { id: who, username, profileImageUrl, totalBattlesWon, auraPoints } = row
      const currentStreak = readStreak(row, new Date())
      return [{ id: who, username, profileImageUrl, totalBattlesWon, auraPoints, currentStreak, rank: first + index }]
    })
    const mine = entries.findIndex((entry) => entry.id === id)
    const { rank = 0, auraPoints = 0, currentStreak = 0 } = entries[mine] ?? {}
    return { rank, auraPoints, currentStreak, total, above: entries.slice(0, mine), below: entries.slice(mine + 1) }
  }
  const onRequest = app.countRequest.read
  app.get('/bench/redis', { onRequest }, async (request, reply) => {
    const id = (await app.resolveSession(request, reply))?.userId as string
    if (!redis) return reply.status(503).send()
    const rank = Number(await redis.send('ZREVRANK', 'ranks', id))
    const first = Math.max(0, rank - 5)
    const [around, total] = await Promise.all([
      redis.send('ZREVRANGE', 'ranks', first, rank + 5),
      redis.send('ZCARD', 'ranks'),
    ])
    return answer(first + 1, around as string[], id, Number(total))
  })
  app.get('/bench/count', { onRequest }, async (request, reply) => {
    const id = (await app.resolveSession(request, reply))?.userId as string
    const [mine] = await db.query<{ before: number; points: number; total: number }>(
      `select e.points, (select count(*) from ledger_accounts where kind = 'ap_available') as total,
              (select count(*) from ledger_accounts x where x.kind = 'ap_available' and x.balance > e.points) as before
       from rank_entries e where e.board = 0 and e.user_id = $1`,
      [id],
    )
    const { points = 0, before = 0, total = 0 } = mine ?? {}
    const above = await db.query<{ id: string }>(
      `select owner_id as id from ledger_accounts
       where kind = 'ap_available' and balance > $1 order by balance limit 5`,
      [points],
    )
    const below = await db.query<{ id: string }>(
      `select owner_id as id from ledger_accounts
       where kind = 'ap_available' and balance <= $1 and owner_id <> $2 order by balance desc limit 5`,
      [points, id],
    )
    const around = [...above.map((one) => one.id).reverse(), id, ...below.map((one) => one.id)]
    return answer(before + 1 - above.length, around, id, total)
  })
}

type Gain = readonly [index: number, amount: number]

const give = (ctx: Pick<Context, 'db' | 'clock'>, gains: readonly Gain[]) =>
  ctx.db.tx((tx) =>
    postTransfers(
      tx,
      ctx.clock,
      gains.map(([index, amount]) => ({
        key: randomUUID(),
        kind: 'lesson_claim',
        reference: 'bench',
        from: houseAccount('ap_issued'),
        to: userAccount(userId(index), 'ap_available'),
        amount,
      })),
    ),
  )

async function serve({ databaseUrl, dataDir, users, redisPort }: RanksStart): Promise<void> {
  const db = await openDatabase({ databaseUrl, dataDir: dataDir ?? '', databasePoolSize: 16 })
  await migrate(db)
  await seed(db, users)
  if (databaseUrl) await db.script(`create index bench_by_balance on ledger_accounts (kind, balance desc)`)
  const redis = redisPort === null ? null : await Redis.open(redisPort)
  if (redis) await fillRedis(db, redis)
  const ctx: Context = {
    db,
    chain: unconnectedChain('local'),
    clock: systemClock,
    limits: { ...unhurriedLimits, ranksLagMs: defaultLimits.ranksLagMs },
    settings: { ...testSettings, origin: BENCH_ORIGIN },
    live: createLive({ clock: systemClock, limits: unhurriedLimits }),
    images: noImages,
    signer: null,
  }
  const app = await buildApp(ctx)
  otherWays(app, db, redis)
  // Writes use their own connections, as from another server; PGlite has only one.
  const writing = databaseUrl ? await openDatabase({ databaseUrl, dataDir: '', databasePoolSize: WRITERS }) : db
  const anybody = () => 1 + Math.floor(Math.random() * users)
  const change = async () => {
    const gains = Array.from({ length: TOGETHER }, (): Gain => [anybody(), 10 + Math.floor(Math.random() * 90)])
    await give({ db: writing, clock: ctx.clock }, gains)
    await Promise.all(gains.map(([index, amount]) => redis?.send('ZINCRBY', 'ranks', amount, userId(index))))
  }
  let isCounted = true
  // As the job of a server does.
  const job = followingDue(ctx)
  setInterval(() => void (isCounted && job.runBatch()), COUNTED_MS)
  let timer: NodeJS.Timeout | undefined
  let [done, waiting] = [0, 0]
  const orders = {
    move({ perSecond }: { perSecond: number }): RanksReport {
      ;[done, waiting] = [0, 0]
      const startedMs = performance.now()
      let sent = 0
      timer = setInterval(() => {
        const due = Math.floor(((performance.now() - startedMs) / 1_000) * perSecond)
        for (; sent < due && waiting < WRITERS; sent += TOGETHER) {
          waiting += 1
          void change().then(() => {
            done += TOGETHER
            waiting -= 1
          })
        }
      }, 5)
      return {}
    },
    async rest(): Promise<RanksReport> {
      clearInterval(timer)
      while (waiting > 0) await new Promise((resolve) => setTimeout(resolve, 5))
      return { done }
    },
    async cost({ changes, ranked }: { changes: number; ranked: boolean }): Promise<RanksReport> {
      isCounted = ranked
      const startedMs = performance.now()
      const writer = async () => {
        for (let i = 0; i < changes / WRITERS; i++) await give(ctx, [[anybody(), 1 + (i % 50)]])
      }
      await Promise.all(Array.from({ length: WRITERS }, writer))
      if (ranked) await followRanks(db)
      const ms = performance.now() - startedMs
      isCounted = true
      await followRanks(db)
      return { ms }
    },
    async check({ people }: { people: number }): Promise<RanksReport> {
      let wrong = 0
      for (let i = 0; i < people; i++) {
        const id = userId(anybody())
        const token = randomBytes(32).toString('base64url')
        await openSession(db, token, id)
        const answer = await app.inject({ url: '/api/leaderboard/me', cookies: { aura_session: token } })
        const [counted] = await db.query<{ rank: number }>(
          `select count(*) as rank from rank_entries x join rank_entries e on e.board = 0 and e.user_id = $1
           where x.board = 0 and (x.points, x.tie, x.user_id) >= (e.points, e.tie, e.user_id)`,
          [id],
        )
        if (answer.json().rank !== counted?.rank) wrong += 1
      }
      return { wrong }
    },
  }
  process.on('message', async (order: RanksOrder) => {
    process.send?.(await (orders[order.op] as (order: RanksOrder) => RanksReport | Promise<RanksReport>)(order))
  })
  process.on('disconnect', () => process.exit(0))
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.({ port: (app.server.address() as AddressInfo).port })
}

await serve(JSON.parse(process.argv[2] ?? '') as RanksStart)
