import { expect, it } from 'vitest'
import { newcomer } from '../../../../tests/server/actors/actors.ts'
import { notice, notify, SILENT_PUSH, turnOnPush } from '../../../../tests/server/actors/notifying.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { twoServers } from '../../../../tests/server/two-servers.ts'
import { digestsDue } from './digests-due.ts'

const PEOPLE = 8
const EACH = 12

const servers = twoServers((database) => testApp({ ...database, push: SILENT_PUSH }))
const [one, two] = servers

/** Returns, for one user, the messages queued for the browser singly and as a digest, and those held back. */
async function countsOf({ ctx: { db } }: TestApp, userId: string) {
  const [counts] = await db.query<{ single: number; digests: string[]; held: number }>(
    `select count(*) filter (where n.message = 'It happened.')::int as single,
            coalesce(array_agg(n.title) filter (where n.message <> 'It happened.'), '{}') as digests,
            (select coalesce(sum(held), 0)::int from push_hours where user_id = $1) as held
     from push_messages p join notifications n on n.id = p.notification_id where n.user_id = $1`,
    [userId],
  )
  return counts ?? { single: 0, digests: [], held: 0 }
}

it('two servers that tell the same people at once lose nothing, and tell of what was held back once [notifications.digest]', async () => {
  const ids: string[] = []
  for (let nr = 0; nr < PEOPLE; nr++) {
    const person = await newcomer(one)
    await turnOnPush(person, `https://fcm.googleapis.com/fcm/send/pg-${nr}`)
    ids.push(person.id)
  }
  const before = await Promise.all(ids.map((id) => countsOf(one, id)))
  const tell = (by: TestApp, order: readonly string[]) =>
    notify(by, ...order.map((userId) => notice(userId, { type: 'battle_update' })))
  // The orders are opposite, so that waiting for one another would be a deadlock.
  for (let round = 0; round < EACH / 2; round++) {
    await Promise.all([tell(one, ids), tell(two, ids.toReversed())])
  }
  const told = await Promise.all(ids.map((id) => countsOf(one, id)))
  for (const [index, { single, held }] of told.entries()) {
    expect(single - (before[index]?.single ?? 0) + held).toBe(EACH)
    expect(held).toBeGreaterThan(0)
  }

  for (const { ctx } of servers) ctx.clock.advance({ hours: 1 })
  const jobs = servers.map(({ ctx }) => digestsDue(ctx))
  while ((await Promise.all(jobs.map((job) => job.runBatch()))).some((ran) => ran)) {
    // Repeats until no message is due.
  }
  for (const [index, id] of ids.entries()) {
    const { digests, held } = await countsOf(one, id)
    const heldBack = told[index]?.held
    const digest = `${heldBack} more ${heldBack === 1 ? 'notification' : 'notifications'}`
    expect({ digests, held }).toEqual({ digests: [...(before[index]?.digests ?? []), digest], held: 0 })
  }
})
