import { randomUUID } from 'node:crypto'
import { MODERATION_RULES } from '@aura/api/rules/moderation'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../../tests/server/actors/actors.ts'
import { admin, logged } from '../../../../tests/server/actors/admins.ts'
import { creator } from '../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../tests/server/actors/inviting.ts'
import { people } from '../../../../tests/server/actors/ranks.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

type Person = Actor & { id: string }

const test = openForEach(testApp)
let ada: Person
let bo: Person
let cy: Person
let desk: Awaited<ReturnType<typeof admin>>
beforeEach(async () => {
  ;[ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
  desk = await admin(test)
})

const report = (who: Actor, id: string, body: object = { reason: 'scam', text: 'Trades wins' }) =>
  who.send('PUT', `/api/users/${id}/report`, body)
const settle = (who: Actor, id: string, upTo = test.ctx.clock.now().toISOString()) =>
  who.send('POST', `/api/admin/people/${id}/settle-reports`, { reason: 'Spoke to them', upTo })
const waiting = () => desk.call('GET /api/admin/reports')

it('a report of a person waits for an admin, who settles what they saw [admin.report-person]', async () => {
  expect(await report(ada, bo.id)).toMatchObject({ status: 200 })
  expect(await report(ada, bo.id, { reason: 'abuse', text: '  Insults\u0007 ' })).toMatchObject({ status: 200 })
  test.ctx.clock.advance({ minutes: 1 })
  await report(cy, bo.id, { reason: 'other' })
  test.ctx.clock.advance({ minutes: 1 })
  await report(bo, cy.id)
  const name = async (who: Person) => (await who.me()).username
  expect(await waiting()).toMatchObject([
    {
      person: { id: bo.id, username: await name(bo) },
      waiting: 2,
      reports: [
        { reporter: { id: ada.id, username: await name(ada) }, reason: 'abuse', text: 'Insults' },
        { reporter: { id: cy.id }, reason: 'other', text: '' },
      ],
    },
    { person: { id: cy.id }, waiting: 1 },
  ])
  const [seen] = await waiting()
  expect(await settle(desk, bo.id, seen?.reports[0]?.reportedAt)).toMatchObject({ status: 200 })
  expect((await waiting()).map(({ person, waiting: n }) => [person.id, n])).toEqual([
    [bo.id, 1],
    [cy.id, 1],
  ])
  expect((await logged(desk))[0]).toMatchObject({ action: 'settle-reports', subject: bo.id, reason: 'Spoke to them' })
  await settle(desk, bo.id)
  expect(await settle(desk, bo.id)).toMatchObject(refusal(404, 'REPORTS_NOT_FOUND'))
  // A new report may follow a settled one.
  test.ctx.clock.advance({ minutes: 1 })
  await report(ada, bo.id)
  expect((await waiting()).map(({ person }) => person.id)).toEqual([cy.id, bo.id])
  expect(await bo.call('GET /api/notifications')).toEqual([])
  expect((await bo.call('GET /api/user/export')).data).toMatchObject({ person_reports: [{ person_id: cy.id }] })

  // The reported people get the admins' notices about them, and the admins get all of their own.
  await desk.signIn()
  const about = (step: string, reason: string) => desk.send('POST', `/api/admin/people/${bo.id}/${step}`, { reason })
  await about('suspend', 'Insults')
  await about('lift', 'Not worth the trouble')
  expect((await bo.call('GET /api/user/export')).data.admin_actions).toMatchObject([
    { action: 'suspend', reason: 'Insults' },
    { action: 'lift', reason: null },
  ])
  const { admin_actions: own } = (await desk.call('GET /api/user/export')).data
  expect(own).toContainEqual(
    expect.objectContaining({ action: 'settle-reports', reason: 'Spoke to them', by_me: true }),
  )
})

it('no admin settles reports about themselves or by themselves [admin.own-report]', async () => {
  const other = await admin(test)
  await report(ada, desk.id)
  await report(desk, bo.id)
  const before = await databaseState(test.ctx.db)
  expect(await settle(desk, desk.id)).toMatchObject(refusal(409, 'ADMIN_OWN_CASE'))
  expect(await settle(desk, bo.id)).toMatchObject(refusal(409, 'ADMIN_OWN_CASE'))
  expect(await databaseState(test.ctx.db)).toEqual(before)
  for (const id of [desk.id, bo.id]) expect(await settle(other, id)).toMatchObject({ status: 200 })
})

it('refuses oneself, unknown people and too many, and changes nothing', async () => {
  await report(ada, bo.id)
  const before = await databaseState(test.ctx.db)
  expect(await report(ada, ada.id)).toMatchObject(refusal(409, 'REPORT_ONESELF'))
  expect(await report(ada, randomUUID())).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
  expect(await databaseState(test.ctx.db)).toEqual(before)
  await test.ctx.db.query(
    `insert into person_reports (id, person_id, reporter_id, reason, text, reported_at)
     select gen_random_uuid(), id, $1, 'spam', '', '2026-03-02' from unnest($2::uuid[]) id`,
    [ada.id, await people(test.ctx.db, MODERATION_RULES.open - 1)],
  )
  expect(await report(ada, cy.id)).toMatchObject(refusal(409, 'REPORTS_USED_UP'))
  expect(await report(ada, bo.id)).toMatchObject({ status: 200 })
})

it('reports go with the account of either [admin.report-person]', async () => {
  await report(ada, bo.id)
  await report(cy, ada.id)
  await report(bo, cy.id)
  await deleteAccount(ada)
  expect((await waiting()).map(({ person }) => person.id)).toEqual([cy.id])
})
