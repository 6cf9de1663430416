import { whitelistWallet } from '../../server/src/features/whitelist/index.ts'
import { Actor, newcomer } from '../../tests/server/actors/actors.ts'
import { useInvite } from '../../tests/server/actors/inviting.ts'
import { learn } from '../../tests/server/actors/learning.ts'
import { relate, shareDevice } from '../../tests/server/actors/related.ts'
import { follow, USDC } from '../../tests/server/chain/chain.ts'
import { onProduct, totalAp } from '../support/on-product.ts'

/**
 * Lets accounts be used in turn on one device until they are related, passes 100 USDC from each to each later one, and
 * returns the AP that this makes. Throws if they weren't found to be related.
 */
export const relatedAp = (accounts: number): Promise<number> =>
  onProduct({ settings: { betaAccess: 'open' } }, async (test) => {
    const { chain, clock, db } = test.ctx
    const ring: Actor[] = []
    for (let nr = 0; nr < accounts; nr++) {
      const actor = await newcomer(test)
      chain.mint(actor.wallet.address, 1_000 * USDC)
      ring.push(actor)
    }
    await shareDevice(test, ring, 4)
    await relate(test)
    const { length: pairs } = await db.query('select 1 from related_pairs where is_related')
    if (pairs !== (accounts * (accounts - 1)) / 2) throw new Error(`found ${pairs} related pairs`)
    const before = await totalAp(ring)
    for (const [nr, from] of ring.entries()) {
      for (const to of ring.slice(nr + 1)) chain.vouch(from.wallet.address, to.wallet.address, 100 * USDC)
      await follow(test)
      // The day's cap must not be what stops them.
      clock.advance({ days: 1 })
    }
    return (await totalAp(ring)) - before
  })

/** Returns how many accounts join in a day through a member who saved up invites, and through those who joined. */
export const inviteInADay = (): Promise<number> =>
  onProduct({ settings: { betaAccess: 'closed' } }, async (test) => {
    test.ctx.clock.set('2026-03-02T12:00:00Z')
    const member = new Actor(test)
    await whitelistWallet(test.ctx, member.wallet.address)
    await member.signIn()
    for (let day = 0; day < 7; day++) {
      await learn(member)
      test.ctx.clock.advance({ days: 1 })
    }
    test.ctx.clock.advance({ days: 90 })
    await member.signIn()
    const inside = [member]
    for (const inviter of inside) {
      for (;;) {
        const { status, body } = await inviter.send<{ id: string }>('POST', '/api/invites')
        if (status !== 200) break
        const joined = new Actor(test)
        await useInvite(joined, body.id)
        inside.push(joined)
      }
    }
    return inside.length - 1
  })
