import { describe, expect, it } from 'vitest'
import { Actor, signedUp } from '../../../../tests/server/actors/actors.ts'
import { admin, logged } from '../../../../tests/server/actors/admins.ts'
import {
  acceptedBattle,
  apOf,
  challenge,
  creator,
  form,
  gift,
  giver,
  liveBattle,
  readBattle,
  runAfter,
  runAt,
  STARTS_AT,
  step,
} from '../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../tests/server/actors/inviting.ts'
import { relate, relatePair, shareDevice } from '../../../../tests/server/actors/related.ts'
import { follow, USDC, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { trimTables } from '../../../../tests/server/trim-tables.ts'
import { findRelatedRevision } from './index.ts'
import { RELATED_AT } from './relatedness.rules.ts'

const test = openForEach(testApp)

const pairs = () =>
  test.ctx.db.query<{ ids: string[]; score: number; kinds: string[]; isRelated: boolean }>(
    `select array[a_id, b_id]::text[] as ids, score, is_related as "isRelated",
            array(select reason->>'kind' from jsonb_array_elements(reasons) reason) as kinds
     from related_pairs order by score desc`,
  )

type Verdict = 'clear' | 'restore' | 'uphold'
const judge = (by: Actor, [one, other]: readonly string[], what: Verdict, reason = 'You are two people.') =>
  by.send('POST', `/api/admin/people/${one}/related/${other}/${what}`, { reason })

describe('accounts', () => {
  it('are related when used in turn on one device, and others at their address aren’t [related.device]', async () => {
    const [ada, bo, cy] = [await signedUp(test), await signedUp(test), await signedUp(test)]
    await shareDevice(test, [ada, bo])
    await shareDevice(test, [cy])
    await relate(test)
    const [pair, ...rest] = await pairs()
    expect(pair).toMatchObject({
      ids: [ada.id, bo.id].sort(),
      kinds: ['device', 'turns', 'address'],
      isRelated: true,
    })
    expect(pair?.score).toBeGreaterThanOrEqual(RELATED_AT)
    expect(rest).toEqual([])
  })

  it('have a payer in common only if the payer is no stranger to them [related.stranger-pays]', async () => {
    const [fan, ada, bo] = [await withUsdc(test), await signedUp(test), await signedUp(test)]
    const own = [ada.id, bo.id].sort()
    await shareDevice(test, [ada], 4)
    await shareDevice(test, [ada, bo], 2)
    for (const actor of [ada, bo]) test.ctx.chain.vouch(fan.wallet.address, actor.wallet.address, 10 * USDC)
    await follow(test)
    await relate(test)
    const both = async () => (await pairs()).find(({ ids }) => `${ids}` === `${own}`)
    expect(await both()).toMatchObject({ kinds: ['device', 'turns', 'address'], isRelated: false })
    // The payer uses a device of one of them as one person does: the two are compared again, though neither signs in.
    fan.cookies.set('aura_device', ada.cookies.get('aura_device') ?? '')
    await shareDevice(test, [fan], 4)
    await relate(test)
    expect(await both()).toMatchObject({ kinds: ['funder', 'device', 'turns', 'address'], isRelated: true })
  })

  it('are compared by days with a session, and not by sign-ins [related.days]', async () => {
    const [ada, bo] = [await signedUp(test), await signedUp(test)]
    const scores = async () => (await pairs()).map(({ isRelated }) => isRelated)
    for (let time = 0; time < 5; time++) {
      bo.cookies.set('aura_device', ada.cookies.get('aura_device') ?? '')
      await ada.signIn()
      await bo.signIn()
      test.ctx.clock.advance({ hours: 1 })
    }
    await relate(test)
    expect(await scores()).toEqual([false])
    for (let day = 0; day < 2; day++) {
      test.ctx.clock.advance({ days: 1 })
      // Neither signs in again.
      for (const actor of [ada, bo]) for (let time = 0; time < 2; time++) await actor.me()
    }
    await relate(test)
    expect(await scores()).toEqual([true])
    const days = await test.ctx.db.query<{ days: number; hours: number }>(
      `select count(distinct hour::date)::int as days, count(distinct hour)::int as hours from account_traces
       where kind = 'device' and user_id = $1`,
      [ada.id],
    )
    expect(days).toEqual([{ days: 3, hours: 7 }])
  })

  it('stop being related once their traces are gone', async () => {
    const [ada, bo] = [await signedUp(test), await signedUp(test)]
    await shareDevice(test, [ada, bo])
    await relate(test)
    expect(await pairs()).toHaveLength(1)
    test.ctx.clock.advance({ days: 401 })
    await trimTables(test.ctx)
    await ada.signIn()
    await relate(test)
    expect(await pairs()).toEqual([])
  })
})

describe('an admin', () => {
  const related = async () => (await pairs()).map(({ ids, isRelated }) => ({ ids, isRelated }))

  it('says that two accounts aren’t one person’s, and may undo it [admin.relation-cleared]', async () => {
    const [eve, ada, bo, cy] = [await admin(test), await signedUp(test), await signedUp(test), await signedUp(test)]
    const ids = [ada.id, bo.id] as const
    for (const what of ['clear', 'restore'] as const)
      expect(await judge(eve, ids, what)).toMatchObject(refusal(404, 'RELATION_NOT_FOUND'))
    await shareDevice(test, [ada, bo])
    await shareDevice(test, [cy, await signedUp(test)])
    await relate(test)
    await eve.signIn()
    const before = await findRelatedRevision(test.ctx.db)
    const others = (await related()).filter((pair) => !pair.ids.includes(ids[0]))
    expect(await judge(eve, ids, 'clear', 'Sisters.')).toMatchObject({ status: 200 })
    expect(await related()).toEqual(expect.arrayContaining([{ ids: [...ids].sort(), isRelated: false }, ...others]))
    expect(await findRelatedRevision(test.ctx.db)).toBe(before + 1)
    expect(await logged(eve, 2)).toMatchObject(
      ids.toReversed().map((subject) => ({ action: 'clear-relation', subject, reason: 'Sisters.' })),
    )
    const state = await databaseState(test.ctx.db, { except: ['sessions'] })
    // In the other order it is the same pair.
    expect(await judge(eve, ids.toReversed(), 'clear', 'Again')).toMatchObject({ status: 200 })
    expect(await databaseState(test.ctx.db, { except: ['sessions'] })).toEqual(state)

    await eve.signIn()
    expect(await judge(eve, ids, 'restore', 'They are one.')).toMatchObject({ status: 200 })
    expect(await related()).toEqual(expect.arrayContaining([{ ids: [...ids].sort(), isRelated: true }, ...others]))
    expect(await findRelatedRevision(test.ctx.db)).toBe(before + 2)
  })
})

describe('both people of a related pair', () => {
  const told = async (who: Actor) =>
    (await who.call('GET /api/notifications'))
      .filter(({ type }) => type === 'account_related')
      .map(({ title, message, path }) => ({ title, message, path }))
  const appeal = (who: Actor, otherId: string, text: unknown = 'We are sisters.') =>
    who.send('POST', `/api/related-accounts/${otherId}/appeal`, { text })
  const own = (who: Actor) => who.call('GET /api/related-accounts')
  async function relatedPair() {
    const [ada, bo] = [await signedUp(test), await signedUp(test)]
    await shareDevice(test, [ada, bo])
    await relate(test)
    return { ada, bo, ids: [ada.id, bo.id] as const }
  }

  it('are told once, without why, and see each other in Settings [related.told]', async () => {
    const { ada, bo } = await relatedPair()
    const [adas, bos] = [(await ada.me()).username, (await bo.me()).username]
    for (const [who, name] of [
      [ada, bos],
      [bo, adas],
    ] as const) {
      const notices = await told(who)
      expect(notices).toMatchObject([{ title: `Your account is related to ${name}’s`, path: '/settings' }])
      expect(notices[0]?.message).toMatch(/no gifts .* no stakes .* no AP and no Trust/)
      expect(JSON.stringify(notices)).not.toMatch(/device|address|score/i)
      const body = await own(who)
      expect(body).toMatchObject([{ person: { username: name }, appeal: null }])
      expect(JSON.stringify(body)).not.toMatch(/device|score|reasons/)
    }
    await shareDevice(test, [ada, bo], 1)
    await relate(test)
    expect([await told(ada), await told(bo)]).toMatchObject([{ length: 1 }, { length: 1 }])
    const cy = await signedUp(test)
    expect([await told(cy), await own(cy)]).toEqual([[], []])
  })

  it('may each appeal once, and an admin answers in writing [related.appeal]', async () => {
    const { ada, bo, ids } = await relatedPair()
    const [adaId, boId] = ids
    const cy = await signedUp(test)
    for (const [who, other] of [
      [cy, adaId],
      [ada, cy.id],
    ] as const)
      expect(await appeal(who, other)).toMatchObject(refusal(404, 'RELATION_NOT_FOUND'))
    expect(await appeal(ada, boId, '  ')).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    expect(await appeal(ada, boId)).toMatchObject({ status: 200 })
    expect(await appeal(ada, boId, 'Really.')).toMatchObject(refusal(409, 'RELATION_APPEALED'))
    const [eve, mallory] = [await admin(test), await admin(test)]
    await eve.signIn()
    expect(await eve.call('GET /api/admin/relation-appeals')).toMatchObject([
      { person: { id: adaId }, text: 'We are sisters.', other: { person: { id: boId }, isRelated: true } },
    ])
    expect(await judge(eve, ids, 'uphold', 'One keyboard.')).toMatchObject({ status: 200 })
    expect(await judge(eve, ids, 'uphold')).toMatchObject(refusal(409, 'RELATION_NOT_APPEALED'))
    expect(await own(ada)).toMatchObject([{ appeal: { text: 'We are sisters.', answer: 'One keyboard.' } }])
    expect(await own(bo)).toMatchObject([{ appeal: null }])
    expect((await told(ada))[0]).toMatchObject({ title: 'Your appeal was rejected' })
    expect(await told(bo)).toHaveLength(1)
    expect(await appeal(ada, boId)).toMatchObject(refusal(409, 'RELATION_APPEALED'))
    expect((await logged(eve, 2)).map(({ action }) => action)).toEqual(['uphold-relation', 'uphold-relation'])
    // The other person has an appeal of their own. Whoever appealed can't judge it.
    expect(await appeal(bo, adaId)).toMatchObject({ status: 200 })
    await relatePair(test, mallory.id, adaId)
    await mallory.signIn()
    expect(await judge(mallory, ids, 'uphold')).toMatchObject(refusal(409, 'ADMIN_OWN_CASE'))
  })

  it('are unrelated once an appeal is granted, until there is new evidence [related.appeal-granted]', async () => {
    const { ada, bo, ids } = await relatedPair()
    await appeal(bo, ids[0])
    const eve = await admin(test)
    expect(await judge(eve, ids, 'clear')).toMatchObject({ status: 200 })
    expect(await own(bo)).toEqual([])
    for (const who of [ada, bo])
      expect((await told(who))[0]).toMatchObject({
        title: expect.stringMatching(/aren’t related any more$/),
        message: expect.stringContaining('You are two people.'),
      })
    expect(await eve.call('GET /api/admin/relation-appeals')).toEqual([])
    const isRelated = async () => (await pairs()).find((pair) => `${pair.ids}` === `${[...ids].sort()}`)?.isRelated
    await shareDevice(test, [ada, bo])
    await relate(test)
    expect(await isRelated()).toBe(false)
    // A wallet that moved from one to the other was not known when the appeal was granted.
    const wallet = `0x${'ab'.repeat(20)}`
    for (const id of ids)
      await test.ctx.db.query(
        'insert into wallet_bindings (user_id, address, bound_at, unbound_at) values ($1, $2, $3, $4)',
        [id, wallet, ...(id === ids[0] ? ['2026-03-02', '2026-03-03'] : ['2026-03-04', '2026-03-05'])],
      )
    await shareDevice(test, [ada, bo], 1)
    await relate(test)
    expect(await isRelated()).toBe(true)
    expect((await told(bo))[0]).toMatchObject({ title: expect.stringMatching(/^Your account is related/) })
    expect(await appeal(bo, ids[0])).toMatchObject({ status: 200 })
  })
})

it('stores keyed hashes with the hour, addresses for 90 days and devices for 400 [related.hashed]', async () => {
  const ada = await signedUp(test)
  const traces = () =>
    test.ctx.db.query<{ kind: string; hash: string; hour: Date }>(
      `select kind, encode(value_hash, 'hex') as hash, hour from account_traces order by kind`,
    )
  expect(await traces()).toMatchObject([{ kind: 'address' }, { kind: 'device' }])
  for (const { hash, hour } of await traces()) {
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(hour.getTime() % 3_600_000).toBe(0)
  }
  const state = JSON.stringify(await databaseState(test.ctx.db))
  expect(state).not.toContain(ada.cookies.get('aura_device'))
  expect(state).not.toContain('127.0.0.1')
  test.ctx.clock.advance({ days: 89 })
  await trimTables(test.ctx)
  expect(await traces()).toHaveLength(2)
  test.ctx.clock.advance({ days: 2 })
  await trimTables(test.ctx)
  expect(await traces()).toMatchObject([{ kind: 'device' }])
  test.ctx.clock.advance({ days: 310 })
  await trimTables(test.ctx)
  expect(await traces()).toEqual([])
})

it('sets a cookie that scripts can’t read, and keeps it', async () => {
  const ada = new Actor(test)
  const body = { ...(await ada.signedMessage()), timeZone: 'UTC' }
  const { headers } = await ada.send('POST', '/api/auth/wallet', body)
  const set = [headers['set-cookie'] ?? []].flat().map(String)
  expect(set.find((cookie) => cookie.startsWith('aura_device='))).toMatch(/HttpOnly.*SameSite=Lax/)
  const token = ada.cookies.get('aura_device')
  await ada.signIn()
  expect(ada.cookies.get('aura_device')).toBe(token)
  ada.cookies.set('aura_device', 'something else')
  await ada.signIn()
  expect(ada.cookies.get('aura_device')).toMatch(/^[\w-]{43}$/)
})

it('records nothing where one browser plays several people with the demo wallet', async () => {
  const demo = await testApp({ settings: { demoWallet: true } })
  try {
    await shareDevice(demo, [await signedUp(demo), await signedUp(demo)])
    expect(await demo.ctx.db.query('select 1 from account_traces')).toEqual([])
  } finally {
    await demo.close()
  }
})

it('signs in also when nothing can be recorded', async () => {
  const ada = await signedUp(test)
  await test.ctx.db.query('alter table account_traces rename to elsewhere')
  await ada.signIn()
  await test.ctx.db.query('alter table elsewhere rename to account_traces')
  expect((await ada.me()).id).toBeTruthy()
})

it('gifts to either side of a related account’s battle are refused, and nothing moves [related.gifts]', async () => {
  const battle = await liveBattle(test)
  const bo = await giver(test, { purchased: 50 })
  await relatePair(test, bo.id, battle.ada.id)
  const before = await databaseState(test.ctx.db, { except: ['idempotent_answers'] })
  for (const side of [battle.ada, battle.bo]) {
    const reply = await gift(bo, battle.id, side.id, 5)
    expect(reply).toMatchObject(refusal(403, 'GIFT_BY_RELATED'))
    expect(JSON.stringify(reply.body)).not.toMatch(/score|reasons|\b120\b/)
  }
  expect(await databaseState(test.ctx.db, { except: ['idempotent_answers'] })).toEqual(before)
  expect(await gift(battle.cy, battle.id, battle.ada.id, 5)).toMatchObject({ status: 200 })
  await test.ctx.db.query('update related_pairs set is_related = false')
  expect(await gift(bo, battle.id, battle.ada.id, 5)).toMatchObject({ status: 200 })
})

describe('stakes between related accounts', () => {
  it('are refused when a challenge is made, repeated or accepted, and the form knows before [related.stakes]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const pending = await challenge(ada, bo.id)
    const link = await ada.call('POST /api/challenge-links', {
      body: { stakeAmount: 5, duration: 0.25, softClose: false },
    })
    await relatePair(test, ada.id, bo.id)
    const before = await databaseState(test.ctx.db, { except: ['idempotent_answers'] })
    for (const reply of [
      await ada.send('POST', '/api/battles', form(bo.id)),
      await step(bo, pending.id, 'accept'),
      await bo.send('POST', `/api/challenge-links/${link.id}/accept`),
    ])
      expect(reply).toMatchObject(refusal(409, 'BATTLE_WITH_RELATED'))
    expect(await databaseState(test.ctx.db, { except: ['idempotent_answers'] })).toEqual(before)
    expect(await bo.call('GET /api/users/:id/challenge-terms', { params: { id: ada.id } })).toMatchObject({
      refusal: 'BATTLE_WITH_RELATED',
    })
    expect(await bo.call('GET /api/challenge-links/:id', { params: { id: link.id } })).toMatchObject({
      can: { accept: { allowed: false, reason: 'BATTLE_WITH_RELATED' } },
    })
  })

  it('are refused in a rematch [related.stakes]', async () => {
    const { ada, bo, id } = await liveBattle(test)
    await runAfter(test, { days: 1 })
    expect(await readBattle(ada, id)).toMatchObject({ status: 'completed' })
    await ada.signIn()
    await relatePair(test, ada.id, bo.id)
    expect(await ada.send('POST', `/api/battles/${id}/rematch`)).toMatchObject(refusal(409, 'BATTLE_WITH_RELATED'))
  })

  it('return at the start if the two became related meanwhile, and other battles start [related.stakes]', async () => {
    const [off, on] = [await acceptedBattle(test), await acceptedBattle(test)]
    await relatePair(test, off.ada.id, off.bo.id)
    await relatePair(test, on.ada.id, off.bo.id)
    await runAt(test, STARTS_AT)
    expect(await readBattle(off.ada, off.id)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'This battle didn’t pass our checks.',
    })
    expect(await readBattle(on.ada, on.id)).toMatchObject({ status: 'active' })
    for (const who of [off.ada, off.bo]) expect(await apOf(who)).toEqual({ total: 1_000, free: 1_000 })
    const told = (await off.ada.call('GET /api/notifications')).find(({ title }) => title === 'Battle called off')
    expect(told?.message).toMatch(/Your accounts seem to be one person’s, so you can’t stake against each other\. Your/)
  })

  it('return at the end, with all gifts, if the two became related while it was live [related.stakes]', async () => {
    const [off, on] = [await acceptedBattle(test), await acceptedBattle(test)]
    const cy = await giver(test, { purchased: 50 })
    await runAt(test, STARTS_AT)
    for (const { ada, id } of [off, on]) await gift(cy, id, ada.id, 5)
    const steeze = async (who: Actor) => (await who.me()).steezeBalance
    await relatePair(test, off.ada.id, off.bo.id)
    await runAfter(test, { days: 1 })
    for (const who of [off.ada, off.bo, cy, on.ada]) await who.signIn()
    expect(await readBattle(off.ada, off.id)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'This battle didn’t pass our checks.',
    })
    for (const who of [off.ada, off.bo]) expect(await apOf(who)).toEqual({ total: 1_000, free: 1_000 })
    expect([await steeze(cy), await steeze(off.ada), await steeze(on.ada)]).toEqual([45, 0, 5])
    const notices = JSON.stringify(await cy.call('GET /api/notifications'))
    expect(notices).toContain('didn’t pass our checks')
    expect(notices).not.toMatch(/one person/)
    expect(await readBattle(on.ada, on.id)).toMatchObject({ status: 'completed', winnerId: on.ada.id })
  })
})

