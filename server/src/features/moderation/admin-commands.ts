import { recordFromShell } from '#features/admin-log'
import { updateIsAdmin } from '#features/profile'
import { walletOwner } from '#features/wallets'
import { faultOfReason, walletCommand } from '#platform/admin-command'
import type { Context } from '#platform/context'
import type { AdminCommand } from '#platform/feature'
import { deleteAllSessions } from '#platform/session/store'
import { liftPersonsSuspension, suspendPerson } from './suspend-person.ts'

async function setAdmin(ctx: Context, wallet: string, isAdmin: boolean): Promise<void> {
  const userId = await walletOwner(ctx, wallet)
  await ctx.db.tx(async (tx) => {
    await updateIsAdmin(tx, userId, isAdmin)
    await recordFromShell(tx, isAdmin ? 'grant-admin' : 'revoke-admin', userId)
  })
}

export const moderationCommands: readonly AdminCommand[] = [
  walletCommand({
    name: 'grant',
    does: 'make the account of a wallet an admin',
    async run(ctx, wallet) {
      await setAdmin(ctx, wallet, true)
      return `${wallet} is an admin now.`
    },
  }),
  walletCommand({
    name: 'revoke',
    does: 'remove the admin role',
    async run(ctx, wallet) {
      await setAdmin(ctx, wallet, false)
      return `${wallet} is no longer an admin.`
    },
  }),
  walletCommand({
    name: 'suspend',
    words: 'REASON',
    does: 'suspend the account of a wallet; its owner sees the reason',
    fault: faultOfReason,
    async run(ctx, wallet, reason) {
      const userId = await walletOwner(ctx, wallet)
      const isNew = await suspendPerson(ctx, { userId, reason: reason ?? '', adminId: null })
      if (!isNew) throw new Error(`${wallet} is already suspended. Lift that first to change the reason.`)
      return `${wallet} is suspended. Its challenges ended, its battles run on, and it can still redeem.`
    },
  }),
  walletCommand({
    name: 'lift',
    does: 'lift the suspension',
    async run(ctx, wallet, reason) {
      const userId = await walletOwner(ctx, wallet)
      const wasSuspended = await liftPersonsSuspension(ctx, { userId, reason, adminId: null })
      return `${wallet} ${wasSuspended ? 'may take part again' : 'was not suspended'}.`
    },
  }),
  walletCommand({
    name: 'end-sessions',
    does: 'sign the account of a wallet out everywhere',
    async run(ctx, wallet) {
      const userId = await walletOwner(ctx, wallet)
      await ctx.db.tx(async (tx) => {
        await deleteAllSessions(tx, userId)
        await recordFromShell(tx, 'end-sessions', userId)
      })
      ctx.live.changed(`sessions:${userId}`)
      return `${wallet} is signed out everywhere. It can sign in again.`
    },
  }),
]
