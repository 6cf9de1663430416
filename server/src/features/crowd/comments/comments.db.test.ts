import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { acceptedBattle, creator, doDue, liveBattle } from '../../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../../tests/server/actors/inviting.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { holding, untilWaiting } from '../../../../../tests/server/database/holding.ts'
import { openStream } from '../../../../../tests/server/live-stream.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { voidBattle } from '../../battles/index.ts'
import { lockPerson, updateIsAdmin } from '../../profile/index.ts'

type Person = Actor & { id: string }

const test = openForAll(testApp)
let ada: Person
let bo: Person
let cy: Person
let dee: Person
let admin: Person
let id: string
beforeEach(async () => {
  await doDue(test.ctx)
  test.ctx.settings.betaAccess = 'open'
  test.ctx.clock.set('2026-03-02T12:00:00Z')
  ;({ ada, bo, id } = await liveBattle(test))
  ;[cy, dee, admin] = [await creator(test, 0), await creator(test, 0), await creator(test, 0)]
  await updateIsAdmin(test.ctx.db, admin.id, true)
})

const say = (actor: Actor, text: string, battleId = id) =>
  actor.send<{ id: string; text: string }>('POST', `/api/battles/${battleId}/comments`, { text })
async function said(actor: Actor, text: string, battleId = id): Promise<string> {
  test.ctx.clock.advance({ ms: 3_000 })
  const { status, body } = await say(actor, text, battleId)
  expect(status).toBe(200)
  return body.id
}
const lane = (battleId = id) => new Actor(test).call('GET /api/battles/:id/comments', { params: { id: battleId } })
const texts = async (battleId = id) => (await lane(battleId)).map(({ text }) => text)
const own = (actor: Actor, battleId = id) =>
  actor.call('GET /api/battles/:id/comments/own', { params: { id: battleId } })
const mute = (actor: Actor, userId: string, method: 'PUT' | 'DELETE' = 'PUT') =>
  actor.send(method, `/api/battles/${id}/mutes/${userId}`)
const report = (actor: Actor, commentId: string, reason = 'abuse') =>
  actor.send('PUT', `/api/texts/comment/${commentId}/report`, { reason })
const rows = (table: string) => test.ctx.db.query(`select * from ${table}`)

