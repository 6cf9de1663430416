import { expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { deleteAccount } from '../../../../tests/server/actors/inviting.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { viaX } from '../../../../tests/server/actors/x-actor.ts'
import { holding, untilWaiting } from '../../../../tests/server/database/holding.ts'
import { testAppWithX } from '../../../../tests/server/test-app-with-x.ts'
import { twoServers } from '../../../../tests/server/two-servers.ts'

const [a, b] = twoServers(testAppWithX)

const DAYS = 3

it('two servers that a deleted account returns to at once, by its wallet and by X, restore its streak once [settings.delete-restores-once]', async () => {
  const ada = await newcomer(a)
  await viaX(ada)
  for (let day = 0; day < DAYS; day++) {
    await learn(ada)
    for (const { ctx } of [a, b]) ctx.clock.advance({ days: 1 })
    await ada.signIn()
  }
  await deleteAccount(ada)
  b.x.person = a.x.person
  const [byWallet, byX] = [new Actor(a, ada.wallet), new Actor(b)]
  // Both have seen that nobody has returned yet before either may say that it does.
  const { db } = a.ctx
  const letGo = await holding(db, (tx) => tx.query('lock table continued_accounts in share mode'))
  const returning = Promise.all([byWallet.signIn(), viaX(byX)])
  await untilWaiting(db, 2)
  await letGo()
  await returning
  const people = await Promise.all([byWallet.me(), byX.me()])
  expect(new Set(people.map(({ id }) => id)).size).toBe(2)
  expect(people.map(({ currentStreak }) => currentStreak).sort()).toEqual([0, DAYS])
  const later = people.map(({ id }) => id)
  const returns = 'select 1 from continued_accounts where is_return and later_id = any($1)'
  expect(await db.query(returns, [later])).toHaveLength(1)
})
