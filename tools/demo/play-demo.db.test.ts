import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLedger } from '../../server/src/features/ledger/index.ts'
import { type Catalogue, loadCatalogue } from '../../server/src/features/lessons/index.ts'
import { Actor } from '../../tests/server/actors/actors.ts'
import { databaseState } from '../../tests/server/database/database-state.ts'
import { TestClock } from '../../tests/server/fakes.ts'
import { type TestApp, testApp } from '../../tests/server/test-app.ts'
import { DEMO_ACCOUNTS } from '../../web/src/dev/demo-wallet/accounts.ts'
import { PERSONAS, type Persona } from './personas.ts'
import { playDemo } from './play-demo.ts'

const NOW = '2026-03-02T12:00:00Z'
/** All forty would be slow; these few have every trait and both extremes of time zones. */
const FEW: readonly Persona[] = [
  { username: 'always_there', timeZone: 'Pacific/Auckland', joinedDaysAgo: 4, lessonsPerDay: 3, missedDaysAgo: [] },
  {
    username: 'missed_two',
    timeZone: 'America/Los_Angeles',
    joinedDaysAgo: 5,
    lessonsPerDay: 1,
    missedDaysAgo: [3, 2],
  },
  { username: 'not_yesterday', timeZone: 'Africa/Lagos', joinedDaysAgo: 2, lessonsPerDay: 2, missedDaysAgo: [1] },
  { username: 'came_today', timeZone: 'UTC', joinedDaysAgo: 0, lessonsPerDay: 2, missedDaysAgo: [] },
]

/** Expected streaks, counted by hand. */
const STREAKS = { always_there: 5, missed_two: 2, not_yesterday: 1, came_today: 1 }
// Twelve lessons, then a review each day.
const CLAIMS = { always_there: 13, missed_two: 4, not_yesterday: 4, came_today: 2 }
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)

describe('the demo', () => {
  let test: TestApp
  let clock: TestClock
  let catalogue: Catalogue
  let claims: number
  const progress: string[] = []
  beforeAll(async () => {
    clock = new TestClock(NOW)
    test = await testApp({ clock })
    catalogue = await loadCatalogue(test.ctx.settings.lessonsDir)
    claims = await playDemo(test.ctx, catalogue, (done, of) => progress.push(`${done}/${of}`), FEW)
  })
  afterAll(() => test.close())

  const again = () => playDemo(test.ctx, catalogue, undefined, FEW)

  const creators = () =>
    test.ctx.db.query<{ username: string; ap: number; paid: number; lessons: number; most: number }>(
      `select u.username, (select sum(balance)::int from ledger_accounts where owner_id = u.id and currency = 'AP') as ap,
              coalesce((select sum(aura_earned)::int from lesson_completions where user_id = u.id), 0) as paid,
              (select count(*)::int from lesson_completions where user_id = u.id) as lessons,
              (select max(on_day.count)::int from
                (select count(*) from lesson_completions where user_id = u.id group by day) on_day) as most
       from users u where u.is_demo order by u.created_at`,
    )

  const streaks = async () => {
    const leaders = await new Actor(test).call('GET /api/leaderboard')
    return Object.fromEntries(leaders.map(({ username, currentStreak }) => [username, currentStreak]))
  }

  it('brings everybody who is made up, and says how far it is', async () => {
    expect(progress).toEqual(['1/4', '2/4', '3/4', '4/4'])
    expect((await creators()).map(({ username }) => username).sort()).toEqual(FEW.map((each) => each.username).sort())
    expect(await test.ctx.db.query('select 1 from users where not is_demo')).toEqual([])
  })

  it('leads to the lessons and streaks that were made up for them, changes nothing when it is played again at once, and adds the days that have passed', async () => {
    expect(claims).toBe(sum(CLAIMS))
    expect(Object.fromEntries((await creators()).map(({ username, lessons }) => [username, lessons]))).toEqual(CLAIMS)
    expect(await streaks()).toEqual(STREAKS)

    const before = await databaseState(test.ctx.db)
    expect(await again()).toBe(0)
    expect(await databaseState(test.ctx.db)).toEqual(before)

    clock.advance({ days: 1 })
    expect(await again()).toBe(1 + 1 + 2 + 2)
    expect(await streaks()).toEqual({ always_there: 6, missed_two: 3, not_yesterday: 2, came_today: 2 })
    const after = await databaseState(test.ctx.db)
    expect(await again()).toBe(0)
    expect(await databaseState(test.ctx.db)).toEqual(after)

    // Days without a run are caught up later, as far back as each creator's first day.
    clock.advance({ days: 2 })
    await again()
    expect(await streaks()).toEqual({ always_there: 8, missed_two: 5, not_yesterday: 4, came_today: 1 })
    expect((await auditLedger(test.ctx.db)).broken).toEqual([])
  })

  it('gives nobody more than the bonus and what their claims pay, in a ledger that holds', async () => {
    const { walletBonusAp, lessonAp } = test.ctx.limits
    for (const { username, ap, paid, lessons, most } of await creators()) {
      expect([username, ap]).toEqual([username, walletBonusAp + paid])
      expect(paid).toBeLessThanOrEqual(lessons * lessonAp.advanced)
      expect([username, most]).toEqual([username, FEW.find((each) => each.username === username)?.lessonsPerDay])
    }
    expect((await auditLedger(test.ctx.db)).broken).toEqual([])
  })

  it('lets nobody live in the future', async () => {
    const late = await test.ctx.db.query('select 1 from ledger_transfers where created_at > $1', [clock.now()])
    expect(late).toEqual([])
  })
})

describe('one of them', () => {
  it('is somebody to sign in as, whose last week is there to see', async () => {
    const juno = DEMO_ACCOUNTS.find(({ name }) => name === 'Juno')
    const kofi = PERSONAS.find(({ username }) => username === 'kofi_mints')
    if (!juno || !kofi) throw new Error('nobody to sign in as')
    const test = await testApp({ clock: new TestClock('2026-03-04T12:00:00Z') })
    await playDemo(test.ctx, await loadCatalogue(test.ctx.settings.lessonsDir), undefined, [kofi])
    const actor = new Actor(test, juno.privateKey)
    await actor.signIn()
    const { username, id } = await actor.me()
    expect(username).toBe('kofi_mints')
    const { about } = await actor.call('GET /api/users/:id', { params: { id } })
    expect(about.links).toEqual([{ name: 'Prints', url: 'https://kofi.example.net/prints', host: 'kofi.example.net' }])
    const { recap, isNew } = await actor.call('GET /api/recap')
    expect([recap?.week, isNew]).toEqual(['2026-02-23', true])
    expect(recap?.days.filter(({ state }) => state === 'lit')).toHaveLength(7)
    expect(recap?.best).not.toBeNull()
    await test.close()
  })
})

describe('its creators', () => {
  it('are forty with names of their own, and none misses a day they had not come yet', () => {
    expect(new Set(PERSONAS.map(({ username }) => username)).size).toBe(40)
    for (const { username, joinedDaysAgo, missedDaysAgo } of PERSONAS) {
      const possible = missedDaysAgo.filter((daysAgo) => daysAgo < joinedDaysAgo && daysAgo >= 0)
      expect([username, possible]).toEqual([username, missedDaysAgo])
    }
  })
})