describe('a comment', () => {
  it('is cleaned, and seen by everybody on its battle alone', async () => {
    const { username } = await cy.me()
    const reply = await say(cy, '  go\u202E\n https://aura.test\u0007 ')
    expect(reply).toMatchObject({
      status: 200,
      body: { text: 'go https://aura.test', author: { id: cy.id, username } },
    })
    await said(ada, 'Watch me')
    expect(await lane()).toMatchObject([
      { id: reply.body.id, text: 'go https://aura.test', author: { id: cy.id, username, profileImageUrl: null } },
      { text: 'Watch me', author: { id: ada.id } },
    ])
    const other = await acceptedBattle(test, { battleDate: '2026-03-02T22:00:00.000Z' })
    expect(await lane(other.id)).toEqual([])
  })

  it('is refused empty, too long or on no battle, and writes nothing [battles.comment-length]', async () => {
    const before = await rows('battle_comments')
    for (const text of [' \u200B ', 'a'.repeat(141)])
      expect(await say(cy, text)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    expect(await say(cy, 'Hello', randomUUID())).toMatchObject(refusal(404, 'BATTLE_NOT_FOUND'))
    test.ctx.settings.betaAccess = 'closed'
    expect((await say(cy, 'Hello')).status).toBe(403)
    expect(await rows('battle_comments')).toEqual(before)
    test.ctx.settings.betaAccess = 'open'
    expect((await say(cy, 'a'.repeat(140))).status).toBe(200)
  })

  it('is one in three seconds by a person, on any battle, even at the same moment [battles.comment-rate]', async () => {
    test.ctx.clock.set('2026-03-02T12:00:00Z')
    const other = await liveBattle(test)
    const letGo = await holding(test.ctx.db, (tx) => lockPerson(tx, cy.id))
    const both = [say(cy, 'One'), say(cy, 'Two', other.id)]
    await untilWaiting(test.ctx.db, 2)
    await letGo()
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 429])
    expect((await say(dee, 'Me too')).status).toBe(200)
    test.ctx.clock.advance({ ms: 2_999 })
    const soon = await say(cy, 'Three')
    expect(soon).toMatchObject(refusal(429, 'COMMENT_TOO_SOON'))
    expect(soon.body).toMatchObject({ data: { retryAfterMs: 1 } })
    test.ctx.clock.advance({ ms: 1 })
    expect((await say(cy, 'Four')).status).toBe(200)
    expect((await lane()).length + (await lane(other.id)).length).toBe(3)
  })

  it('is one of twenty on a battle, and the lane has the newest fifty [battles.comments-limit]', async () => {
    for (let count = 1; count <= 20; count++) await said(cy, `Cy ${count}`)
    test.ctx.clock.advance({ ms: 3_000 })
    expect(await own(cy)).toMatchObject({ refusal: 'COMMENTS_USED_UP', left: 0 })
    expect(await say(cy, 'One more')).toMatchObject(refusal(409, 'COMMENTS_USED_UP'))
    for (const each of [dee, bo]) for (let count = 1; count <= 20; count++) await said(each, `${count}`)
    const shown = await texts()
    expect([shown.length, shown[0], shown.at(-1)]).toEqual([50, 'Cy 11', '20'])
  })

  it('stays readable after the end and after a void, when none is added [battles.comments-after]', async () => {
    await said(cy, 'Before the end')
    await voidBattle(test.ctx, { battleId: id, reason: 'A test', adminId: null })
    expect(await say(dee, 'Too late')).toMatchObject(refusal(409, 'COMMENTS_CLOSED'))
    expect(await own(dee)).toMatchObject({ refusal: 'COMMENTS_CLOSED' })
    expect(await texts()).toEqual(['Before the end'])
  })

  it('reaches the lane’s stream, and the scores’ stream carries none of it', async () => {
    const visitor = new Actor(test)
    const address = `/api/battles/${id}/comments`
    const stream = await openStream(test, visitor, `comments:${id}`)
    expect((await stream.next()).state?.[address]).toEqual([])
    const scores = await openStream(test, visitor, `battle:${id}`)
    expect(Object.keys((await scores.next()).state ?? {})).not.toContain(address)
    await said(cy, 'Live')
    expect((await stream.next()).state?.[address]).toMatchObject([{ text: 'Live' }])
    const none = await openStream(test, visitor, `comments:${randomUUID()}`)
    expect((await none.next()).state).toBeNull()
    for (const each of [stream, scores, none]) each.close()
  })
})

