import { beforeAll, describe, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { unhurriedLimits } from '../../../../tests/server/test-settings.ts'
import { whitelistWallet } from './index.ts'

const ADA = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const upperCase = (address: string) => `0x${address.slice(2).toUpperCase()}`

describe('whether a wallet has beta access', () => {
  const test = openForAll(() => testApp({ settings: { betaAccess: 'closed' } }))
  beforeAll(async () => {
    await whitelistWallet(test.ctx, ADA, 'the first')
  })

  const hasAccess = async (walletAddress: string) =>
    (await new Actor(test).call('GET /api/beta-access/:walletAddress', { params: { walletAddress } })).hasAccess

  it('is public and ignores the case of the address [admin.beta-access-public] [admin.beta-access-answer]', async () => {
    for (const spelling of [ADA, ADA.toLowerCase(), upperCase(ADA)]) expect(await hasAccess(spelling)).toBe(true)
    expect(await hasAccess(BO)).toBe(false)
  })

  it('follows the whitelist: deactivating revokes access, adding again restores it and keeps the note [admin.beta-access-answer]', async () => {
    const row = `select wallet_address as address, note, is_active as "isActive" from whitelisted_wallets`
    const setInactive = 'update whitelisted_wallets set is_active = false where wallet_address = $1'
    await test.ctx.db.query(setInactive, [ADA.toLowerCase()])
    expect(await hasAccess(ADA)).toBe(false)
    await whitelistWallet(test.ctx, upperCase(ADA))
    expect(await hasAccess(ADA)).toBe(true)
    expect(await test.ctx.db.query(row)).toEqual([{ address: ADA.toLowerCase(), note: 'the first', isActive: true }])
    expect(await hasAccess(BO)).toBe(false)
  })
})

describe('while the beta is open', () => {
  const rates = { ...unhurriedLimits.rates, auth: { max: 3, windowMs: 60_000 } }
  const test = openForAll(() => testApp({ limits: { rates } }))

  it('admits every wallet and limits the rate of requests [admin.beta-access-limited]', async () => {
    const visitor = new Actor(test)
    for (let asked = 0; asked < 3; asked++) {
      expect(await visitor.send('GET', `/api/beta-access/${BO}`)).toMatchObject({
        status: 200,
        body: { hasAccess: true },
      })
    }
    expect(await visitor.send('GET', `/api/beta-access/${BO}`)).toMatchObject(refusal(429, 'RATE_LIMITED'))
    expect(await visitor.send('GET', '/api/config')).toMatchObject({ status: 200 })
  })
})
