import { describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import {
  acceptedBattle,
  challenge,
  creator,
  form,
  fundSteeze,
  gift,
  giver,
  liveBattle,
  putInDebt,
  readBattle,
  runAt,
  step,
} from '../../../../tests/server/actors/battles.ts'
import { earn, follow } from '../../../../tests/server/chain/chain.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openStream } from '../../../../tests/server/live-stream.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { goneUsername } from '../profile/index.ts'
import { auditSteeze, freezeRedemption, unfreezeRedemption } from '../steeze/index.ts'

const AFTER_THE_BATTLE = '2026-03-02T20:00:00.000Z'

const test = openForEach(testApp)

const remove = async (actor: Actor, confirmation?: string) =>
  actor.send('POST', '/api/user/delete', {
    confirmation: confirmation ?? (await actor.me()).username,
    proof: await actor.freshProof('delete-account'),
  })
const outlook = (actor: Actor) => actor.call('GET /api/user/deletion')
const NOTHING = { battles: [], gifts: [], redemptions: [] }

async function afterBattle() {
  const battle = await liveBattle(test)
  const { ada, bo, cy, id } = battle
  await gift(cy, id, ada.id, 30)
  await gift(cy, id, bo.id, 10)
  await runAt(test, AFTER_THE_BATTLE)
  return battle
}

describe('deleting an account', () => {
  it('ends all sessions, forfeits the balance, and removes the user from every page, rank, search and receipt [settings.delete-forfeits] [settings.delete-names-forfeit]', async () => {
    const { ada, bo, cy, id } = await afterBattle()
    const { username, walletAddress } = await ada.me()
    const elsewhere = new Actor(test)
    elsewhere.cookies.set('aura_session', ada.cookies.get('aura_session') ?? '')
    await fundSteeze(test.ctx, ada.id, { purchased: 7 })
    expect(await outlook(ada)).toEqual({
      unfinished: NOTHING,
      frozen: null,
      pending: { sent: 0, received: 0 },
      forfeited: { auraPoints: 1_250, purchasedSteeze: 7, earnedSteeze: 30, usdc: 2.1 },
    })
    const statsBefore = await bo.call('GET /api/stats')
    const stream = await openStream(test, ada, 'user')
    await stream.next()
    test.changedTopics()

    const reply = await remove(ada, `  ${username.toUpperCase()} `)
    expect(reply).toMatchObject({ status: 200, body: { ok: true } })
    expect(ada.cookies.has('aura_session')).toBe(false)
    await stream.ended
    expect(test.changedTopics()).toEqual(expect.arrayContaining([`sessions:${ada.id}`, `user:${bo.id}`]))
    for (const gone of [ada, elsewhere])
      expect(await gone.send('GET', '/api/auth/user')).toMatchObject(refusal(401, 'UNAUTHORIZED'))

    const everything = await Promise.all(
      [
        `/api/users/search?q=${username}`,
        `/api/users/search?q=${walletAddress}`,
        '/api/leaderboard',
        '/api/leaderboard?type=weekly',
        '/api/leaderboard?type=monthly',
        '/api/battles',
        '/api/battles/user',
        `/api/battles/${id}`,
        `/api/battles/${id}/votes`,
        `/api/battles/${id}/receipt`,
        '/api/notifications',
        `/api/users/${bo.id}`,
        `/api/users/${bo.id}/battles`,
        '/api/user/export',
      ].map((path) => bo.send('GET', path)),
    )
    expect(everything.map(({ status }) => status)).toEqual(everything.map(() => 200))
    for (const { body } of everything) {
      expect(JSON.stringify(body)).not.toContain(username)
      expect(JSON.stringify(body).toLowerCase()).not.toContain(walletAddress?.toLowerCase())
    }
    expect((await readBattle(bo, id)).challenger.username).toMatch(/^deleted_[0-9a-f]{12}$/)
    expect(await bo.send('GET', `/api/users/${ada.id}`)).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
    expect(await bo.send('GET', `/api/users/${ada.id}/battles`)).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
    expect((await bo.call('GET /api/users/search', { query: { q: 'deleted_' } })).length).toBe(0)
    const stats = await bo.call('GET /api/stats')
    expect(stats.totalUsers).toBe(statsBefore.totalUsers - 1)
    const page = await test.app.inject({ method: 'GET', url: `/profile/${ada.id}` })
    expect(page.body).not.toContain(username)
    const picture = await test.app.inject({ method: 'GET', url: `/share/profiles/${ada.id}.jpg` })
    expect(picture.statusCode).toBe(404)
    expect((await cy.me()).id).toBe(cy.id)

    const sums = await test.ctx.db.query(
      `select a.kind, sum(case when t.to_account = a.id then t.amount else -t.amount end)::bigint as total
       from ledger_accounts a join ledger_transfers t on a.id in (t.from_account, t.to_account)
       where a.kind = 'steeze_forfeited' or a.owner_id = $1 group by a.kind order by 1`,
      [ada.id],
    )
    expect(sums.filter(({ total }) => total !== 0)).toEqual([{ kind: 'steeze_forfeited', total: 37 }])
  })

  it('changes other users’ data only where it names the user', async () => {
    const { ada, bo, cy } = await afterBattle()
    const theirs = async () => {
      const state = await databaseState(test.ctx.db, { except: ['rank_counters', 'rank_slots'] })
      return Object.entries(state).flatMap(([table, rows]) =>
        rows
          .filter((row) => [bo.id, cy.id].some((id) => row.includes(id)) && !row.includes(ada.id))
          .filter(() => table !== 'notifications')
          .map((row) => `${table} ${row}`),
      )
    }
    const before = await theirs()
    expect((await remove(ada)).status).toBe(200)
    expect(await theirs()).toEqual(before)
    expect(before.length).toBeGreaterThan(20)
  })

  it('removes the name from stored responses [settings.delete-forgets-answers]', async () => {
    const [ada, bo, dee] = [await creator(test), await creator(test), await creator(test)]
    const { username } = await ada.me()
    const key = (name: string) => ({ 'idempotency-key': name.padEnd(8, '-') })
    const asked = { body: form(ada.id), headers: key('asks-ada') }
    const { id } = await bo.call('POST /api/battles', asked)
    await bo.call('POST /api/battles', { body: form(dee.id), headers: key('asks-dee') })
    await step(bo, id, 'withdraw', key('withdraws'))
    const kept = async () =>
      (
        await test.ctx.db.query<{ key: string; text: string }>(
          `select key, coalesce(body::text, '') as text from idempotent_answers order by key`,
        )
      ).map(({ key: name, text }) => [name, text.includes(username)])
    expect(await kept()).toEqual([
      ['asks-ada', true],
      ['asks-dee', false],
      ['withdraws', true],
    ])
    // These responses to Bo are still being stored.
    await test.ctx.db.query(
      `insert into idempotent_answers (user_id, call, key, request_hash, created_at)
       values ($1, 'POST /api/battles/:id/withdraw', 'on-its-way', '', $2),
              ($1, 'POST /api/battles', 'on-its-way', '', $2)`,
      [bo.id, test.ctx.clock.now()],
    )
    expect((await remove(ada)).status).toBe(200)
    expect(await kept()).toEqual([['asks-dee', false]])
    const before = await databaseState(test.ctx.db, { except: ['idempotent_answers'] })
    const again = { id, status: 'withdrawn', opponent: { username: goneUsername(ada.id) } }
    expect((await step(bo, id, 'withdraw', key('withdraws'))).body).toMatchObject(again)
    expect(await bo.call('POST /api/battles', asked)).toMatchObject(again)
    expect(await databaseState(test.ctx.db, { except: ['idempotent_answers'] })).toEqual(before)
  })

  it('frees the name, and the wallet joins as a new user without a second bonus [access.bonus-not-after-deletion]', async () => {
    const ada = await creator(test, 0)
    const { username, walletAddress } = await ada.me()
    expect((await remove(ada)).status).toBe(200)
    const { bonusAwarded } = await ada.signIn()
    expect(bonusAwarded).toBe(false)
    const again = await ada.me()
    expect(again).toMatchObject({ walletAddress, auraPoints: 0 })
    expect(again.id).not.toBe(ada.id)
    await ada.call('POST /api/auth/update-profile', { body: { username } })
    const taken = await ada.send('POST', '/api/auth/update-profile', { username: 'deleted_me' })
    expect(taken).toMatchObject(refusal(409, 'USERNAME_TAKEN'))
  })

  it('leaves Steeze covered, and the wallet’s uncredited purchases to its next owner', async () => {
    const ada = await newcomer(test)
    await earn(test, ada, 100)
    test.ctx.chain.mint(ada.wallet.address, 10_000_000)
    test.ctx.chain.buy(ada.wallet.address, 5_000_000)
    expect((await remove(ada)).status).toBe(200)
    await follow(test)
    expect(await (await newcomer(test)).call('GET /api/reserves')).toMatchObject({ difference: 0 })
    await ada.signIn()
    expect((await ada.call('GET /api/steeze/balance')).purchasedSteeze).toBe(50)
    expect((await auditSteeze(test.ctx.db)).broken).toEqual([])
  })
})

describe('pending challenges', () => {
  it('end with the account: sent ones are withdrawn, received ones rejected, stakes return and the others are notified [settings.delete-ends-challenges]', async () => {
    const [ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
    const sent = await challenge(ada, bo.id, { title: 'From Ada' })
    const received = await challenge(cy, ada.id, { title: 'From Cy' })
    const stranger = await challenge(cy, bo.id)
    const { username } = await ada.me()
    expect(await outlook(ada)).toMatchObject({
      unfinished: NOTHING,
      pending: { sent: 1, received: 1 },
      forfeited: { auraPoints: 1_000 },
    })
    test.changedTopics()
    expect((await remove(ada)).status).toBe(200)
    expect(test.changedTopics()).toEqual(
      expect.arrayContaining(
        [sent.id, received.id].map((id) => `battle:${id}`).concat(`user:${bo.id}`, `user:${cy.id}`),
      ),
    )
    expect((await readBattle(bo, sent.id)).status).toBe('withdrawn')
    expect((await readBattle(bo, received.id)).status).toBe('rejected')
    expect((await readBattle(bo, stranger.id)).status).toBe('pending')
    expect(await cy.me()).toMatchObject({ auraPoints: 1_000, availableAuraPoints: 750 })
    const gone = goneUsername(ada.id)
    const noticesOf = async (actor: Actor) =>
      (await actor.call('GET /api/notifications'))
        .filter(({ relatedId }) => relatedId !== stranger.id)
        .map(({ title, message }) => `${title}. ${message}`)
    expect(await noticesOf(bo)).toEqual([expect.stringContaining(`${gone} withdrew the challenge`)])
    expect(await noticesOf(cy)).toEqual([
      expect.stringContaining(`${gone} rejected your challenge. From Cy: Your 250 AP were returned.`),
    ])
    const notices = JSON.stringify([await noticesOf(bo), await noticesOf(cy)])
    expect(notices).not.toContain(username)
    expect(notices).not.toContain('From Ada')
    const [issued] = await test.ctx.db.query(
      `select sum(balance)::int as left from ledger_accounts where owner_id = $1`,
      [ada.id],
    )
    expect(issued).toEqual({ left: 0 })
  })

  it('leave no title that a rematch copied from the user', async () => {
    const { ada, bo, id } = await liveBattle(test, {}, { title: 'From Ada' })
    await runAt(test, AFTER_THE_BATTLE)
    const rematch = await bo.call('POST /api/battles/:id/rematch', { params: { id }, body: undefined })
    expect(rematch.title).toBe('From Ada')
    expect((await remove(ada)).status).toBe(200)
    const notices = JSON.stringify(await bo.call('GET /api/notifications'))
    expect(notices).toContain('rejected your challenge')
    expect(notices).not.toContain('From Ada')
  })

  it.each([
    { debt: 30, forfeited: 220, left: 0 },
    { debt: 300, forfeited: 0, left: -50 },
  ])('repay a debt of $debt AP first, and the rest is forfeited', async ({ debt, forfeited, left }) => {
    const [ada, bo] = [await creator(test), await creator(test)]
    await challenge(ada, bo.id)
    await putInDebt(test.ctx, ada.id, { from: 'ap_available', by: debt })
    expect((await outlook(ada)).forfeited.auraPoints).toBe(forfeited)
    expect(await remove(ada)).toMatchObject({ status: 200 })
    expect(
      await test.ctx.db.query(
        `select kind, balance from ledger_accounts where owner_id = $1 and currency = 'AP' order by kind`,
        [ada.id],
      ),
    ).toEqual([
      { kind: 'ap_available', balance: 0 },
      { kind: 'ap_debt', balance: left },
      { kind: 'ap_held', balance: 0 },
    ])
  })
})

describe('an account in use', () => {
  const refused = async (actor: Actor, unfinished: object) => {
    const before = await databaseState(test.ctx.db)
    const reply = await remove(actor)
    expect(reply).toMatchObject({ ...refusal(409, 'ACCOUNT_IN_USE'), body: { data: { unfinished } } })
    expect(await databaseState(test.ctx.db)).toEqual(before)
    expect((await outlook(actor)).unfinished).toEqual({ ...NOTHING, ...unfinished })
  }

  it('stays while its redemptions are frozen, which a new account would not be [settings.check-delete-frozen]', async () => {
    const ada = await creator(test)
    await freezeRedemption(test.ctx, ada.id, 'Bought votes')
    const before = await databaseState(test.ctx.db)
    const reply = await remove(ada)
    expect(reply).toMatchObject(refusal(403, 'REDEMPTION_FROZEN'))
    expect(JSON.stringify(reply.body)).toContain(
      'once your redemptions are unfrozen. They are frozen because: Bought votes',
    )
    expect(await databaseState(test.ctx.db)).toEqual(before)
    expect(await outlook(ada)).toMatchObject({ unfinished: NOTHING, frozen: 'Bought votes' })
    await unfreezeRedemption(test.ctx, ada.id)
    expect(await outlook(ada)).toMatchObject({ frozen: null })
    expect((await remove(ada)).status).toBe(200)
  })

  it('stays while a battle is accepted, on either side, with its pending challenges [settings.check-delete-open-battles]', async () => {
    const { ada, bo, id } = await acceptedBattle(test)
    await challenge(await creator(test), ada.id)
    await challenge(ada, (await creator(test)).id)
    for (const side of [ada, bo]) await refused(side, { battles: [{ id, title: null, status: 'accepted' }] })
  })

  it('stays while a battle holds its gifts [settings.check-delete-open-gifts]', async () => {
    const { ada, cy, id } = await liveBattle(test)
    const other = await giver(test)
    await gift(cy, id, ada.id, 3)
    await gift(cy, id, ada.id, 4)
    await refused(cy, { gifts: [{ battleId: id, title: null, amount: 7 }] })
    expect((await remove(other)).status).toBe(200)
    await runAt(test, AFTER_THE_BATTLE)
    expect((await remove(cy)).status).toBe(200)
  })

  it('stays while a redemption is open [settings.check-delete-open-redemptions]', async () => {
    const ada = await newcomer(test)
    await earn(test, ada, 100)
    test.ctx.chain.mine(3)
    await follow(test)
    const { holdId } = await ada.call('POST /api/steeze/redeem', { body: { amount: 40 } })
    await refused(ada, { redemptions: [{ id: holdId, amount: 40 }] })
  })
})
