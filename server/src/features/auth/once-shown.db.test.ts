import { generatePrivateKey } from 'viem/accounts'
import { expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const test = openForAll(testApp)

it('a first is shown once, on whichever device comes first [access.firsts-once]', async () => {
  const key = generatePrivateKey()
  const [ada, phone] = [new Actor(test, key), new Actor(test, key)]
  await ada.signIn()
  await phone.signIn()
  expect(await ada.me()).toMatchObject({ seenFirsts: [], walletBonusAp: 100 })
  const see = (actor: Actor, first: 'sign_in' | 'vouch_received') =>
    actor.call('POST /api/auth/seen-first', { body: { first } })
  const both = await Promise.all([see(ada, 'sign_in'), see(phone, 'sign_in')])
  expect(both.map(({ isNew }) => isNew).sort()).toEqual([false, true])
  expect(await see(ada, 'sign_in')).toEqual({ isNew: false })
  expect((await phone.me()).seenFirsts).toEqual(['sign_in'])
  expect(await see(ada, 'vouch_received')).toEqual({ isNew: true })
  expect((await ada.me()).seenFirsts).toEqual(['sign_in', 'vouch_received'])
  const bo = await newcomer(test)
  expect((await bo.me()).seenFirsts).toEqual([])
})