describe('muting', () => {
  it('hides one person’s comments on one battle, tells them, and can be undone [battles.comments-mute]', async () => {
    await said(cy, 'Rude')
    await said(dee, 'Kind')
    const { id: other } = await acceptedBattle(test, { battleDate: '2026-03-02T17:00:00.000Z' })
    await said(cy, 'Elsewhere', other)
    expect(await mute(ada, cy.id)).toMatchObject({ status: 200, body: { ok: true } })
    expect((await mute(bo, cy.id)).status).toBe(200)
    expect(await texts()).toEqual(['Kind'])
    test.ctx.clock.advance({ ms: 3_000 })
    expect(await say(cy, 'Again')).toMatchObject(refusal(403, 'COMMENT_MUTED'))
    expect(await own(cy)).toMatchObject({ isMuted: true, refusal: 'COMMENT_MUTED', canMute: false, muted: [] })
    expect(await own(dee)).toMatchObject({ isMuted: false, refusal: null, muted: [] })
    expect(await own(bo)).toMatchObject({ canMute: true, muted: [{ id: cy.id }] })
    expect(await texts(other)).toEqual(['Elsewhere'])
    expect(await own(cy, other)).toMatchObject({ isMuted: false })
    expect((await mute(bo, cy.id, 'DELETE')).status).toBe(200)
    expect((await mute(bo, cy.id, 'DELETE')).status).toBe(200)
    expect(await texts()).toEqual(['Rude', 'Kind'])
    expect((await say(cy, 'Sorry')).status).toBe(200)
  })

  it('is for admins, too, and of people who exist', async () => {
    expect(await mute(ada, randomUUID())).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
    expect((await mute(admin, bo.id)).status).toBe(200)
    expect(await own(admin)).toMatchObject({ canMute: true, muted: [{ id: bo.id }] })
  })

  it('lists every muted person, and mutes no more than the list may have [battles.comments-mutes-limit]', async () => {
    for (const person of [cy, dee]) expect((await mute(ada, person.id)).status).toBe(200)
    const { mutedPerBattle } = test.ctx.limits
    test.ctx.limits.mutedPerBattle = 2
    expect(await mute(bo, admin.id)).toMatchObject(refusal(409, 'BATTLE_MUTES_USED_UP'))
    expect((await mute(bo, cy.id)).status).toBe(200)
    expect((await own(bo)).muted.map((each) => each.id).sort()).toEqual([cy.id, dee.id].sort())
    await mute(bo, cy.id, 'DELETE')
    expect((await mute(bo, admin.id)).status).toBe(200)
    test.ctx.limits.mutedPerBattle = mutedPerBattle
  })

  it('reaches open pages, even when a mute replaces another', async () => {
    await mute(ada, cy.id)
    const marker = `/api/battles/${id}/comments/own*`
    const markerNow = async () => {
      const stream = await openStream(test, new Actor(test), `comments:${id}`)
      const { state } = await stream.next()
      stream.close()
      return state?.[marker]
    }
    const before = await markerNow()
    expect(before).toBeTruthy()
    await mute(ada, dee.id)
    await mute(ada, cy.id, 'DELETE')
    expect(await markerNow()).not.toEqual(before)
  })

  it('by an admin in a battle of others takes a fresh sign-in, and the log has it [battles.comments-mute-admin]', async () => {
    const done = () => test.ctx.db.query('select action, subject, reason, admin_id from admin_actions order by id')
    const before = (await done()).length
    test.ctx.clock.advance({ minutes: 16 })
    for (const method of ['PUT', 'DELETE'] as const)
      expect(await mute(admin, cy.id, method)).toMatchObject(refusal(403, 'FRESH_SIGN_IN_REQUIRED'))
    expect((await done()).length).toBe(before)
    await admin.signIn()
    for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE'] as const)
      expect((await mute(admin, cy.id, method)).status).toBe(200)
    expect((await done()).slice(before)).toMatchObject([
      { action: 'mute-comments', subject: cy.id, reason: `In battle ${id}`, admin_id: admin.id },
      { action: 'unmute-comments', subject: cy.id, reason: `In battle ${id}` },
    ])
    expect((await mute(ada, admin.id)).status).toBe(200)
    for (const method of ['PUT', 'DELETE'] as const)
      expect(await mute(admin, admin.id, method)).toMatchObject(refusal(409, 'ADMIN_OWN_CASE'))
    expect(await own(admin)).toMatchObject({ isMuted: true })
    // A participant's own battle stays theirs, even if they are an admin.
    await updateIsAdmin(test.ctx.db, ada.id, true)
    expect((await mute(ada, cy.id)).status).toBe(200)
    expect(await mute(ada, bo.id)).toMatchObject(refusal(409, 'MUTE_PARTICIPANT'))
    expect((await done()).length).toBe(before + 2)
  })
})

