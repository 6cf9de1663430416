import { openUserAccounts } from '#features/ledger'
import { createUser } from '#features/profile'
import { enrolLearner } from '#features/streak'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'

/** Creates an account without a way to sign in, in the caller's transaction. */
export async function openAccount(
  ctx: Context,
  tx: Tx,
  {
    timeZone,
    ...person
  }: { timeZone: string; wantedUsername?: string | undefined; firstName?: string | null; isDemo?: boolean },
): Promise<string> {
  const userId = await createUser(ctx, tx, person)
  await openUserAccounts(tx, userId)
  await enrolLearner(tx, userId, timeZone)
  return userId
}
