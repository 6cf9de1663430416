import type { Db } from '../../server/src/platform/db/db.ts'

const PEOPLE = 20_000
const AT_ONCE = 200_000
/** People with even and with odd positions are written side by side: no lane touches an account of the other. */
const LANES = [0, 1]
const FIRST_DAY = '2026-01-05T00:00:00Z'

/** Fills an empty database with a history that passes every audit, past the triggers, which would take an hour. */
export async function seedHistory(db: Db, transfers: number): Promise<void> {
  const part = Math.floor(transfers / 15)
  await db.script(`alter table ledger_transfers disable trigger user;
    alter table ledger_transfers enable trigger ledger_transfers_move_balances;
    alter table ledger_transfers enable trigger ledger_transfers_keep_keys;
    alter table ledger_transfers enable trigger ledger_transfers_keep_reputation;
    alter table ledger_accounts disable trigger user`)
  await db.query(
    `insert into ledger_accounts (owner_id, kind, currency, is_tracked, balance)
     select gen_random_uuid(), 'ap_available', 'AP', true, 0 from generate_series(1, $1::int)`,
    [PEOPLE],
  )
  await db.query(
    `insert into ledger_accounts (owner_id, kind, currency, is_tracked, balance)
     select owner_id, more.kind, more.currency, true, 0 from ledger_accounts
     cross join (values ('ap_held', 'AP'), ('steeze_purchased', 'STEEZE')) as more (kind, currency)
     where ledger_accounts.kind = 'ap_available'`,
  )
  for (const [name, kind] of [
    ['chain', 'steeze_chain'],
    ['unclaimed', 'steeze_unclaimed'],
    ['issued', 'ap_issued'],
  ]) {
    await db.script(`create table seed_${name} as select id from ledger_accounts where kind = '${kind}'`)
  }
  await db.script(`create table seed_people as
    select (row_number() over (order by free.id) - 1)::int as position, free.id as free, held.id as held, bought.id as bought
    from ledger_accounts free
    join ledger_accounts held on held.owner_id = free.owner_id and held.kind = 'ap_held'
    join ledger_accounts bought on bought.owner_id = free.owner_id and bought.kind = 'steeze_purchased'
    where free.kind = 'ap_available';
    create index on seed_people (position)`)
  await inLanes(5 * part, (range) => seedSteeze(db, range))
  // The last thousand blocks are not final yet.
  await db.query(
    `insert into chain_cursors (id, block_number, final_number) values ('1/bench/bench', $1::bigint, $1::bigint - 1000)`,
    [5 * part],
  )
  // One user has a hundredth, so their balance builds on this.
  const toOne = Math.floor((4 * part) / 100)
  await inLanes(4 * part - toOne, (range) => seedLessons(db, { ...range, before: 0, people: PEOPLE }))
  const before = Math.ceil((4 * part - toOne) / PEOPLE)
  await inParts(toOne, (from, to) => seedLessons(db, { from, to, lanes: 1, lane: 0, before, people: 1 }))
  await seedBalances(db)
  await seedHolds(db, Math.floor(part / 2))
  await db.script(`drop table seed_chain, seed_unclaimed, seed_issued, seed_people;
    alter table ledger_transfers enable trigger user;
    alter table ledger_accounts enable trigger user;
    select rebuild_ranks()`)
  await db.script('vacuum analyze')
}

async function inParts(count: number, work: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) await work(from, Math.min(count, from + AT_ONCE) - 1)
}

interface Range {
  from: number
  to: number
  lanes: number
  lane: number
}

const inLanes = (count: number, work: (range: Range) => Promise<unknown>) =>
  Promise.all(LANES.map((lane) => inParts(count, (from, to) => work({ from, to, lanes: LANES.length, lane }))))

// As long as the product's, so that tables have their real size.
const TX_HASH = `'0x' || md5('first ' || n) || md5('second ' || n)`
const PURCHASE_KEY = `'steeze-purchase/8453/' || ${TX_HASH} || '/0/0'`

