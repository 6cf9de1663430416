import { describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { createUser } from './create-user.ts'

const test = openForAll(testApp)

const rename = (actor: Actor, username: string) => actor.send('POST', '/api/auth/update-profile', { username })
const nameOf = async (actor: Actor) => (await actor.me()).username

const INVALID = [
  ['ab', 'Username must be at least 3 characters'],
  ['a'.repeat(21), 'Username must be at most 20 characters'],
  // The middle letter is Cyrillic.
  ['adа_', 'Use letters, digits and underscores only'],
] as const

describe('changing my username', () => {
  it('shows everywhere the name appears, and changes nobody else', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const { id } = await ada.me()
    const before = await bo.me()
    expect(await ada.call('POST /api/auth/update-profile', { body: { username: 'ada_lovelace' } })).toEqual({
      username: 'ada_lovelace',
    })
    expect(await nameOf(ada)).toBe('ada_lovelace')
    const ranking = await ada.call('GET /api/leaderboard')
    expect(ranking.find((entry) => entry.id === id)?.username).toBe('ada_lovelace')
    expect(await bo.me()).toEqual(before)
  })

  it('refuses a taken name, in any case', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    await rename(ada, 'katherine')
    const before = await databaseState(test.ctx.db)
    for (const username of ['katherine', 'KATHERINE', ' Katherine ']) {
      const refused = await rename(bo, username)
      expect(refused).toMatchObject(refusal(409, 'USERNAME_TAKEN'))
      expect(refused.body.message).toBe('Username is already taken')
    }
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })

  it('accepts the current name', async () => {
    const ada = await newcomer(test)
    await rename(ada, 'dorothy')
    expect(await rename(ada, 'Dorothy')).toMatchObject({ status: 200 })
    expect(await nameOf(ada)).toBe('dorothy')
  })

  it('frees the old name', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    await rename(ada, 'mary_jackson')
    await rename(ada, 'mary_j')
    expect(await rename(bo, 'mary_jackson')).toMatchObject({ status: 200 })
  })

  it('refuses a reserved name, in any case [profile.check-username-reserved]', async () => {
    const ada = await newcomer(test)
    const before = await nameOf(ada)
    for (const username of ['admin', 'Aura', 'SUPPORT']) {
      expect(await rename(ada, username)).toMatchObject(refusal(409, 'USERNAME_TAKEN'))
    }
    expect(await nameOf(ada)).toBe(before)
  })
})

describe('checking whether a name is free', () => {
  const ask = (actor: Actor, query: Record<string, string>) =>
    actor.send<{ available: boolean; message?: string }>('GET', `/api/check-username?${new URLSearchParams(query)}`)
  const isFree = async (query: Record<string, string>) => (await ask(new Actor(test), query)).body.available

  it('is public and changes nothing [profile.username-answer]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    await rename(ada, 'annie_easley')
    const [adaId, boId] = [(await ada.me()).id, (await bo.me()).id]
    const before = await databaseState(test.ctx.db)
    expect(await isFree({ username: 'nobody_yet' })).toBe(true)
    expect(await isFree({ username: 'annie_easley' })).toBe(false)
    expect(await isFree({ username: 'Annie_EASLEY' })).toBe(false)
    expect(await isFree({ username: 'annie_easley', excludeUserId: adaId })).toBe(true)
    expect(await isFree({ username: 'annie_easley', excludeUserId: boId })).toBe(false)
    expect(await isFree({ username: 'admin' })).toBe(false)
    expect(await isFree({ username: 'admin', excludeUserId: adaId })).toBe(false)
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })

  it('is refused for an invalid name, with the reason, as changing to it is', async () => {
    const ada = await newcomer(test)
    const before = await nameOf(ada)
    for (const [username, message] of INVALID) {
      const refused = { ...refusal(400, 'INVALID_REQUEST'), body: { message } }
      expect(await ask(new Actor(test), { username })).toMatchObject(refused)
      expect(await rename(ada, username)).toMatchObject(refused)
    }
    expect(await nameOf(ada)).toBe(before)
  })
})

describe('a new user', () => {
  const create = (wantedUsername: string) => test.ctx.db.tx((tx) => createUser(test.ctx, tx, { wantedUsername }))
  const named = async (id: string) =>
    (await test.ctx.db.query<{ username: string }>('select username from users where id = $1', [id]))[0]?.username

  it('gets the requested name, or a generated one if it is taken', async () => {
    const first = await create('hedy_lamarr')
    const second = await create('hedy_lamarr')
    expect(await named(first)).toBe('hedy_lamarr')
    expect(await named(second)).toMatch(/^[a-z]+_[a-z]+_\d{3}$/)
  })
})

describe('a contested username', () => {
  it('goes to one of several simultaneous requests [profile.check-username-unique]', async () => {
    const spellings = ['mae_jemison', 'MAE_JEMISON', 'Mae_Jemison', 'mae_JEMISON', ' mae_jemison ', 'mAe_jemison']
    const people = await Promise.all(spellings.map(() => newcomer(test)))
    const before = await Promise.all(people.map(async (person) => (await person.me()).username))
    const replies = await Promise.all(
      people.map((person, index) => person.send('POST', '/api/auth/update-profile', { username: spellings[index] })),
    )
    const winner = replies.findIndex(({ status }) => status === 200)
    expect(replies.filter((_, index) => index !== winner).map(({ body }) => body.code)).toEqual(
      Array(5).fill('USERNAME_TAKEN'),
    )
    const after = await Promise.all(people.map(async (person) => (await person.me()).username))
    expect(after).toEqual(before.map((name, index) => (index === winner ? 'mae_jemison' : name)))
  })
})
