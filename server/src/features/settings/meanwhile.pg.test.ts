import { randomUUID } from 'node:crypto'
import type { Answer } from '@aura/api/calls'
import { fastify } from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import type { Actor } from '../../../../tests/server/actors/actors.ts'
import { admin } from '../../../../tests/server/actors/admins.ts'
import { challenge, creator } from '../../../../tests/server/actors/battles.ts'
import { issue, post } from '../../../../tests/server/actors/ledger.ts'
import { holding, untilWaiting } from '../../../../tests/server/database/holding.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { twoServers } from '../../../../tests/server/two-servers.ts'
import { features } from '../../features.ts'
import type { Db, SqlValue } from '../../platform/db/db.ts'
import { exportData } from './export-data.ts'
import { personalTables } from './personal-tables.ts'

const push = { publicKey: 'none', send: async () => 'sent' as const }
const [test, other] = twoServers((database) => testApp({ ...database, push }))
let ada: Awaited<ReturnType<typeof admin>>
beforeAll(async () => {
  ada = await admin(test)
})

const PUSH = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/one',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
}

type Write = [
  what: string,
  table: string,
  status: number,
  send: (bo: Actor & { id: string }) => Promise<{ status: number }>,
]

const REASON = { reason: 'A reason' }
const WRITES: Write[] = [
  ['a browser to notify', 'push_subscriptions', 401, (bo) => bo.send('POST', '/api/notifications/push', PUSH)],
  [
    'notifications turned off',
    'notification_mutes',
    200,
    (bo) => bo.send('POST', '/api/notifications/preferences', { type: 'battle_rejected', isOn: false }),
  ],
  ['a reminder', 'battle_reminders', 200, async (bo) => bo.send('PUT', `/api/battles/${await newBattle()}/reminder`)],
  ['a suspension', 'suspensions', 404, (bo) => ada.send('POST', `/api/admin/people/${bo.id}/suspend`, REASON)],
  ['a freeze', 'suspensions', 404, (bo) => ada.send('POST', `/api/admin/people/${bo.id}/freeze-redemption`, REASON)],
]
const newBattle = async () => (await challenge(await creator(test), (await creator(test)).id)).id

it.each(WRITES)('%s arriving during the deletion leaves nothing behind', async (_, table, status, send) => {
  const bo = await creator(test)
  const letGo = await holding(other.ctx.db, async (tx) => {
    await tx.query('select 1 from users where id = $1 for no key update', [bo.id])
    await tx.query('delete from sessions where user_id = $1', [bo.id])
    await tx.query('update users set deleted_at = $3, username = $2 where id = $1', [
      bo.id,
      `gone_${randomUUID().slice(0, 8)}`,
      test.ctx.clock.now(),
    ])
    await tx.query('select forget_ranks($1)', [bo.id])
  })
  const sent = send(bo)
  await untilWaiting(other.ctx.db)
  await letGo()
  expect((await sent).status).toBe(status)
  expect(await test.ctx.db.query(`select 1 from ${table} where user_id = $1`, [bo.id])).toEqual([])
})

it('a download has nothing that was committed while it was read', async () => {
  const bo = await creator(test)
  const { db } = test.ctx
  const meanwhile: Db = {
    ...db,
    tx: (work) =>
      db.tx((tx) =>
        work({
          ...tx,
          async query<Row>(text: string, values?: readonly SqlValue[]) {
            const rows = await tx.query<Row>(text, values)
            if (text.includes('balance from ledger_accounts')) await post(other.ctx.db, issue(bo.id, 7))
            return rows
          },
        }),
      ),
  }
  const read = async (from: Db) => {
    const answer = await exportData({ ...test.ctx, db: from }, personalTables(features), bo.id)
    const app = fastify().get('/', (_, reply) => answer.send(reply))
    return (await app.inject('/')).json<Answer<'GET /api/user/export'>>().data
  }
  const seven = expect.objectContaining({ kind: 'lesson_claim', amount: 7 })
  expect((await read(meanwhile)).transfers).not.toContainEqual(seven)
  expect((await read(db)).transfers).toContainEqual(seven)
})
