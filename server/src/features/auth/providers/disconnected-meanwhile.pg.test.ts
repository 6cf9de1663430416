import { expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { comeBack, consent, leaveForX, viaX } from '../../../../../tests/server/actors/x-actor.ts'
import { holding, untilWaiting } from '../../../../../tests/server/database/holding.ts'
import { testAppWithX } from '../../../../../tests/server/test-app-with-x.ts'
import { twoServers } from '../../../../../tests/server/two-servers.ts'
import { deleteLinkedAccount } from '../../providers/index.ts'
import { lockAccount } from '../store.ts'

const [test, second] = twoServers(testAppWithX)

it('opens no session of an account that disconnects X meanwhile', async () => {
  const [ada, other] = [new Actor(test), new Actor(test)]
  await viaX(ada)
  const { id } = await ada.me()
  const back = await consent(await leaveForX(other))
  const disconnect = await holding(second.ctx.db, async (tx) => {
    await lockAccount(tx, id)
    await deleteLinkedAccount(tx, id, 'x')
  })
  const returning = comeBack(other, back)
  await untilWaiting(second.ctx.db)
  await disconnect()
  expect(await returning).toBe('/')
  const theirs = await other.me()
  expect(theirs.id).not.toBe(id)
  expect(theirs.twitterUsername).toBe(test.x.person.username)
})
