import { randomInt, randomUUID } from 'node:crypto'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { generatedUsername, isReservedUsername } from './rules.ts'
import { findUsername, insertUser } from './store.ts'

const random = () => randomInt(2 ** 32) / 2 ** 32

/** Returns whether somebody could take the name now. */
export const isFreeUsername = async (db: Queryable, username: string): Promise<boolean> =>
  !isReservedUsername(username) && (await findUsername(db, username)) === undefined

/** Returns a name that may be free. */
export const suggestUsername = (): string => generatedUsername(random)

/** Creates a user in the caller's transaction. Generates a name if none was requested or it is taken or reserved. */
export async function createUser(
  ctx: Context,
  tx: Tx,
  {
    wantedUsername,
    firstName = null,
    isDemo = false,
  }: { wantedUsername?: string | undefined; firstName?: string | null; isDemo?: boolean } = {},
): Promise<string> {
  const id = randomUUID()
  for (let attempt = 0; attempt < 100; attempt++) {
    const isWanted = attempt === 0 && wantedUsername !== undefined && !isReservedUsername(wantedUsername)
    const username = isWanted ? wantedUsername : suggestUsername()
    if (await insertUser(tx, { id, username, firstName, isDemo, now: ctx.clock.sqlNow() })) return id
  }
  throw new Error('no free username was found in a hundred tries')
}
