import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../tests/server/actors/actors.ts'
import { admin, logged } from '../../../../tests/server/actors/admins.ts'
import { challenge, creator, readBattle } from '../../../../tests/server/actors/battles.ts'
import { databaseState, unchanged } from '../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { whitelistWallet } from '../whitelist/index.ts'

const test = openForAll(testApp)
let ada: Awaited<ReturnType<typeof admin>>
beforeAll(async () => {
  ada = await admin(test)
  // While the beta is closed, admins need it, too.
  await whitelistWallet(test.ctx, ada.wallet.address)
})
beforeEach(() => {
  test.ctx.settings.betaAccess = 'open'
})

const someWallet = () => privateKeyToAddress(generatePrivateKey())
const add = (walletAddress: string, note?: string) =>
  ada.call('POST /api/whitelist', { body: { walletAddress, note: note ?? null } })
const remove = (walletAddress: string, by: Actor = ada) =>
  by.send<Record<string, unknown>>('DELETE', `/api/whitelist/${walletAddress}`)
const list = (query: Record<string, string> = {}) => ada.call('GET /api/whitelist', { query })
const counts = () => ada.call('GET /api/whitelist/counts')
const state = () => databaseState(test.ctx.db, { except: ['auth_nonces', 'sessions'] })

describe('the whitelist', () => {
  it('adds a wallet with a trimmed note and records who added it [admin.search] [admin.added-by] [admin.add-trimmed] [admin.row]', async () => {
    const [wallet, other] = [someWallet(), someWallet()]
    await add(other, 'Somebody else')
    const { total } = await counts()
    const entry = await add(`  ${wallet.toLowerCase()} `, '  A friend ')
    expect(entry).toMatchObject({
      walletAddress: wallet,
      note: 'A friend',
      isActive: true,
      createdAt: test.ctx.clock.now().toISOString(),
      addedBy: { id: ada.id, username: ada.username },
    })
    expect((await add(someWallet(), '   ')).note).toBeNull()
    expect(await counts()).toMatchObject({ total: total + 2 })
    expect(await list({ q: 'A FRIEND' })).toEqual([entry])
    expect(await list({ q: wallet.slice(5, 20) })).toEqual([entry])
    const entries = await logged(ada, 2)
    expect(entries[1]).toMatchObject({
      action: 'whitelist-add',
      subjectKind: 'wallet',
      subject: wallet,
      reason: 'A friend',
      admin: { id: ada.id, username: ada.username },
      at: test.ctx.clock.now().toISOString(),
    })
    expect((await list({ q: other }))[0]).toMatchObject({ note: 'Somebody else' })
  })

  it('is paged, listing each wallet once', async () => {
    for (let added = 0; added < 5; added++) await add(someWallet())
    const all = await list({ limit: '100' })
    const paged: typeof all = []
    for (let page = await list({ limit: '2' }); page.length > 0; ) {
      paged.push(...page)
      page = await list({ limit: '2', after: page.at(-1)?.id ?? '' })
    }
    expect(paged).toEqual(all)
    expect(all.length).toBe((await counts()).total)
  })

  it('is unchanged when a wallet is added again, except for a new note', async () => {
    const wallet = someWallet()
    await add(wallet, 'First')
    const before = await state()
    await add(wallet)
    await add(wallet, 'First')
    expect(await state()).toEqual(before)
    expect((await add(wallet, 'Second')).note).toBe('Second')
    expect((await logged(ada))[0]).toMatchObject({ action: 'whitelist-note', reason: 'Second' })
  })

  it('refuses what is not a wallet [admin.check-add-malformed] [admin.check-add-blank]', async () => {
    const before = await state()
    for (const walletAddress of ['   ', '0x12'])
      expect(await ada.send('POST', '/api/whitelist', { walletAddress })).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    expect(await state()).toEqual(before)
  })

  it('keeps removed wallets as inactive and reactivates them [admin.remove-deactivates] [admin.reactivate]', async () => {
    const [wallet, other] = [someWallet(), someWallet()]
    await add(wallet, 'Lost device')
    await add(other)
    expect(await remove(wallet.toUpperCase().replace('0X', '0x'))).toMatchObject({ status: 200, body: { ok: true } })
    expect(await list({ q: wallet })).toMatchObject([{ isActive: false, note: 'Lost device' }])
    expect(await list({ q: wallet, view: 'active' })).toEqual([])
    expect(await list({ q: other, view: 'active' })).toHaveLength(1)
    expect((await logged(ada))[0]).toMatchObject({ action: 'whitelist-remove', subject: wallet })
    await unchanged(state, async () => expect((await remove(wallet)).status).toBe(200))
    expect(await add(wallet)).toMatchObject({ isActive: true, note: 'Lost device' })
    expect((await logged(ada))[0]).toMatchObject({ action: 'whitelist-reactivate', subject: wallet })
  })

  it('refuses to remove an unlisted wallet, and those of admins, by role or by configuration', async () => {
    expect(await remove(someWallet())).toMatchObject(refusal(404, 'WHITELIST_ENTRY_NOT_FOUND'))
    const [bo, cy] = [await admin(test), await creator(test)]
    const notJoined = someWallet()
    test.ctx.settings.adminWallets = [cy.wallet.address.toLowerCase(), notJoined.toLowerCase()]
    for (const address of [ada.wallet.address, bo.wallet.address, cy.wallet.address, notJoined]) {
      await add(address)
      await unchanged(state, async () =>
        expect(await remove(address)).toMatchObject(refusal(409, 'ADMIN_NOT_RESTRICTED')),
      )
    }
    expect((await bo.send('GET', '/api/auth/user')).status).toBe(200)
    test.ctx.settings.adminWallets = []
    expect((await remove(cy.wallet.address)).status).toBe(200)
  })

  it('ends the sessions of the removed user only [access.removed-ends-sessions]', async () => {
    const [bo, cy] = [await creator(test), await creator(test)]
    for (const { wallet } of [bo, cy]) await add(wallet.address)
    test.changedTopics()
    await remove(bo.wallet.address)
    expect(test.changedTopics()).toContain(`sessions:${bo.id}`)
    expect(await bo.send('GET', '/api/auth/user')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect((await cy.send('GET', '/api/auth/user')).status).toBe(200)
  })

  it('refunds their pending challenges while the beta is closed [access.removed-refunds-pending]', async () => {
    const [bo, cy] = [await creator(test), await creator(test)]
    for (const { wallet } of [bo, cy]) await whitelistWallet(test.ctx, wallet.address)
    test.ctx.settings.betaAccess = 'closed'
    const [sent, other] = [await challenge(bo, cy.id), await challenge(cy, ada.id)]
    await remove(bo.wallet.address)
    expect((await readBattle(cy, sent.id)).status).toBe('withdrawn')
    expect((await readBattle(cy, other.id)).status).toBe('pending')
    await bo.signIn()
    expect(await bo.me()).toMatchObject({ availableAuraPoints: 1_000, restriction: { kind: 'removed' } })
  })

  it('refunds at the second try what the first one left [access.removed-refunds-pending]', async () => {
    const [bo, cy] = [await creator(test), await creator(test)]
    for (const { wallet } of [bo, cy]) await add(wallet.address)
    const sent = await challenge(bo, cy.id)
    // Simulates a crash: the wallet is removed, and its challenges are still pending.
    await remove(bo.wallet.address)
    test.ctx.settings.betaAccess = 'closed'
    expect((await readBattle(cy, sent.id)).status).toBe('pending')
    test.changedTopics()
    expect((await remove(bo.wallet.address)).status).toBe(200)
    expect(test.changedTopics()).toContain(`sessions:${bo.id}`)
    expect((await readBattle(cy, sent.id)).status).toBe('withdrawn')
  })
})

describe('the whitelist CSV', () => {
  const read = (csv: string) => ada.send<{ added: number }>('POST', '/api/whitelist/csv', { csv })

  it('imports new, known and inactive wallets together [admin.csv-in]', async () => {
    const [fresh, known, gone] = [someWallet(), someWallet(), someWallet()]
    await add(known)
    await add(gone)
    await remove(gone)
    const reply = await read(`address,note\n${fresh},"New, by file"\n${known},\n${gone.toLowerCase()},Back\n`)
    expect(reply).toMatchObject({ status: 200, body: { added: 1, reactivated: 1, unchanged: 1 } })
    expect(await list({ q: fresh })).toMatchObject([{ note: 'New, by file', isActive: true, addedBy: { id: ada.id } }])
    expect(await list({ q: gone })).toMatchObject([{ note: 'Back', isActive: true }])
    expect((await logged(ada, 2)).map(({ action }) => action)).toEqual(['whitelist-reactivate', 'whitelist-add'])
  })

  it('imports nothing when one line is invalid, and names it [admin.csv-in]', async () => {
    await unchanged(state, async () =>
      expect(await read(`${someWallet()},fine\nada,\n${someWallet()}\n`)).toMatchObject({
        ...refusal(400, 'WHITELIST_CSV_INVALID'),
        body: { data: { errors: [{ line: 2, message: 'ada is not a wallet address' }] } },
      }),
    )
  })

  it('exports everything without runnable formulas, and imports it again [admin.csv-out]', async () => {
    const [wallet, gone] = [someWallet(), someWallet()]
    await add(wallet, '=HYPERLINK("http://evil.test","Ada")')
    await add(gone)
    await remove(gone)
    const { csv } = await ada.call('GET /api/whitelist/csv')
    expect(csv).toContain(`${wallet},"'=HYPERLINK(""http://evil.test"",""Ada"")",Active,`)
    expect(csv.trimEnd().split('\r\n')).toHaveLength((await counts()).total + 1)
    const { total, active } = await counts()
    expect(total - active).toBeGreaterThan(0)
    const before = await state()
    const inactive = { skipped: total - active }
    expect(await read(csv)).toEqual(
      expect.objectContaining({ status: 200, body: { added: 0, reactivated: 0, unchanged: active, ...inactive } }),
    )
    expect(await state()).toEqual(before)
  })

  it('neither reactivates nor removes wallets marked inactive [admin.csv-in]', async () => {
    const [gone, known, fresh] = [someWallet(), someWallet(), someWallet()]
    await add(gone)
    await add(known)
    await remove(gone)
    const reply = await read(`${gone},,Inactive\n${known},,inactive\n${fresh},,INACTIVE\n`)
    expect(reply).toMatchObject({ status: 200, body: { added: 0, reactivated: 0, unchanged: 0, skipped: 3 } })
    expect(await list({ q: gone })).toMatchObject([{ isActive: false }])
    expect(await list({ q: known })).toMatchObject([{ isActive: true }])
    expect(await list({ q: fresh })).toEqual([])
  })
})
