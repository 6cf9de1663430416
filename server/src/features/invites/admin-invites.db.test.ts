import { beforeEach, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { admin, logged } from '../../../../tests/server/actors/admins.ts'
import { deleteAccount, invitedBy, makeInvite, useInvite } from '../../../../tests/server/actors/inviting.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { whitelistWallet } from '../whitelist/index.ts'
import { invitesCommand } from './admin-commands.ts'

const test = openForEach(testApp)
let eve: Awaited<ReturnType<typeof admin>>
beforeEach(async () => {
  test.ctx.clock.set('2026-03-02T12:00:00Z')
  eve = await admin(test)
})

const NOBODYS = '00000000-0000-4000-8000-000000000000'
const read = (who: Actor, id: string) => who.send('GET', `/api/admin/people/${id}/invites`)
const give = (who: Actor, id: string, body: object = { extra: 3, reason: 'Runs a class.' }) =>
  who.send('PUT', `/api/admin/people/${id}/invites`, body)
const state = () => databaseState(test.ctx.db, { except: ['sessions', 'idempotent_answers'] })

it('an admin sees who invited a person and whom they invited, and the log keeps it [invites.read-logged]', async () => {
  const ada = await newcomer(test)
  const bo = await invitedBy(test, ada)
  const cy = await invitedBy(test, bo)
  await invitedBy(test, cy)
  const dan = await invitedBy(test, bo)
  const [adaId, boId, cyId, danId] = [ada.id, bo.id, cy.id, dan.id]
  const before = (await logged(eve, 50)).length
  const { body } = await read(eve, boId)
  expect(body).toMatchObject({ extra: 2, invitedBy: [{ id: adaId }], invitedCount: 2 })
  const { invited } = body as unknown as { invited: { person: { id: string }; invited: number }[] }
  expect(Object.fromEntries(invited.map((row) => [row.person.id, row.invited]))).toEqual({ [cyId]: 1, [danId]: 0 })
  expect(await logged(eve)).toMatchObject([{ action: 'read-invites', subject: boId, admin: { id: eve.id } }])
  expect(await logged(eve, 50)).toHaveLength(before + 1)
  expect((await read(eve, cyId)).body).toMatchObject({ invitedBy: [{ id: boId }, { id: adaId }] })
  await deleteAccount(cy)
  expect((await read(eve, boId)).body).toMatchObject({ invitedCount: 2 })
})

it('an admin, or the command line, sets how many more invites somebody has, with a reason in the log [invites.given]', async () => {
  const [ada, bo] = [await newcomer(test), await newcomer(test)]
  const [adaId, boId] = [ada.id, bo.id]
  for (const { wallet } of [eve, ada, bo]) await whitelistWallet(test.ctx, wallet.address)
  test.ctx.settings.betaAccess = 'closed'
  const nothing = { left: 0, next: { daysToLearn: 7, at: null }, extra: 0 }
  expect((await read(eve, adaId)).body).toMatchObject(nothing)
  expect(await give(eve, adaId)).toMatchObject({ status: 200, body: { ...nothing, left: 3, extra: 3 } })
  expect(await logged(eve)).toMatchObject([{ action: 'set-invites', subject: adaId, reason: '3 extra: Runs a class.' }])
  // Repeating it gives no more.
  expect(await give(eve, adaId)).toMatchObject({ status: 200, body: { left: 3, extra: 3 } })
  expect((await ada.call('GET /api/invites')).left).toBe(3)
  expect((await bo.call('GET /api/invites')).left).toBe(0)
  for (let nth = 0; nth < 3; nth++) await useInvite(new Actor(test), await makeInvite(ada))
  expect(await give(eve, adaId, { extra: 0, reason: 'Back to the usual.' })).toMatchObject({
    body: { left: 0, invitedCount: 3 },
  })
  const run = (words: string | null) => invitesCommand.run(test.ctx, bo.wallet.address, words, [])
  expect(await run('4 The first seed')).toContain('has 4 invites beyond those it earns')
  expect(await logged(eve)).toMatchObject([{ action: 'set-invites', subject: boId, reason: '4 extra: The first seed' }])
  expect((await read(eve, boId)).body).toMatchObject({ left: 4, extra: 4 })
  const fault = (words: string | null) => invitesCommand.fault(bo.wallet.address, words)
  expect(
    [fault('4'), fault('100 x'), fault(null), fault('101'), fault('-1'), fault('some')].map((text) => !!text),
  ).toEqual([false, false, true, true, true, true])
})

it('refuses unknown people and oneself, and changes nothing', async () => {
  const before = await state()
  for (const call of [read, give]) expect(await call(eve, NOBODYS)).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
  expect(await give(eve, eve.id)).toMatchObject(refusal(409, 'ADMIN_OWN_CASE'))
  expect(await state()).toEqual(before)
})
