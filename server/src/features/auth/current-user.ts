import { type CurrentUser, OnceShown } from '@aura/api/calls/auth'
import type { UserFields } from '@aura/api/parts'
import { getAddress } from 'viem'
import { userFieldsOf } from '#features/profile'
import { channelOf, findLinkedAccountsOf, type LinkedAccount } from '#features/providers'
import { restrictionExpression } from '#features/wallets'
import { providersOf } from '#features/x'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { batchLoader } from '#platform/db/batch-loader'
import type { Feature } from '#platform/feature'
import { isAdminRole } from './access-rules.ts'
import { findPasskeyWalletsOf } from './passkeys/passkey-wallet.ts'
import { providerName } from './providers/provider-name.ts'
import { type CurrentUserRow, findCurrentUsers } from './store.ts'

/** Returns a function that reads the signed-in user. It throws UNAUTHORIZED if the account is gone. */
export function currentUserReader(
  ctx: Context,
  features: readonly Feature[],
): (userId: string) => Promise<CurrentUser> {
  const restriction = (id: string) => restrictionExpression(ctx, id)
  const find = batchLoader<string, CurrentUser>(async (ids) => {
    const [rows, fields, linked] = await Promise.all([
      findCurrentUsers(ctx.db, ids, { at: ctx.clock.now(), restriction }),
      userFieldsOf(ctx.db, features, ids),
      findLinkedAccountsOf(ctx.db, ids),
    ])
    const walletOf = (id: string) => rows[ids.indexOf(id)]?.walletAddress ?? null
    const passkeyWallets = await findPasskeyWalletsOf(ctx, ids, walletOf)
    return rows.map(
      (row, at) =>
        row &&
        present(
          row,
          {
            ...(fields[at] as UserFields),
            linkedAccounts: shownLinked(ctx, linked.get(row.id) ?? []),
            passkeyWallet: passkeyWallets.get(row.id) ?? null,
          },
          ctx,
        ),
    )
  })
  return async (userId) => {
    const user = await find(userId)
    if (!user) throw new AppError('UNAUTHORIZED')
    return user
  }
}

const isOnceShown = (text: string): text is OnceShown => OnceShown.safeParse(text).success

function shownLinked({ settings }: Context, accounts: readonly LinkedAccount[]): CurrentUser['linkedAccounts'] {
  const ids = new Map(providersOf(settings).map(({ key, id }) => [key, id]))
  return accounts.map(({ provider, subject, handle, linkedAt }) => ({
    provider,
    id: ids.get(provider) ?? null,
    name: providerName(settings, provider),
    handle,
    url: channelOf({ provider, subject, handle })?.url ?? null,
    linkedAt: linkedAt.toISOString(),
  }))
}

function present(
  row: CurrentUserRow,
  fields: UserFields & Pick<CurrentUser, 'linkedAccounts' | 'passkeyWallet'>,
  { settings, limits }: Context,
): CurrentUser {
  return {
    id: row.id,
    username: row.username,
    firstName: row.firstName,
    email: null,
    profileImageUrl: row.profileImageUrl,
    walletAddress: row.walletAddress === null ? null : checksummed(row.walletAddress),
    twitterUsername: row.twitterUsername,
    auraPoints: row.apAvailable + row.apHeld,
    availableAuraPoints: row.apAvailable,
    currentStreak: row.currentStreak,
    steezeBalance: row.steezePurchased + row.steezeEarned,
    battleEarnedSteeze: row.steezeEarned,
    ...fields,
    isAdmin: row.restriction === null && isAdminRole(row, settings.adminWallets),
    restriction: row.restriction && {
      kind: row.restriction,
      reason: row.suspensionReason,
      since: row.suspendedAt?.toISOString() ?? null,
    },
    timeZone: row.timeZone,
    createdAt: row.createdAt.toISOString(),
    walletBonusAp: row.hasWalletBonus ? limits.walletBonusAp : 0,
    seenFirsts: row.seenFirsts.filter(isOnceShown),
  }
}

/** Checksummed addresses. Checksumming is expensive for a call every page makes, and results never change. */
const checksums = new Map<string, string>()
const MAX_CHECKSUMS = 50_000
function checksummed(address: string): string {
  let known = checksums.get(address)
  if (known === undefined) {
    known = getAddress(address)
    if (checksums.size >= MAX_CHECKSUMS) checksums.clear()
    checksums.set(address, known)
  }
  return known
}