it('two people of whom one blocked the other don’t see each other’s comments [battles.comments-blocked]', async () => {
  await said(cy, 'From Cy')
  await said(dee, 'From Dee')
  await said(bo, 'From Bo')
  const seen = async (actor: Actor) => (await own(actor)).lane?.map(({ text }) => text) ?? null
  expect([await seen(cy), await seen(dee), await seen(bo)]).toEqual([null, null, null])
  await cy.call('PUT /api/blocks/:id', { params: { id: dee.id } })
  expect([await seen(cy), await seen(dee), await seen(bo)]).toEqual([
    ['From Cy', 'From Bo'],
    ['From Dee', 'From Bo'],
    null,
  ])
  expect(await texts()).toEqual(['From Cy', 'From Dee', 'From Bo'])
  await cy.call('DELETE /api/blocks/:id', { params: { id: dee.id } })
  expect([await seen(cy), await seen(dee)]).toEqual([null, null])
})

it('a lane tells nobody that somebody blocked them who isn’t seen in it', async () => {
  test.ctx.clock.set('2026-03-02T12:00:00Z')
  const { id: other } = await liveBattle(test)
  const seen = async (battleId = id) => (await own(dee, battleId)).lane?.map(({ text }) => text) ?? null
  await said(bo, 'From Bo')
  await said(cy, 'From Cy', other)
  await cy.call('PUT /api/blocks/:id', { params: { id: dee.id } })
  expect([await seen(), await seen(other)]).toEqual([null, []])
  await said(cy, 'From Cy')
  expect(await seen()).toEqual(['From Bo'])
  await mute(ada, cy.id)
  expect(await seen()).toBeNull()
  // The refusal reveals a participant's block.
  await ada.call('PUT /api/blocks/:id', { params: { id: dee.id } })
  expect(await own(dee)).toMatchObject({ refusal: 'COMMENTS_UNAVAILABLE', lane: [{ text: 'From Bo' }] })
})

it('nobody comments on a battle of somebody whom they blocked or who blocked them [battles.comments-block-refusal]', async () => {
  const block = (by: Person, whom: Person) => by.call('PUT /api/blocks/:id', { params: { id: whom.id } })
  test.ctx.clock.set('2026-03-02T12:00:00Z')
  const { id: other } = await liveBattle(test)
  await block(ada, cy)
  await block(dee, bo)
  await block(ada, bo)
  const before = await databaseState(test.ctx.db)
  expect((await own(cy)).refusal).toBe('COMMENTS_UNAVAILABLE')
  expect(await say(cy, 'Hello')).toMatchObject(refusal(403, 'COMMENTS_UNAVAILABLE'))
  expect((await own(dee)).refusal).toBe('COMMENT_PARTICIPANT_BLOCKED')
  expect(await say(dee, 'Hello')).toMatchObject(refusal(409, 'COMMENT_PARTICIPANT_BLOCKED'))
  expect(await databaseState(test.ctx.db)).toEqual(before)
  // Elsewhere they may comment, and participants may on their own battles, whichever of them blocked the other.
  await said(cy, 'Hello', other)
  await said(ada, 'My battle')
  await said(bo, 'Mine too')
  await ada.call('DELETE /api/blocks/:id', { params: { id: cy.id } })
  await said(cy, 'Back again')
  expect(await texts()).toEqual(['My battle', 'Mine too', 'Back again'])
})

