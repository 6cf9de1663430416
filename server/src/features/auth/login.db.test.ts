import { expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const test = openForAll(testApp)

it.each(['/api/login', '/auth'])(
  '%s opens the sign-in dialog, keeping a path of this site only [access.login-next-kept] [access.login-next-foreign-refused]',
  async (path) => {
    const follow = async (query = '') => {
      const { status, headers } = await new Actor(test).send('GET', `${path}${query}`)
      return [status, headers.location]
    }
    expect(await follow()).toEqual([302, '/?join=1'])
    const kept = [302, '/?join=1&next=%2Fbattles%3Ftab%3Dlive']
    expect(await follow(`?next=${encodeURIComponent('/battles?tab=live')}`)).toEqual(kept)
    for (const query of ['?next=%2F%5Cevil.example', '?next=/a&next=//evil.example', '?next[]=//evil.example'])
      expect([query, ...(await follow(query))]).toEqual([query, 302, '/?join=1'])
  },
)
