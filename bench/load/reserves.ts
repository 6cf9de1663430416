/**
 * `GET /api/reserves` over three million Steeze transfers, against summing them.
 * `npm run bench -- reserves TRANSFERS` for another number. Runs through the whole server without caching; the chain
 * is a fake, so only the server and PostgreSQL are measured.
 */

import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import type { Db } from '../../server/src/platform/db/db.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { follow } from '../../tests/server/chain/chain.ts'
import { testApp } from '../../tests/server/test-app.ts'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { printFigure, printTable, quantile } from '../support/figures.ts'

const [transfers = 3_000_000] = process.argv.slice(2).map(Number)
const PEOPLE = 20_000
const AT_ONCE = 100_000
const REQUESTS = 100
const BUDGET_MS = 50

async function seed(db: Db): Promise<void> {
  const [chain, unclaimed] = await Promise.all(['steeze_chain', 'steeze_unclaimed'].map((kind) => houseId(db, kind)))
  await db.query(
    `insert into ledger_accounts (owner_id, kind, currency, is_tracked, balance)
     select gen_random_uuid(), 'steeze_purchased', 'STEEZE', true, 0 from generate_series(1, $1::int)`,
    [PEOPLE],
  )
  await db.script(`alter table ledger_transfers disable trigger user;
    alter table ledger_transfers enable trigger ledger_transfers_move_balances;
    alter table ledger_transfers enable trigger ledger_transfers_keep_keys`)
  const pairs = Math.floor(transfers / 2)
  for (let from = 0; from < pairs; from += AT_ONCE) {
    await db.query(
      `with person as (
         select id, (row_number() over (order by id) - 1)::int as position from ledger_accounts
         where kind = 'steeze_purchased'
       )
       insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account, to_balance, created_at)
       select side || '/' || n, 'steeze_purchase', 'bench', 'STEEZE', 1,
              case side when 'in' then $3::bigint else $4 end, case side when 'in' then $4 else p.id end,
              case side when 'in' then null else n / $5::int + 1 end, clock_timestamp()
       from generate_series($1::int, $2::int) n
       join person p on p.position = n % $5 cross join (values ('in'), ('out')) as way (side) order by n, side`,
      [from, Math.min(pairs, from + AT_ONCE) - 1, chain ?? 0, unclaimed ?? 0, PEOPLE],
    )
  }
  await db.script(`alter table ledger_transfers enable trigger user;
    alter table ledger_accounts disable trigger user;
    update ledger_accounts a set balance = said.balance from (
      select to_account as id, max(to_balance) as balance from ledger_transfers where to_balance is not null group by 1
    ) said where said.id = a.id;
    alter table ledger_accounts enable trigger user`)
  for (const table of ['ledger_accounts', 'ledger_transfers']) await db.script(`vacuum analyze ${table}`)
}

async function houseId(db: Db, kind: string): Promise<number> {
  const [row] = await db.query<{ id: number }>('select id from ledger_accounts where kind = $1', [kind])
  return row?.id ?? 0
}

const SUMMED = `
  select a.kind, sum(case when a.is_tracked then a.balance
                          else coalesce((select sum(amount) from ledger_transfers where to_account = a.id), 0)
                             - coalesce((select sum(amount) from ledger_transfers where from_account = a.id), 0) end)::bigint
                   as amount
  from ledger_accounts a where a.currency = 'STEEZE' and a.kind <> 'steeze_chain' group by a.kind`

async function timed(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const ms: number[] = []
  for (let done = 0; done < count; done++) {
    const beganMs = performance.now()
    await work()
    ms.push(performance.now() - beganMs)
  }
  return ms
}

const postgres = await startPostgres({ settings: { shared_buffers: '256MB' } })
try {
  const db = await openPg({ url: postgres.url, poolSize: 4 })
  await migrate(db)
  const beganMs = performance.now()
  await seed(db)
  console.log(
    `${transfers.toLocaleString('en-US')} transfers, ${Math.round((performance.now() - beganMs) / 1_000)} s\n`,
  )
  const test = await testApp({ openDb: async () => db })
  test.ctx.chain.mine(1)
  await follow(test)
  const ask = async () => {
    const { statusCode } = await test.app.inject({ url: '/api/reserves' })
    if (statusCode !== 200) throw new Error(`/api/reserves answered ${statusCode}`)
  }
  await ask()
  const answers = await timed(REQUESTS, ask)
  const sums = await timed(3, () => db.query(SUMMED))
  const row = (name: string, ms: number[]) => [name, ...[0.5, 0.99].map((q) => quantile(ms, q).toFixed(1))]
  printTable(
    ['', 'p50 ms', 'p99 ms'],
    [row('GET /api/reserves', answers), row('summing up, untracked accounts alone', sums)],
  )
  printFigure('reserves', quantile(answers, 0.99) / BUDGET_MS)
  await test.app.close()
  await db.close()
} finally {
  await postgres.stop()
}
