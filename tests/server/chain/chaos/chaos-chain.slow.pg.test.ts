import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startLocalChain } from '../../../../tools/local-chain/start-local-chain.ts'
import { newPostgresDatabase } from '../../database/open-test-database.ts'
import { chaosChain } from './chaos-chain.ts'

it('keeps ledger, contracts and wallets in agreement through kills, cuts and reorganisations', async () => {
  const local = await startLocalChain({ dir: mkdtempSync(join(tmpdir(), 'aura-chaos-')) })
  try {
    const counts = await chaosChain({ url: await newPostgresDatabase(), local, operations: 60, seed: 6, people: 8 })
    expect(counts.wrong).toEqual([])
    expect(counts.buys + counts.vouches + counts.redeems).toBe(60)
    expect(Math.min(counts.kills, counts.cuts, counts.reorgs)).toBeGreaterThan(0)
  } finally {
    await local.stop()
  }
})