/** Each purchase is an event, a purchase and two transfers. */
async function seedSteeze(db: Db, { from, to, lanes, lane }: Range): Promise<void> {
  await db.query(
    `with event as (
       insert into chain_events (chain_id, tx_hash, log_index, contract, kind, block_number, block_hash, block_time, account,
                                 usdc_micros, steeze_amount, status)
       select 1, ${TX_HASH}, 0, 'bench', 'steeze_purchased', n, 'bench', $3::timestamptz, 'bench/' || n, 100000, 1,
              'applied'
       from generate_series($1::int, $2::int) n where n % $4::int = $5::int
       returning id, block_number as n
     )
     insert into steeze_purchases (event_id, key, wallet, amount, usdc_micros, tx_hash, bought_at)
     select id, ${PURCHASE_KEY}, 'bench/' || n, 1, 100000, ${TX_HASH}, $3 from event`,
    [from, to, FIRST_DAY, lanes, lane],
  )
  await db.query(
    `insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account, to_balance, created_at)
     select ${PURCHASE_KEY} || case side when 'in' then '' else '/claimed' end,
            case side when 'in' then 'steeze_purchase' else 'steeze_claim' end, ${TX_HASH}, 'STEEZE', 1,
            case side when 'in' then c.id else u.id end, case side when 'in' then u.id else p.bought end,
            case side when 'out' then n / $3::int + 1 end, $4::timestamptz
     from generate_series($1::int, $2::int) n
     join seed_people p on p.position = n % $3 cross join seed_chain c cross join seed_unclaimed u
     cross join (values ('in'), ('out')) as way (side) where n % $5::int = $6::int order by n, side`,
    [from, to, PEOPLE, FIRST_DAY, lanes, lane],
  )
}

async function seedLessons(
  db: Db,
  { from, to, lanes, lane, before, people }: Range & { before: number; people: number },
): Promise<void> {
  await db.query(
    `insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account, to_balance, created_at)
     select 'lesson/' || md5($3::int || '/' || n)::uuid || '/what-a-wallet-holds', 'lesson_claim', 'what-a-wallet-holds', 'AP', 1, i.id, p.free, $3 + n / $4::int + 1,
            $5::timestamptz + n * interval '5 seconds'
     from generate_series($1::int, $2::int) n
     join seed_people p on p.position = n % $4 cross join seed_issued i where n % $6::int = $7::int order by n`,
    [from, to, before, people, FIRST_DAY, lanes, lane],
  )
}

async function seedBalances(db: Db): Promise<void> {
  await db.script(`analyze ledger_transfers;
    update ledger_accounts a set balance = said.balance from (
      select to_account as id, max(to_balance) as balance from ledger_transfers where to_balance is not null group by 1
    ) said where said.id = a.id`)
}

async function seedHolds(db: Db, count: number): Promise<void> {
  await db.query(
    `create table seed_holds as
     select n, gen_random_uuid() as id, p.free, p.held, a.balance
     from generate_series(0, ${count - 1}) n join seed_people p on p.position = n % ${PEOPLE}
     join ledger_accounts a on a.id = p.free where a.balance > 0`,
  )
  await db.query(
    `insert into ledger_holds (id, account_id, amount, created_at) select id, held, 1, $1::timestamptz from seed_holds`,
    [FIRST_DAY],
  )
  await db.query(
    `insert into ledger_hold_resolutions (hold_id, created_at) select id, $1::timestamptz from seed_holds`,
    [FIRST_DAY],
  )
  await db.query(
    `insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account, from_balance, to_balance,
                                   opens_hold, resolves_hold, created_at)
     select 'battle/' || id || '/' || side, case side when 'hold' then 'hold' else 'hold_release' end, id::text, 'AP', 1,
            case side when 'hold' then free else held end, case side when 'hold' then held else free end,
            case side when 'hold' then balance - 1 else 0 end, case side when 'hold' then 1 else balance end,
            case side when 'hold' then id end, case side when 'release' then id end, $1::timestamptz
     from seed_holds cross join (values ('hold'), ('release')) as way (side) order by n, side`,
    [FIRST_DAY],
  )
  await db.script('drop table seed_holds')
}