it('leaves of a deleted account only that it was related, and exports the hours [related.deleted]', async () => {
  const [ada, bo, cy] = [await signedUp(test), await signedUp(test), await signedUp(test)]
  await shareDevice(test, [ada, bo, cy])
  await relate(test)
  const eve = await admin(test)
  await eve.call('POST /api/admin/people/:id/related/:otherId/clear', {
    params: { id: ada.id, otherId: cy.id },
    body: { reason: 'Sisters.' },
  })
  await ada.signIn()
  const { body } = await ada.send<{ data: Record<string, Record<string, unknown>[]> }>('GET', '/api/user/export')
  expect(Object.keys(body.data.sign_in_traces?.[0] ?? {}).sort()).toEqual(['hour', 'kind'])
  expect(JSON.stringify(body)).not.toContain(bo.id)
  const [id, other] = [ada.id, bo.id]
  const rowsOf = async (user: string) => {
    const [rows] = await test.ctx.db.query<Record<'account_traces' | 'accounts_to_relate' | 'related_pairs', number>>(
      `select (select count(*)::int from account_traces where user_id = $1) as account_traces,
              (select count(*)::int from accounts_to_relate where user_id = $1) as accounts_to_relate,
              (select count(*)::int from related_pairs where $1 in (a_id, b_id)) as related_pairs`,
      [user],
    )
    return rows as NonNullable<typeof rows>
  }
  // Her last sign-in is queued for comparison.
  for (const count of Object.values(await rowsOf(id))) expect(count).toBeGreaterThan(0)
  await deleteAccount(ada)
  expect(await rowsOf(id)).toEqual({ account_traces: 0, accounts_to_relate: 0, related_pairs: 1 })
  expect((await rowsOf(other)).account_traces).toBeGreaterThan(0)
  const left = async () => (await pairs()).filter(({ ids }) => ids.includes(id))
  const bare = { ids: [id, other].sort(), score: RELATED_AT, kinds: [], isRelated: true }
  expect(await left()).toEqual([bare])
  const revision = await findRelatedRevision(test.ctx.db)
  // The other account doesn't calculate it again, and the one that returns with the wallet inherits it.
  await bo.signIn()
  await relate(test)
  expect(await left()).toEqual([bare])
  expect(await findRelatedRevision(test.ctx.db)).toBe(revision)
  await ada.signIn()
  const inherited = {
    ids: [(await ada.me()).id, other].sort(),
    score: RELATED_AT,
    kinds: ['predecessor'],
    isRelated: true,
  }
  expect(await pairs()).toContainEqual(inherited)
  await relate(test)
  expect((await pairs()).find(({ ids }) => `${ids}` === `${inherited.ids}`)).toMatchObject({ isRelated: true })
  expect(await left()).toEqual([bare])
})
