import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSharedTestDatabase } from '../../../tests/server/database/open-test-database.ts'

const program = join(import.meta.dirname, '../admin.ts')
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

it('npm run admin prints what it did, or why it failed, and commits it', async () => {
  const shared = await openSharedTestDatabase()
  await shared.db.close()
  expect(shared.run(program, 'whitelist', WALLET, 'a', 'friend')).toMatchObject({
    status: 0,
    stdout: `${WALLET} may join the closed beta.\n`,
    stderr: '',
  })
  expect(shared.run(program, 'grant', WALLET)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `No account has the wallet ${WALLET}. Its owner has to sign in once first.\n`,
  })
  const db = await shared.reopen()
  const rows = await db.query('select wallet_address, note from whitelisted_wallets')
  await db.close()
  expect(rows).toEqual([{ wallet_address: WALLET.toLowerCase(), note: 'a friend' }])
})

it('npm run admin opens no database for an invalid command', async () => {
  const { runWith, db } = await openSharedTestDatabase()
  await db.close()
  expect(runWith({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })(program, 'grant')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('Nothing is not a wallet address.'),
  })
})
