import type { Db, Tx } from '../../../server/src/platform/db/db.ts'

/** Runs `work` in a transaction that stays open until the returned function is called. */
export async function holding(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const [has, may] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const over = db.tx(async (tx) => {
    await work(tx)
    has.resolve()
    await may.promise
  })
  await has.promise
  return async () => {
    may.resolve()
    await over
  }
}
