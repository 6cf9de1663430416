import { expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { replaceWallet } from '../../../../tests/server/actors/replacing.ts'
import { holding, untilWaiting } from '../../../../tests/server/database/holding.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { twoServers } from '../../../../tests/server/two-servers.ts'
import { suspendPerson } from '../moderation/index.ts'
import { lockRevision } from '../related-accounts/index.ts'
import { insertSuspension } from './index.ts'

const [a, b] = twoServers(testApp)

/** Returns an account that replaced its wallet, and who can sign in with the former one. */
async function withFormerWallet(): Promise<{ id: string; second: Actor }> {
  const ada = await newcomer(a)
  const second = new Actor(a, ada.wallet)
  await replaceWallet(ada, new Actor(a).wallet)
  return { id: (await ada.me()).id, second }
}
const REASON = 'Spam.'
const isSuspended = async (actor: Actor) => (await actor.me()).restriction?.reason === REASON

it('an account being made with a former wallet while its first account is suspended is suspended, too', async () => {
  const { id, second } = await withFormerWallet()
  const letGo = await holding(a.ctx.db, lockRevision)
  const joining = second.signIn()
  await untilWaiting(a.ctx.db)
  const suspending = suspendPerson(b.ctx, { userId: id, reason: REASON, adminId: null })
  await untilWaiting(a.ctx.db, 2)
  await letGo()
  await Promise.all([joining, suspending])
  expect(await isSuspended(second)).toBe(true)
})

it('an account made with a former wallet just before a suspension commits is suspended, too', async () => {
  const { id, second } = await withFormerWallet()
  const suspension = { userId: id, scope: 'account', reason: REASON, now: null } as const
  const letGo = await holding(b.ctx.db, (tx) => insertSuspension(tx, suspension))
  const joining = second.signIn()
  await untilWaiting(a.ctx.db)
  await letGo()
  await joining
  expect(await isSuspended(second)).toBe(true)
})
