import { randomInt, randomUUID } from 'node:crypto'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { generatedUsername } from './rules.ts'
import { insertUser } from './store.ts'

const random = () => randomInt(2 ** 32) / 2 ** 32

/** Makes a person, in the caller's transaction. Without a wanted name, or when it is taken, they get a generated one. */
export async function createUser(
  ctx: Context,
  tx: Tx,
  { wantedUsername, isDemo = false }: { wantedUsername?: string; isDemo?: boolean } = {},
): Promise<string> {
  const id = randomUUID()
  for (let attempt = 0; attempt < 100; attempt++) {
    const username = attempt === 0 && wantedUsername ? wantedUsername : generatedUsername(random)
    if (await insertUser(tx, { id, username, isDemo, now: ctx.clock.sqlNow() })) return id
  }
  throw new Error('no free username was found in a hundred tries')
}
