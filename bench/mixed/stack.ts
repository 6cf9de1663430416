import { auditLedger } from '../../server/src/features/ledger/index.ts'
import { startPgbouncer } from '../../tests/server/database/pgbouncer.ts'
import type { Arena } from '../../tests/server/product/arena.ts'
import { type Person, signedIn } from '../../tests/server/product/people.ts'
import { liveBattles, startDurableDatabase } from '../support/database.ts'
import { startOwnProgram } from '../support/own-program.ts'

export type Kind = 'postgres' | 'pgbouncer'
export const KINDS: readonly Kind[] = ['postgres', 'pgbouncer']

export interface MixedStack {
  port: number
  pid: number
  people: Person[]
  battles: Arena[]
}

const BATTLES = 20
const POOLED = 20

/**
 * Runs work on the product's own program with its own limits, PostgreSQL, live battles and `count` people who may claim.
 * Sets an exit code for failure if the ledger then has faults.
 */
export async function onStack<T>(kind: Kind, count: number, work: (stack: MixedStack) => Promise<T>): Promise<T> {
  const postgres = await startDurableDatabase({ shared_buffers: '256MB' })
  const { ctx, db } = postgres
  const battles = await liveBattles(ctx, BATTLES)
  const people = await signedIn(ctx, count)
  await db.script('vacuum analyze')
  const pooler = kind === 'pgbouncer' ? await startPgbouncer(postgres.url, POOLED) : null
  try {
    const direct: Record<string, string> = pooler ? { DATABASE_DIRECT_URL: postgres.url } : {}
    const { port, pid, stop } = await startOwnProgram(pooler?.url ?? postgres.url, direct)
    const result = await work({ port, pid, people, battles }).finally(stop)
    const { broken } = await auditLedger(db)
    console.log(`  ${kind}: the audit ${broken.length === 0 ? 'holds' : `fails: ${JSON.stringify(broken[0])}`}`)
    if (broken.length > 0) process.exitCode = 1
    return result
  } finally {
    await pooler?.stop()
    await postgres.stop()
  }
}
