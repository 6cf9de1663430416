import { describe, expect, it } from 'vitest'
import { newcomer } from '../../../../tests/server/actors/actors.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

describe('a contested username', () => {
  const test = openForAll(testApp)

  it('goes to one of several simultaneous requests [profile.check-username-unique]', async () => {
    const spellings = ['ada_lovelace', 'ADA_LOVELACE', 'Ada_Lovelace', 'ada_LOVELACE', ' ada_lovelace ', 'aDa_lovelace']
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
    expect(after).toEqual(before.map((name, index) => (index === winner ? 'ada_lovelace' : name)))
  })
})
