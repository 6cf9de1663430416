import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinWithWallet } from '../../server/src/features/auth/index.ts'
import { rpcChain } from '../../server/src/platform/chain/rpc-chain.ts'
import { auditAll } from '../../server/src/programs/audit-all.ts'
import { Actor } from '../../tests/server/actors/actors.ts'
import { steezeOf } from '../../tests/server/chain/chain.ts'
import { databaseState } from '../../tests/server/database/database-state.ts'
import { TestClock } from '../../tests/server/fakes.ts'
import { type TestApp, testApp } from '../../tests/server/test-app.ts'
import { DEMO_ACCOUNTS, type DemoAccount } from '../../web/src/dev/demo-wallet/accounts.ts'
import { type LocalChain, startLocalChain } from '../local-chain/start-local-chain.ts'
import { personaWallet } from './persona-wallet.ts'
import { playChain } from './play-chain.ts'

const [ADA] = DEMO_ACCOUNTS as [DemoAccount]
/** Four people of the script and one outsider. */
const NAMES = ['temi_codes', 'tobi_wav', 'gas_goblin', 'kofi_mints', 'hello_mempool']

describe('the demo on the local chain', () => {
  let local: LocalChain
  let test: TestApp
  let sent: number
  beforeAll(async () => {
    local = await startLocalChain({ dir: mkdtempSync(join(tmpdir(), 'aura-demo-chain-')) })
    const clock = new TestClock(new Date(Date.now() - 86_400_000))
    test = await testApp({ clock, signerKey: local.signerKey })
    const { usdc, vouch, steeze } = local.contracts
    const contracts = { usdc: usdc.toLowerCase(), vouch: vouch.toLowerCase(), steeze: steeze.toLowerCase() }
    const { rpcUrl, startBlock } = local
    Object.assign(test.ctx, {
      chain: rpcChain({ kind: 'local', confirmationSeconds: 0, contracts, startBlock, rpcUrls: [rpcUrl] }),
    })
    for (const wantedUsername of NAMES) {
      const address = personaWallet(wantedUsername).toLowerCase()
      const person = { address, timeZone: 'UTC', wantedUsername, isDemo: true }
      await test.ctx.db.tx((tx) => joinWithWallet(test.ctx, tx, person))
    }
    clock.set(new Date())
    sent = await play()
  })
  afterAll(async () => {
    await test?.close()
    await local?.stop()
  })

  const play = () => playChain(test.ctx, local.rpcUrl)
  const audits = async () => (await auditAll(test.ctx.db)).flatMap(({ broken }) => broken)

  it('buys and vouches with transactions, which the product finds: the reserves are full and balanced; does nothing a second time, and lets who came later catch up [ledger.steeze-from-contract]', async () => {
    // Three purchases, four vouches among these people and two for Ada, each with an approval.
    expect(sent).toBe(18)
    const visitor = new Actor(test)
    expect(await visitor.call('GET /api/reserves')).toMatchObject({
      usdcHeld: 125,
      steezeOutstanding: 1_250,
      isMatching: true,
      difference: 0,
    })
    const vouches = await test.ctx.db.query(
      `select v.username as voucher, t.username as target, usdc_micros / 1000000 as usdc, aura_awarded as ap
       from vouches join users v on v.id = voucher_id join users t on t.id = target_id
       where target_wallet <> $1 order by 1, 2`,
      [ADA.address.toLowerCase()],
    )
    expect(vouches).toEqual([
      { voucher: 'gas_goblin', target: 'temi_codes', usdc: 25, ap: 250 },
      { voucher: 'kofi_mints', target: 'temi_codes', usdc: 40, ap: 400 },
      { voucher: 'temi_codes', target: 'gas_goblin', usdc: 12, ap: 0 },
      { voucher: 'temi_codes', target: 'tobi_wav', usdc: 20, ap: 200 },
    ])
    const words = await test.ctx.db.query('select text from vouch_words order by text')
    expect(words).toEqual([
      { text: 'Explains rollups so that my mother gets them.' },
      { text: 'Her thread on gas saved me a week.' },
      { text: 'Reviewed my contract line by line and asked for nothing.' },
    ])
    expect(await audits()).toEqual([])

    const state = () => databaseState(test.ctx.db, { except: ['chain_cursors', 'chain_checkpoints'] })
    const before = await state()
    expect(await play()).toBe(0)
    expect(await state()).toEqual(before)
    const person = { address: personaWallet('sol_sister').toLowerCase(), timeZone: 'UTC', wantedUsername: 'sol_sister' }
    await test.ctx.db.tx((tx) => joinWithWallet(test.ctx, tx, { ...person, isDemo: true }))
    expect(await play()).toBe(2)
    expect(await audits()).toEqual([])
  })

  it('lets Ada of the demo wallet find Steeze to redeem, and receipts of who vouched for her', async () => {
    const ada = new Actor(test, ADA.privateKey)
    await ada.signIn()
    expect(await steezeOf(ada)).toEqual({ battleEarnedSteeze: 120, purchasedSteeze: 0 })
    expect((await ada.me()).seenFirsts).toEqual(['vouch_received'])
    const { receipts } = await ada.call('GET /api/receipts')
    expect(receipts.map(({ kind, usdc, aura }) => [kind, usdc, aura]).sort()).toEqual([
      ['vouch_received', 3, 30],
      ['vouch_received', 5, 50],
    ])
  })
})