describe('a report', () => {
  it('waits for an admin once per person, who removes or keeps the comment [battles.comments-report]', async () => {
    const [rude, fine] = [await said(cy, 'Rude'), await said(dee, 'Fine')]
    expect(await report(ada, rude)).toMatchObject({ status: 200, body: { ok: true } })
    await report(ada, rude, 'spam')
    await report(bo, rude, 'other')
    test.ctx.clock.advance({ ms: 1_000 })
    await report(bo, fine, 'spam')
    await admin.signIn()
    expect(await admin.call('GET /api/admin/texts')).toMatchObject([
      {
        kind: 'comment',
        id: rude,
        battleId: id,
        about: null,
        text: 'Rude',
        writer: { id: cy.id },
        reports: 2,
        reasons: ['abuse', 'other'],
      },
      { id: fine, reports: 1, reasons: ['spam'] },
    ])
    const params = { kind: 'comment', id: rude } as const
    await admin.call('POST /api/admin/texts/:kind/:id/remove', { params, body: { reason: 'An insult' } })
    await admin.call('POST /api/admin/texts/:kind/:id/keep', { params: { kind: 'comment', id: fine }, body: undefined })
    expect(await admin.call('GET /api/admin/texts')).toEqual([])
    expect(await texts()).toEqual(['Fine'])
    expect(await own(cy)).toMatchObject({ left: 19 })
    const notices = async (actor: Actor) => (await actor.call('GET /api/notifications')).map(({ title }) => title)
    expect(await cy.call('GET /api/notifications')).toMatchObject([
      {
        title: 'Your comment was removed',
        message: 'An admin removed one of your comments on this battle: An insult',
        path: `/battles/${id}`,
      },
    ])
    expect(await notices(dee)).toEqual([])
    const again = await admin.send('POST', `/api/admin/texts/comment/${rude}/remove`, { reason: 'An insult' })
    expect(again).toMatchObject(refusal(404, 'TEXT_NOT_FOUND'))
    expect((await admin.call('GET /api/admin/actions')).slice(0, 2)).toMatchObject([
      { action: 'keep-comment', subject: dee.id, reason: null },
      { action: 'remove-comment', subject: cy.id, reason: 'An insult' },
    ])
  })

  it('is never settled by the author of the comment, nor by an admin who made it [admin.own-comment] [admin.own-report]', async () => {
    const [rude, fine] = [await said(admin, 'Rude'), await said(cy, 'Fine')]
    for (const [who, text] of [
      [ada, rude],
      [ada, fine],
      [admin, fine],
    ] as const)
      await report(who, text)
    await admin.signIn()
    const keep = (by: Person, text: string) => by.send('POST', `/api/admin/texts/comment/${text}/keep`)
    const before = await databaseState(test.ctx.db)
    for (const text of [rude, fine]) {
      const removal = await admin.send('POST', `/api/admin/texts/comment/${text}/remove`, { reason: 'I want to' })
      expect(removal).toMatchObject(refusal(409, 'ADMIN_OWN_CASE'))
    }
    expect(await databaseState(test.ctx.db)).toEqual(before)
    await updateIsAdmin(test.ctx.db, dee.id, true)
    await dee.signIn()
    for (const text of [rude, fine]) expect(await keep(dee, text)).toMatchObject({ status: 200 })
    expect(await texts()).toEqual(['Rude', 'Fine'])
    // Once another admin has settled their report, they may settle new ones.
    await report(bo, fine)
    expect(await keep(admin, fine)).toMatchObject({ status: 200 })
  })

  it('is refused for an own or unknown comment, and changes nothing', async () => {
    const comment = await said(cy, 'Mine')
    const before = await databaseState(test.ctx.db)
    expect(await report(cy, comment)).toMatchObject(refusal(409, 'TEXT_OWN'))
    expect(await report(dee, randomUUID())).toMatchObject(refusal(404, 'TEXT_NOT_FOUND'))
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })
})

it('comments are in the download, and leave with the account and its reports [battles.comments-personal]', async () => {
  const hers = await said(cy, 'Mine')
  await said(dee, 'Theirs')
  await report(dee, hers)
  await mute(ada, cy.id)
  const download = await cy.call('GET /api/user/export')
  expect(download.data).toMatchObject({
    battle_comments: [{ battle_id: id, text: 'Mine' }],
    comment_mutes: [{ battle_id: id, by_me: false }],
  })
  test.changedTopics()
  await deleteAccount(cy)
  expect(test.changedTopics()).toContain(`comments:${id}`)
  expect(await texts()).toEqual(['Theirs'])
  expect(await test.ctx.db.query('select 1 from text_reports where text_id = $1', [hers])).toEqual([])
  expect((await own(ada)).muted).toEqual([])
})
