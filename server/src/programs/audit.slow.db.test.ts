import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSharedTestDatabase } from '../../../tests/server/database/open-test-database.ts'

it('an audit that no node responded to mends nothing that an earlier one found', async () => {
  const shared = await openSharedTestDatabase()
  await shared.db.query(
    `insert into audit_runs (kind, finished_at, findings) values ('full', '2026-03-02 12:00:00+00', 1)`,
  )
  await shared.db.close()
  const contracts = ['STEEZE_CONTRACT', 'VOUCH_CONTRACT', 'USDC_TOKEN'].map((name, at) => [
    name,
    `0x${String(at + 1).repeat(40)}`,
  ])
  const settings = { ...Object.fromEntries(contracts), START_BLOCK: '1', RPC_URLS: 'http://127.0.0.1:9' }
  const { status, stderr } = shared.runWith(settings)(join(import.meta.dirname, '../audit.ts'))
  expect([status, stderr]).toEqual([0, expect.stringContaining('NOT COMPARED with the contract')])
  const db = await shared.reopen()
  const runs = await db.query('select kind, findings from audit_runs order by id').finally(() => db.close())
  expect(runs).toEqual([
    { kind: 'full', findings: 1 },
    { kind: 'incremental', findings: 0 },
  ])
})
