import { TRUST_RULES } from '@aura/api/rules/trust'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer, signedUp } from '../../../../tests/server/actors/actors.ts'
import {
  acceptedBattle,
  challenge,
  creator,
  gift,
  grantAp,
  liveBattle,
  putInDebt,
  readBattle,
  runAfter,
} from '../../../../tests/server/actors/battles.ts'
import { deleteAccount, invitedBy, linkWithInvite } from '../../../../tests/server/actors/inviting.ts'
import { dailyLessons, learn } from '../../../../tests/server/actors/learning.ts'
import { relatePair } from '../../../../tests/server/actors/related.ts'
import { replaceWallet } from '../../../../tests/server/actors/replacing.ts'
import { viaX } from '../../../../tests/server/actors/x-actor.ts'
import { follow, USDC, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { fillRows } from '../../../../tests/server/database/fill-rows.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testAppWithX } from '../../../../tests/server/test-app-with-x.ts'
import { features } from '../../features.ts'
import { platformPersonal } from '../../platform/personal-tables.ts'
import { liftPersonsSuspension, suspendPerson } from '../moderation/index.ts'
import { freezeRedemption } from '../steeze/index.ts'

const test = openForAll(testAppWithX)
let lastId = 9_000
beforeEach(() => {
  lastId += 1
  test.x.person = { id: String(lastId), username: `Maker_${lastId}`, name: 'A Maker' }
  test.ctx.clock.set('2026-03-02T12:00:00Z')
})

const idOf = async (actor: Actor) => (await actor.me()).id

const withWallet = (wallet: Actor['wallet']) => signedUp(test, 'UTC', wallet)

async function withX(): Promise<Actor & { id: string }> {
  const actor = new Actor(test)
  await viaX(actor)
  return Object.assign(actor, { id: await idOf(actor) })
}

/** Replaces the wallet twice and connects X. Returns the wallets, the newest first. */
async function proveMany(actor: Actor): Promise<Actor['wallet'][]> {
  const wallets = [actor.wallet]
  for (let i = 0; i < 2; i++) {
    await replaceWallet(actor, new Actor(test).wallet)
    wallets.unshift(actor.wallet)
  }
  await viaX(actor)
  return wallets
}

describe('a deleted account with four identities', () => {
  it('gives its streak back once, and its lessons and bonus to none of them [settings.delete-restores-once]', async () => {
    const ada = await newcomer(test)
    for (let day = 0; day < 3; day++) {
      await learn(ada)
      test.ctx.clock.advance({ days: 1 })
      await ada.signIn()
    }
    const done = await test.ctx.db.query<{ lesson: string }>(
      'select lesson_id as lesson from lesson_completions where user_id = $1',
      [await idOf(ada)],
    )
    const wallets = await proveMany(ada)
    await deleteAccount(ada)
    const back = [await withX()]
    for (const wallet of wallets) back.push(await withWallet(wallet))
    expect(new Set(back.map(({ id }) => id)).size).toBe(4)
    const figures = []
    for (const actor of back) {
      const { currentStreak, auraPoints } = await actor.me()
      const offered = (await dailyLessons(actor)).filter(({ id }) => done.some(({ lesson }) => lesson === id))
      const { lessonsFinished } = await actor.call('GET /api/streak')
      figures.push({ currentStreak, auraPoints, offered, lessonsFinished })
    }
    const rest = { currentStreak: 0, auraPoints: 0, offered: [], lessonsFinished: 3 }
    expect(figures).toEqual([{ ...rest, currentStreak: 3 }, rest, rest, rest])
    const [first = ada, second = ada] = back
    await learn(first)
    await learn(second)
    await deleteAccount(first)
    // The X account returns to its own account's four days; nobody else can.
    expect((await (await withX()).me()).currentStreak).toBe(4)
    expect((await second.me()).currentStreak).toBe(1)
  })

  it('takes its blocks, mutes and reports to each of them, and its own choices to the first [settings.delete-keeps-restrictions]', async () => {
    const [ada, zed, foe] = [await creator(test), await creator(test), await creator(test)]
    const [wallet] = (await proveMany(ada)) as [Actor['wallet']]
    const of = (id: string) => ({ params: { id } })
    await zed.call('PUT /api/blocks/:id', of(ada.id))
    await foe.call('PUT /api/mutes/:id', of(ada.id))
    await foe.call('PUT /api/users/:id/report', { ...of(ada.id), body: { reason: 'scam', text: 'Owes me.' } })
    await ada.call('PUT /api/blocks/:id', of(foe.id))
    await ada.call('PUT /api/battles/settings', { body: { challengers: 'nobody' } })
    await deleteAccount(ada)
    const listed = async () => [
      (await zed.call('GET /api/blocks')).people.length,
      (await foe.call('GET /api/mutes')).people.length,
      (await openReports()).length,
    ]
    const openReports = () =>
      test.ctx.db.query(
        `select 1 from person_reports r join users u on u.id = r.person_id
         where r.reporter_id = $1 and r.settled_at is null and u.deleted_at is null`,
        [foe.id],
      )
    expect(await listed()).toEqual([0, 0, 0])
    const first = await withWallet(wallet)
    expect(await listed()).toEqual([1, 1, 1])
    const second = await withX()
    expect(await listed()).toEqual([2, 2, 2])
    for (const actor of [first, second])
      expect(await actor.send('PUT', `/api/follows/${zed.id}`)).toMatchObject({ body: { code: 'PERSON_UNAVAILABLE' } })
    const blockedBy = async (actor: Actor) => (await actor.call('GET /api/blocks')).people.map(({ id }) => id)
    expect([await blockedBy(first), await blockedBy(second)]).toEqual([[foe.id], []])
    expect(await first.call('GET /api/battles/settings')).toMatchObject({ challengers: 'nobody' })
    // What was lifted stays lifted.
    await zed.call('DELETE /api/blocks/:id', of(first.id))
    await deleteAccount(first)
    expect((await (await withWallet(wallet)).send('PUT', `/api/follows/${zed.id}`)).status).toBe(200)
  })

  it('is followed and stood by across no block by a person who links it', async () => {
    const [ada, zed, bo] = [await creator(test), await creator(test), await creator(test)]
    await viaX(ada)
    await zed.call('PUT /api/blocks/:id', { params: { id: ada.id } })
    await deleteAccount(ada)
    await bo.call('PUT /api/follows/:id', { params: { id: zed.id } })
    await zed.call('PUT /api/follows/:id', { params: { id: bo.id } })
    await bo.call('PUT /api/places/:id', { params: { id: zed.id }, body: {} })
    await viaX(bo)
    expect((await bo.call('GET /api/places')).places).toEqual([])
    expect(await test.ctx.db.query('select 1 from follows where $1 in (follower_id, followed_id)', [bo.id])).toEqual([])
  })

  it('takes what it lost in battles to the first of them [leaderboard.lost-returns]', async () => {
    const { ada, bo, id, cy } = await liveBattle(test)
    await ada.signIn()
    await viaX(ada)
    await gift(cy, id, bo.id, 30)
    await runAfter(test, { days: 1 })
    await ada.signIn()
    const wonBy = async (actor: Actor) => {
      const params = { id: await idOf(actor) }
      return (await actor.call('GET /api/users/:id', { params })).reputation.won
    }
    expect(await wonBy(ada)).toBe(-250)
    await deleteAccount(ada)
    const [first, second] = [await withWallet(ada.wallet), await withX()]
    expect([await wonBy(first), await wonBy(second)]).toEqual([-250, 0])
    await deleteAccount(first)
    expect(await wonBy(await withWallet(ada.wallet))).toBe(-250)
  })

  describe('in debt', () => {
    const debtsOf = async (id: string) => {
      const rows = await test.ctx.db.query<{ kind: string; owed: number }>(
        `select kind, -balance as owed from ledger_accounts
         where owner_id = $1 and kind in ('ap_debt', 'steeze_debt') and balance < 0`,
        [id],
      )
      return Object.fromEntries(rows.map(({ kind, owed }) => [kind, owed]))
    }

    /** Returns somebody who deleted an account that owed 30 Steeze and 20 AP. */
    async function debtor() {
      const ada = await creator(test)
      await viaX(ada)
      await putInDebt(test.ctx, ada.id, { by: 30 })
      await putInDebt(test.ctx, ada.id, { from: 'ap_available', by: 20 })
      await deleteAccount(ada)
      return ada
    }

    it('brings what it owes to the first of them alone, whose credits pay it [settings.delete-keeps-debts]', async () => {
      const { id, wallet } = await debtor()
      const owed = { steeze_debt: 30, ap_debt: 20 }
      expect(await debtsOf(id)).toEqual(owed)
      // Bought while nobody had the wallet.
      test.ctx.chain.mint(wallet.address, 5 * USDC)
      test.ctx.chain.buy(wallet.address, 5 * USDC)
      await follow(test)
      const first = await withX()
      expect([await debtsOf(id), await debtsOf(first.id)]).toEqual([{}, owed])
      await grantAp(test.ctx, first.id, 50)
      expect([(await first.me()).auraPoints, await debtsOf(first.id)]).toEqual([30, { steeze_debt: 30 }])
      const second = await withWallet(wallet)
      expect([await debtsOf(second.id), (await second.me()).steezeBalance]).toEqual([{}, 50])
      await deleteAccount(first)
      expect(await debtsOf((await withX()).id)).toEqual({ steeze_debt: 30 })
    })

    it('is paid at once by what its wallet bought meanwhile [settings.delete-keeps-debts]', async () => {
      const { wallet } = await debtor()
      test.ctx.chain.mint(wallet.address, 5 * USDC)
      test.ctx.chain.buy(wallet.address, 5 * USDC)
      await follow(test)
      const first = await withWallet(wallet)
      expect([await debtsOf(first.id), (await first.me()).steezeBalance]).toEqual([{ ap_debt: 20 }, 20])
    })

    it('makes a person who links it owe as much [settings.delete-keeps-debts]', async () => {
      await debtor()
      const bo = await creator(test)
      await viaX(bo)
      expect(await debtsOf(bo.id)).toEqual({ steeze_debt: 30, ap_debt: 20 })
    })
  })

  it('brings a question’s league points to one of them [leagues.known-once]', async () => {
    const ada = await creator(test)
    await viaX(ada)
    await learn(ada)
    await test.ctx.db.query('update review_cards set known_at = reviewed_at where user_id = $1', [ada.id])
    await deleteAccount(ada)
    const cardsOf = async (actor: { id: string }) =>
      (
        await test.ctx.db.query<{ cards: number; points: number }>(
          `select count(*)::int as cards, (count(*) filter (where known_at > '2026-03-01'))::int as points
           from review_cards where user_id = $1 and known_at is not null`,
          [actor.id],
        )
      )[0]
    const [first, second] = [await withWallet(ada.wallet), await withX()]
    const cards = (await cardsOf(first))?.cards
    expect(cards).toBeGreaterThan(0)
    expect([await cardsOf(first), await cardsOf(second)]).toEqual([
      { cards, points: cards },
      { cards, points: 0 },
    ])
  })
})

describe('a suspended person', () => {
  it.each(['former wallet', 'former X account'])(
    'is suspended with their %s, too [admin.former-suspended]',
    async (way) => {
      const ada = await newcomer(test)
      const { wallet } = ada
      const id = await idOf(ada)
      if (way === 'former wallet') await replaceWallet(ada, new Actor(test).wallet)
      else {
        await viaX(ada)
        await ada.call('POST /api/auth/disconnect-twitter')
      }
      await suspendPerson(test.ctx, { userId: id, reason: 'Spam.', adminId: null })
      await freezeRedemption(test.ctx, id, 'Under review.', null)
      const again = way === 'former wallet' ? await withWallet(wallet) : await withX()
      expect(again.id).not.toBe(id)
      expect(await again.send('GET', '/api/lessons/daily')).toMatchObject(refusal(403, 'ACCOUNT_SUSPENDED'))
      const kept = await test.ctx.db.query<{ scope: string }>(
        'select scope from suspensions where user_id = $1 and lifted_at is null order by 1',
        [again.id],
      )
      expect(kept.map(({ scope }) => scope)).toEqual(['account', 'redeeming'])
    },
  )

  it('is suspended in the accounts that continue theirs, too, each until it is lifted [admin.former-suspended]', async () => {
    const ada = await newcomer(test)
    const { wallet } = ada
    await replaceWallet(ada, new Actor(test).wallet)
    const second = await withWallet(wallet)
    await viaX(second)
    await second.call('POST /api/auth/disconnect-twitter')
    const third = await withX()
    const bo = await creator(test)
    await grantAp(test.ctx, second.id, 1_000)
    const { id: challengeId } = await challenge(second, bo.id)
    const id = await idOf(ada)
    const suspend = (userId: string) => suspendPerson(test.ctx, { userId, reason: 'Spam.', adminId: null })
    const lift = (userId: string) => liftPersonsSuspension(test.ctx, { userId, reason: null, adminId: null })
    const isRefused = async (actor: Actor) => (await actor.send('GET', '/api/lessons/daily')).status === 403
    const refused = () => Promise.all([ada, second, third].map(isRefused))
    const logged = async () =>
      (
        await test.ctx.db.query<{ text: string }>(
          `select action || ' ' || subject as text from admin_actions where subject = any($1) order by 1`,
          [[id, second.id, third.id]],
        )
      ).map(({ text }) => text)

    expect(await suspend(third.id)).toBe(true)
    expect(await refused()).toEqual([false, false, true])
    await lift(third.id)
    test.changedTopics()
    expect(await suspend(id)).toBe(true)
    expect(await refused()).toEqual([true, true, true])
    expect(test.changedTopics()).toEqual(
      expect.arrayContaining([id, second.id, third.id].map((each) => `user:${each}`)),
    )
    expect((await readBattle(bo, challengeId)).status).toBe('withdrawn')
    await lift(second.id)
    expect(await suspend(id)).toBe(false)
    expect(await refused()).toEqual([true, false, true])
    await freezeRedemption(test.ctx, id, 'Under review.', null)
    expect(await freezeRedemption(test.ctx, second.id, 'Again.', null)).toBe(false)
    const acts = [id, second.id, third.id].flatMap((each) => [`suspend ${each}`, `freeze-redemption ${each}`])
    const others = [`lift ${second.id}`, `lift ${third.id}`, `suspend ${third.id}`]
    expect(await logged()).toEqual([...acts, ...others].sort())
  })

  it('is suspended in a deleted account that continues theirs, for whoever comes back to it', async () => {
    const ada = await newcomer(test)
    const { wallet } = ada
    await replaceWallet(ada, new Actor(test).wallet)
    const second = await withWallet(wallet)
    await viaX(second)
    await deleteAccount(second)
    await suspendPerson(test.ctx, { userId: await idOf(ada), reason: 'Spam.', adminId: null })
    expect(await (await withX()).send('GET', '/api/lessons/daily')).toMatchObject(refusal(403, 'ACCOUNT_SUSPENDED'))
  })

  it('suspends an account by linking their former wallet to it', async () => {
    const ada = await newcomer(test)
    const { wallet } = ada
    await replaceWallet(ada, new Actor(test).wallet)
    await suspendPerson(test.ctx, { userId: await idOf(ada), reason: 'Spam.', adminId: null })
    const bo = Object.assign(await withX(), { wallet })
    expect(await linkWithInvite(bo)).toMatchObject({ status: 200 })
    expect(await bo.send('GET', '/api/lessons/daily')).toMatchObject(refusal(403, 'ACCOUNT_SUSPENDED'))
  })
})

it('a second wallet of an account that had the bonus brings none, in whichever account [access.bonus-once]', async () => {
  const ada = await newcomer(test)
  await replaceWallet(ada, new Actor(test).wallet)
  const second = ada.wallet
  await replaceWallet(ada, new Actor(test).wallet)
  expect((await (await withWallet(second)).me()).auraPoints).toBe(0)
  await deleteAccount(ada)
  const back = await withWallet(ada.wallet)
  await replaceWallet(back, new Actor(test).wallet)
  expect((await back.me()).auraPoints).toBe(0)
})

it('the inviter of a ring answers for it after their return', async () => {
  const ada = await creator(test)
  const ring: (typeof ada)[] = []
  while (ring.length <= TRUST_RULES.ringFree) ring.push(await invitedBy(test, ada))
  const [first = ada, ...rest] = ring
  for (const { id } of rest) await relatePair(test, first.id, id)
  const sizeOf = async ({ id }: { id: string }) =>
    (await features.find(({ rings }) => rings)?.rings?.(test.ctx.db))?.get(id)?.[0]?.length
  expect(await sizeOf(ada)).toBe(ring.length)
  for (const actor of [ada, first]) await deleteAccount(actor)
  const [back] = [await withWallet(ada.wallet), await withWallet(first.wallet)]
  expect(await sizeOf(back)).toBe(ring.length)
  expect(await sizeOf(ada)).toBe(undefined)
})

it('the pair’s cap counts deleted accounts of both people [vouching.account-cap-continued]', async () => {
  const [fan, ada] = [await withUsdc(test), await newcomer(test)]
  const vouch = async (usdc: number) => {
    test.ctx.chain.vouch(fan.wallet.address, ada.wallet.address, usdc * USDC)
    await follow(test)
    const params = { voucherId: await idOf(fan), vouchedId: await idOf(ada) }
    const { remainingAmount, totalVouchedAmount } = await fan.call('GET /api/vouch/amount/:voucherId/:vouchedId', {
      params,
    })
    return { remainingAmount, totalVouchedAmount, ap: (await ada.me()).auraPoints }
  }
  expect(await vouch(60)).toMatchObject({ remainingAmount: 40, totalVouchedAmount: 60 })
  for (const actor of [fan, ada]) {
    await deleteAccount(actor)
    await actor.signIn()
    // Wallets of their own, because the contract has a cap for each pair of wallets.
    const wallet = new Actor(test).wallet
    await replaceWallet(actor, wallet)
    test.ctx.chain.mint(wallet.address, 1_000 * USDC)
  }
  expect(await vouch(60)).toEqual({ remainingAmount: 0, totalVouchedAmount: 60, ap: 400 })
})

/** What becomes of each table without carried columns when a person deletes their account and returns. */
const OTHERS = {
  /** Restored once or counted as paid, from `kept_learning`. */
  learning: `
    kept_learning learners lesson_completions lesson_quizzes placements review_cards time_zone_changes
  `,
  /** Read over the accounts that one continues, so bonus, caps, invites, relations and rated pairs count for all of them. */
  earlier: `
    account_identities continued_accounts invited_people invites rating_changes related_pairs vouches wallet_bonuses
  `,
  /** The account's own record, which neither restricts nor credits the one that returns. */
  own: `
    abouts account_traces accounts_to_relate admin_actions admin_proposals auth_nonces battle_chats battle_cheers
    battle_comments battle_gift_keys battle_gifters battle_gifts battle_reminders battle_round_answers battle_steps
    battles calendar_addresses challenge_links extra_invites follows friend_streaks hidden_followers
    idempotent_answers image_files league_entries league_members ledger_accounts lesson_labs live_announcements
    notification_mutes notifications passkey_challenges passkeys places practice_partners practices
    provider_accounts provider_confirmations provider_flows push_hours push_subscriptions rank_entries rank_parts
    ratings redemption_reviews relation_appeals relayed_payments reminders reviews seen_firsts sessions
    steeze_purchases steeze_redemptions steeze_withdrawals streams text_reports trust_appeals trust_changes
    trust_liabilities trust_ring_accounts trust_rings trust_seeds trust_values usdc_returns users vouch_words
    wallet_bindings wallet_replacements wallets whitelisted_wallets x_tokens
  `,
}

describe('every personal table', () => {
  const tables = [...features.flatMap(({ personalData = [] }) => personalData), ...platformPersonal]
  const columnsOf = (...kinds: string[]) =>
    tables.flatMap(({ table, columns }) =>
      Object.entries(columns).flatMap(([column, { onDeletion }]) =>
        kinds.includes(onDeletion) ? [{ table, column }] : [],
      ),
    )

  it('is carried to a person who returns, or is listed with what becomes of it', () => {
    const carried = new Set(columnsOf('carried').map(({ table }) => table))
    const others = tables.filter(({ table, columns }) => Object.keys(columns).length > 0 && !carried.has(table))
    expect(others.map(({ table }) => table).sort()).toEqual(Object.values(OTHERS).join().match(/\w+/g)?.sort())
  })

  it('that is carried arrives with the account that returns [settings.delete-keeps-restrictions]', async () => {
    await acceptedBattle(test)
    const people = [await creator(test), await creator(test), await creator(test)] as const
    const [low, cy, high] = people.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [...typeof people]
    const carried = columnsOf('carried')
    await fillRows(test.ctx.db, carried, { own: cy.id, low: low.id, high: high.id })
    await test.ctx.db.query('update reputation_parts set won = -1 where user_id = $1', [cy.id])
    await deleteAccount(cy)
    // As if it had been suspended at that moment, since a suspended person can't delete their account.
    await test.ctx.db.query('update suspensions set lifted_at = null where user_id = $1', [cy.id])
    const back = await withWallet(cy.wallet)
    const missing = []
    for (const { table, column } of carried) {
      const rows = await test.ctx.db.query(`select 1 from ${table} where ${column} = $1`, [back.id])
      if (rows.length === 0) missing.push(`${table}.${column}`)
    }
    expect(missing).toEqual([])
    await test.ctx.db.query('delete from reputation_parts where user_id in ($1, $2)', [cy.id, back.id])
    await grantAp(test.ctx, low.id, 1)
  })
})
