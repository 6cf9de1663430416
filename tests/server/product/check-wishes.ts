import type { Db } from '../../../server/src/platform/db/db.ts'
import type { Wish } from './traffic.ts'

export interface Difference {
  lost: string[]
  doubled: string[]
}

const STATUS: Record<string, string> = {
  withdraw: 'withdrawn',
  reject: 'rejected',
  accept: 'accepted',
  'request-cancellation': 'cancellation_requested',
  'approve-cancellation': 'cancelled',
}

/** Compares decided wishes with the database, which must have each acknowledged write exactly once and no others. */
export async function checkWishes(db: Db, wishes: readonly Wish[]): Promise<Difference> {
  const difference: Difference = { lost: [], doubled: [] }
  const done = wishes.filter(({ reply }) => reply.status === 200)
  const of = (call: RegExp) => done.filter((wish) => call.test(wish.call))
  const people = [...new Set(wishes.map(({ person }) => person.id))]
  await checkGifts(db, of(/ \/api\/battles\/gift$/), people, difference)
  await checkClaims(db, of(/ \/api\/lessons\/complete$/), people, difference)
  await checkBattles(db, of(/^POST \/api\/battles$/), of(/^POST \/api\/battles\/[^/]+\/[a-z-]+$/), {
    people,
    difference,
  })
  return difference
}

function compare(expected: readonly string[], found: readonly string[], { lost, doubled }: Difference): void {
  const times = (list: readonly string[]) => Map.groupBy(list, (each) => each)
  const [wanted, there] = [times(expected), times(found)]
  for (const each of new Set([...expected, ...found])) {
    const by = (there.get(each)?.length ?? 0) - (wanted.get(each)?.length ?? 0)
    if (by < 0) lost.push(each)
    if (by > 0) doubled.push(each)
  }
}

async function checkGifts(db: Db, gifts: readonly Wish[], people: string[], difference: Difference): Promise<void> {
  const rows = await db.query<{ gift: string }>(
    `select concat_ws(' ', 'gift', giver_id, key, battle_id, participant_id, amount) as gift
     from battle_gifts where giver_id = any($1::uuid[])`,
    [people],
  )
  compare(
    gifts.map(({ person, key, detail }) =>
      ['gift', person.id, `gift/${key}`, detail.battleId, detail.participantId, detail.amount].join(' '),
    ),
    rows.map(({ gift }) => gift),
    difference,
  )
  const spent = await db.query<{ gave: string }>(
    `select concat_ws(' ', 'Steeze of', a.owner_id, sum(t.amount)) as gave
     from ledger_transfers t join ledger_accounts a on a.id = t.from_account
     where t.kind = 'battle_gift' and a.owner_id = any($1::uuid[]) group by a.owner_id`,
    [people],
  )
  const sums = Map.groupBy(gifts, ({ person }) => person.id)
  compare(
    [...sums].map(
      ([id, mine]) => `Steeze of ${id} ${mine.reduce((sum, { detail }) => sum + Number(detail.amount), 0)}`,
    ),
    spent.map(({ gave }) => gave),
    difference,
  )
}

async function checkClaims(db: Db, claims: readonly Wish[], people: string[], difference: Difference): Promise<void> {
  const paid = await db.query<{ claim: string }>(
    `select concat_ws(' ', 'claim', a.owner_id, t.reference, t.amount) as claim
     from ledger_transfers t join ledger_accounts a on a.id = t.to_account
     where t.kind = 'lesson_claim' and a.owner_id = any($1::uuid[])`,
    [people],
  )
  const counted = await db.query<{ claim: string }>(
    `select concat_ws(' ', 'claim', user_id, lesson_id, aura_earned) as claim
     from lesson_completions where user_id = any($1::uuid[])`,
    [people],
  )
  const expected = claims.map(({ person, detail, reply }) =>
    ['claim', person.id, detail.lessonId, reply.body.auraEarned].join(' '),
  )
  for (const rows of [paid, counted])
    compare(
      expected,
      rows.map(({ claim }) => claim),
      difference,
    )
}

async function checkBattles(
  db: Db,
  created: readonly Wish[],
  steps: readonly Wish[],
  { people, difference }: { people: string[]; difference: Difference },
): Promise<void> {
  const rows = await db.query<{ battle: string }>(
    `select concat_ws(' ', 'battle', id, challenger_id, status) as battle from battles
     where challenger_id = any($1::uuid[])`,
    [people],
  )
  const last = new Map(
    steps.map(({ call, detail }) => [detail.battleId, STATUS[call.slice(call.lastIndexOf('/') + 1)]]),
  )
  compare(
    created.map(({ person, reply }) => `battle ${reply.body.id} ${person.id} ${last.get(reply.body.id) ?? 'pending'}`),
    rows.map(({ battle }) => battle),
    difference,
  )
  // Every challenge has ended, so all stakes are back.
  const held = await db.query<{ held: string }>(
    `select concat_ws(' ', 'AP held of', owner_id, balance) as held from ledger_accounts
     where kind = 'ap_held' and balance <> 0 and owner_id = any($1::uuid[])`,
    [people],
  )
  compare(
    [],
    held.map(({ held: each }) => each),
    difference,
  )
}
