import { describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { admin, logged } from '../../../../tests/server/actors/admins.ts'
import { gift, giver, liveBattle } from '../../../../tests/server/actors/battles.ts'
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

const idOf = async (actor: Actor) => (await actor.me()).id
const pairs = () =>
  test.ctx.db.query<{ ids: string[]; score: number; kinds: string[]; isRelated: boolean }>(
    `select array[a_id, b_id]::text[] as ids, score, is_related as "isRelated",
            array(select reason->>'kind' from jsonb_array_elements(reasons) reason) as kinds
     from related_pairs order by score desc`,
  )

describe('accounts', () => {
  it('are related when used in turn on one device, and others at their address aren’t [related.device]', async () => {
    const [ada, bo, cy] = [await newcomer(test), await newcomer(test), await newcomer(test)]
    await shareDevice(test, [ada, bo])
    await shareDevice(test, [cy])
    await relate(test)
    const [pair, ...rest] = await pairs()
    expect(pair).toMatchObject({
      ids: [await idOf(ada), await idOf(bo)].sort(),
      kinds: ['device', 'address'],
      isRelated: true,
    })
    expect(pair?.score).toBeGreaterThanOrEqual(RELATED_AT)
    expect(rest).toEqual([])
  })

  it('have a payer in common as one more reason, which alone has no effect', async () => {
    const [fan, ada, bo] = [await withUsdc(test), await newcomer(test), await newcomer(test)]
    for (const actor of [ada, bo]) test.ctx.chain.vouch(fan.wallet.address, actor.wallet.address, 10 * USDC)
    await follow(test)
    await relate(test)
    expect(await pairs()).toMatchObject([
      { ids: [await idOf(ada), await idOf(bo)].sort(), kinds: ['funder', 'address'], isRelated: false },
    ])
  })

  it('stop being related once their traces are gone', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
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
  const judge = (
    who: Actor,
    step: 'clear' | 'restore',
    [one, other]: readonly string[],
    reason: unknown = 'Sisters.',
  ) => who.send('POST', `/api/admin/people/${one}/related/${other}/${step}`, { reason })
  const related = async () => (await pairs()).map(({ ids, isRelated }) => ({ ids, isRelated }))

  it('says that two accounts aren’t one person’s, for good, and may undo it [admin.relation-cleared]', async () => {
    const [eve, ada, bo, cy] = [await admin(test), await newcomer(test), await newcomer(test), await newcomer(test)]
    const ids = [await idOf(ada), await idOf(bo)] as const
    await shareDevice(test, [ada, bo])
    await shareDevice(test, [cy, await newcomer(test)])
    await relate(test)
    await eve.signIn()
    const before = await findRelatedRevision(test.ctx.db)
    const others = (await related()).filter((pair) => !pair.ids.includes(ids[0]))
    expect(await judge(eve, 'clear', ids)).toMatchObject({ status: 200 })
    expect(await related()).toEqual(expect.arrayContaining([{ ids: [...ids].sort(), isRelated: false }, ...others]))
    expect(await findRelatedRevision(test.ctx.db)).toBe(before + 1)
    expect(await logged(eve, 2)).toMatchObject(
      ids.toReversed().map((subject) => ({ action: 'clear-relation', subject, reason: 'Sisters.' })),
    )
    const state = await databaseState(test.ctx.db, { except: ['sessions'] })
    // In the other order it is the same pair.
    expect(await judge(eve, 'clear', ids.toReversed(), 'Again')).toMatchObject({ status: 200 })
    expect(await databaseState(test.ctx.db, { except: ['sessions'] })).toEqual(state)

    await shareDevice(test, [ada, bo])
    await relate(test)
    expect(await related()).toEqual(expect.arrayContaining([{ ids: [...ids].sort(), isRelated: false }]))

    await eve.signIn()
    expect(await judge(eve, 'restore', ids, 'They are one.')).toMatchObject({ status: 200 })
    expect(await related()).toEqual(expect.arrayContaining([{ ids: [...ids].sort(), isRelated: true }, ...others]))
    expect(await findRelatedRevision(test.ctx.db)).toBe(before + 2)
  })

  it('is refused for their own account and for strangers [admin.relation-cleared]', async () => {
    const [eve, ada, bo] = [await admin(test), await newcomer(test), await newcomer(test)]
    const ids = [await idOf(ada), await idOf(bo)]
    await relatePair(test, eve.id, ids[0] ?? '')
    const before = await databaseState(test.ctx.db, { except: ['sessions'] })
    expect(await judge(eve, 'clear', [eve.id, ids[0] ?? ''])).toMatchObject(refusal(409, 'ADMIN_OWN_CASE'))
    expect(await judge(eve, 'clear', ids)).toMatchObject(refusal(404, 'RELATION_NOT_FOUND'))
    expect(await judge(eve, 'restore', ids)).toMatchObject(refusal(404, 'RELATION_NOT_FOUND'))
    expect(await databaseState(test.ctx.db, { except: ['sessions'] })).toEqual(before)
  })
})

it('stores keyed hashes with the hour, addresses for 90 days and devices for 400 [related.hashed]', async () => {
  const ada = await newcomer(test)
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
    await shareDevice(demo, [await newcomer(demo), await newcomer(demo)])
    expect(await demo.ctx.db.query('select 1 from account_traces')).toEqual([])
  } finally {
    await demo.close()
  }
})

it('signs in also when nothing can be recorded', async () => {
  const ada = await newcomer(test)
  await test.ctx.db.query('alter table account_traces rename to elsewhere')
  await ada.signIn()
  await test.ctx.db.query('alter table elsewhere rename to account_traces')
  expect((await ada.me()).id).toBeTruthy()
})

describe('gifts', () => {
  it('to either side of a related account’s battle are refused, and nothing moves [related.gifts]', async () => {
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
})

it('leaves of a deleted account only that it was related, and exports the hours [related.deleted]', async () => {
  const [ada, bo, cy] = [await newcomer(test), await newcomer(test), await newcomer(test)]
  await shareDevice(test, [ada, bo, cy])
  await relate(test)
  const eve = await admin(test)
  await eve.call('POST /api/admin/people/:id/related/:otherId/clear', {
    params: { id: await idOf(ada), otherId: await idOf(cy) },
    body: { reason: 'Sisters.' },
  })
  await ada.signIn()
  const { body } = await ada.send<{ data: Record<string, Record<string, unknown>[]> }>('GET', '/api/user/export')
  expect(Object.keys(body.data.sign_in_traces?.[0] ?? {}).sort()).toEqual(['hour', 'kind'])
  expect(JSON.stringify(body)).not.toContain(await idOf(bo))
  const [id, other] = [await idOf(ada), await idOf(bo)]
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
  await ada.call('POST /api/user/delete', {
    body: { confirmation: (await ada.me()).username, proof: await ada.freshProof('delete-account') },
  })
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
  const inherited = { ids: [await idOf(ada), other].sort(), score: RELATED_AT, kinds: ['predecessor'], isRelated: true }
  expect(await pairs()).toContainEqual(inherited)
  await relate(test)
  expect((await pairs()).find(({ ids }) => `${ids}` === `${inherited.ids}`)).toMatchObject({ isRelated: true })
  expect(await left()).toEqual([bare])
})
