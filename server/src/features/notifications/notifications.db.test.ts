import { describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { notice as noticeOf, notify as notifyAll } from '../../../../tests/server/actors/notifying.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import type { NewNotification } from './index.ts'

const test = openForAll(testApp)

const notify = (...list: NewNotification[]) => notifyAll(test, ...list)
const notice = async (actor: Actor, key: string, more: Partial<NewNotification> = {}) =>
  noticeOf((await actor.me()).id, { key, title: `About ${key}`, ...more })
const list = (actor: Actor) => actor.call('GET /api/notifications')
const titles = async (actor: Actor) => (await list(actor)).map(({ title }) => title)

describe('notifications', () => {
  it('are newest first, unread, with all fields [notifications.state-unread]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const { id, username } = await bo.me()
    await notify(await notice(ada, 'first'))
    const title = `${username} challenged you`
    await notify(await notice(ada, 'second', { type: 'battle_challenge', title, relatedId: 'b1', actorId: id }))
    expect(await list(ada)).toEqual([
      {
        id: expect.any(String),
        type: 'battle_challenge',
        title,
        message: 'It happened.',
        isRead: false,
        createdAt: '2026-03-02T12:00:00.000Z',
        relatedId: 'b1',
        path: '/battles/b1',
        fromStranger: true,
        actor: { id, username, profileImageUrl: null, currentStreak: 0 },
      },
      expect.objectContaining({ type: 'other', title: 'About first', relatedId: null, actor: null }),
    ])
    expect(await list(bo)).toEqual([])
  })

  it('are added once per user and key', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const once = await notice(ada, 'once')
    await notify(once, { ...once, title: 'Again' }, await notice(bo, 'once'))
    await notify({ ...once, title: 'And again' }, await notice(ada, 'other'))
    expect(await titles(ada)).toEqual(['About other', 'About once'])
    expect(await titles(bo)).toEqual(['About once'])
  })

  it('of strangers are marked, and push none of the others out of the list [notifications.strangers]', async () => {
    const [ada, bo, cy] = [await newcomer(test), await newcomer(test), await newcomer(test)]
    await cy.call('PUT /api/follows/:id', { params: { id: (await bo.me()).id } })
    await ada.call('PUT /api/follows/:id', { params: { id: (await cy.me()).id } })
    const from = async (actor: Actor, key: string, isOwn = false) =>
      notice(ada, key, { type: 'new_follower', actorId: (await actor.me()).id, isOwn })
    await notify(await notice(ada, 'of nobody'), await from(cy, 'of a followed'), await from(bo, 'own', true))
    await notify(...(await Promise.all(Array.from({ length: 101 }, (_, n) => from(bo, `strange ${n}`)))))
    const shown = await list(ada)
    const of = (fromStranger: boolean) => shown.filter((each) => each.fromStranger === fromStranger)
    expect(of(false).map(({ title }) => title)).toEqual(['About own', 'About of a followed', 'About of nobody'])
    expect(of(true)).toHaveLength(100)
    // Following has a direction: the followed person does not know the follower.
    expect((await list(bo)).map(({ title, fromStranger }) => [title, fromStranger])).toEqual([
      [`${(await cy.me()).username} follows you`, true],
    ])
  })
})

describe('security notices', () => {
  it('stay on top for a week, whatever others cause, and the newest three of a kind are kept [notifications.security-lane]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const warned = (key: string, title: string) => notice(ada, key, { type: 'security', title })
    await notify(await warned('wallet', 'A new wallet will replace yours'))
    await ada.call('POST /api/notifications/read-all')
    const actorId = (await bo.me()).id
    const flood = Array.from({ length: 120 }, (_, n) => notice(ada, `flood ${n}`, { actorId, isOwn: n < 110 }))
    await notify(...(await Promise.all(flood)))
    for (let n = 0; n < 5; n++) await notify(await warned(`push ${n}`, 'Notifications were turned on in a browser'))
    const onTop = [...Array(3).fill('Notifications were turned on in a browser'), 'A new wallet will replace yours']
    expect((await titles(ada)).slice(0, 5)).toEqual([...onTop, 'About flood 119'])
    expect(await titles(ada)).toHaveLength(4 + 100 + 10)
    const later = test.ctx.clock.now()
    test.ctx.clock.advance({ days: 7 })
    await ada.signIn()
    await notify(await notice(ada, 'later'))
    expect((await titles(ada)).slice(0, 4)).toEqual([...onTop.slice(0, 3), 'About later'])
    test.ctx.clock.set(later)
  })
})

describe('reading one', () => {
  const read = (actor: Actor, id: string) => actor.send('POST', `/api/notifications/${id}/read`)
  const unread = async (actor: Actor) => (await list(actor)).filter(({ isRead }) => !isRead).map(({ title }) => title)

  it('affects only that one and is idempotent [notifications.state-read]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    await notify(await notice(ada, 'a'), await notice(ada, 'b'), await notice(bo, 'a'))
    const [{ id } = { id: '' }] = (await list(ada)).filter(({ title }) => title === 'About a')
    test.changedTopics()
    expect(await read(ada, id)).toMatchObject({ status: 200, body: { ok: true } })
    expect(test.changedTopics()).toEqual([`user:${(await ada.me()).id}`])
    expect(await unread(ada)).toEqual(['About b'])
    expect(await unread(bo)).toEqual(['About a'])
    expect((await read(ada, id)).status).toBe(200)
    expect(await unread(ada)).toEqual(['About b'])
  })

  it('is refused for another user’s and unknown ids, and changes nothing [notifications.own-only]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    await notify(await notice(ada, 'mine'))
    const [{ id } = { id: '' }] = await list(ada)
    const before = await databaseState(test.ctx.db)
    test.changedTopics()
    expect(await read(bo, id)).toMatchObject(refusal(404, 'NOTIFICATION_NOT_FOUND'))
    expect(await read(bo, crypto.randomUUID())).toMatchObject(refusal(404, 'NOTIFICATION_NOT_FOUND'))
    expect(await databaseState(test.ctx.db)).toEqual(before)
    expect(test.changedTopics()).toEqual([])
  })
})

describe('reading all', () => {
  it('includes those beyond the list and nobody else’s [notifications.read-all-reads]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const many = await Promise.all(Array.from({ length: 102 }, (_, index) => notice(ada, `n${index}`)))
    await notify(...many, await notice(bo, 'his'))
    const { id } = await ada.me()
    test.changedTopics()
    expect(await ada.call('POST /api/notifications/read-all')).toEqual({ ok: true })
    expect(test.changedTopics()).toEqual([`user:${id}`])
    const rows = await test.ctx.db.query('select is_read as "isRead" from notifications where user_id = $1', [id])
    expect(rows).toEqual(many.map(() => ({ isRead: true })))
    expect((await list(bo)).map(({ isRead }) => isRead)).toEqual([false])
  })
})
