import { beforeEach, describe, expect, it } from 'vitest'
import { FakeChain } from '../../../../../tests/server/chain/fake-chain.ts'
import { inProcessSigner } from '../../../../../tests/server/chain/in-process-signer.ts'
import { TestClock } from '../../../../../tests/server/fakes.ts'
import { defaultLimits } from '../../../limits.ts'
import type { WithdrawalSigner } from '../signer/withdrawal-signer.ts'
import { steezeContract } from '../steeze-contract.ts'
import { guardSigner } from './guard-signer.ts'
import { SettingsContradicted, SettingsGuard } from './settings-guard.ts'

const OTHER = `0x${'9'.repeat(40)}`
const ADA = `0x${'a1'.repeat(20)}`

let clock: TestClock
let chain: FakeChain
let own: WithdrawalSigner
let guard: SettingsGuard
let signer: WithdrawalSigner
beforeEach(() => {
  clock = new TestClock()
  chain = new FakeChain(clock)
  own = inProcessSigner({ chain, clock, limits: defaultLimits })
  chain.signer = own.address
  guard = new SettingsGuard({ chain, clock, contracts: [steezeContract] }, own.address, { waitMs: 50 })
  signer = guardSigner(own, guard)
})

const start = () => guard.assertNotContradicted()
const sign = () =>
  signer.sign({
    chainId: chain.id,
    contract: chain.contracts?.steeze ?? '',
    wallet: ADA,
    limit: 10,
    deadline: clock.now().getTime() / 1_000 + 600,
  })
const later = () => clock.advance({ minutes: 6 })
const SIGNED = { signature: expect.stringMatching(/^0x/) }
const UNCONFIRMED = { refused: 'unconfirmed' }

describe('a start', () => {
  it('goes on with settings the network confirms, and then signs', async () => {
    await start()
    expect([guard.standing, await sign(), await signer.check(ADA, 10)]).toEqual([
      'confirmed',
      SIGNED,
      { refused: null },
    ])
  })

  it.each<[string, string, () => object]>([
    ['another signer', 'STEEZE_SIGNER_KEY: this is the key of 0x', () => Object.assign(chain, { signer: OTHER })],
    ['another token', 'USDC_TOKEN: this is 0x', () => Object.assign(chain, { madeWith: OTHER })],
    ['another network', 'RPC_URLS: these nodes are on network 1,', () => Object.assign(chain.lies, { chainId: 1 })],
    [
      'no contract',
      'STEEZE_CONTRACT: there is no Steeze contract',
      () => Object.assign(chain, { call: async () => '0x' }),
    ],
  ])('is refused by the only node for %s', async (_what, sentence, differ) => {
    differ()
    const refused = start()
    await expect(refused).rejects.toThrow(SettingsContradicted)
    await expect(refused).rejects.toThrow(sentence)
  })

  it('is not refused by one lying node: with one honest node nothing is signed, with two it signs', async () => {
    chain.lies.signer = OTHER
    chain.honestOthers = 1
    await start()
    expect(await sign()).toEqual(UNCONFIRMED)
    chain.honestOthers = 2
    later()
    expect(await sign()).toEqual(SIGNED)
  })

  it('is checked again on time although the clock was set back', async () => {
    await start()
    clock.step(-3_600_000)
    chain.signer = OTHER
    later()
    await guard.refreshIfDue()
    expect(guard.standing).toBe('contradicted')
  })

  it("is not refused by a node that hasn't synced the contracts' blocks", async () => {
    chain.startBlock = 5
    chain.call = async () => '0x'
    await start()
    expect(guard.finding.is).toBe('undecided')
  })

  it("doesn't wait for a node that hangs", async () => {
    chain.honestOthers = 2
    chain.call = () => new Promise(() => {})
    const patient = new SettingsGuard({ chain, clock, contracts: [steezeContract] }, own.address, { waitMs: 60_000 })
    await patient.assertNotContradicted()
    expect(patient.standing).toBe('confirmed')
    chain.honestOthers = 0
    const alone = new SettingsGuard({ chain, clock, contracts: [steezeContract] }, own.address, { waitMs: 10 })
    await alone.assertNotContradicted()
    expect(alone.standing).toBe('unconfirmed')
  })

  it('with another signer continues while the contract is paused, and signs once the contract accepts it', async () => {
    chain.signer = OTHER
    chain.isPaused = true
    await start()
    expect([guard.finding.is, await sign()]).toEqual(['paused', UNCONFIRMED])
    chain.signer = own.address
    later()
    expect(await sign()).toEqual(SIGNED)
  })
})

describe('while the network is unreachable at the start', () => {
  beforeEach(async () => {
    chain.isReachable = false
    await start()
  })

  it('nothing is signed until the network responds and confirms the settings', async () => {
    expect([guard.standing, await sign(), await signer.check(ADA, 10)]).toEqual([
      'unconfirmed',
      UNCONFIRMED,
      UNCONFIRMED,
    ])
    chain.isReachable = true
    expect(await sign()).toEqual(UNCONFIRMED)
    later()
    expect(await sign()).toEqual(SIGNED)
  })
})

describe('once confirmed', () => {
  beforeEach(start)

  it('they stay confirmed in an outage, and when one node of two disagrees', async () => {
    chain.isReachable = false
    later()
    await guard.refreshIfDue()
    expect(guard.standing).toBe('confirmed')
    chain.isReachable = true
    chain.honestOthers = 1
    chain.lies.signer = OTHER
    later()
    await guard.refreshIfDue()
    expect([guard.standing, await sign()]).toEqual(['confirmed', SIGNED])
  })

  it('a rotation stops signing, also in an outage after it, and restoring the old signer resumes it', async () => {
    chain.signer = OTHER
    later()
    await guard.refreshIfDue()
    expect([guard.standing, await sign()]).toEqual(['contradicted', UNCONFIRMED])
    chain.isReachable = false
    later()
    expect([await sign(), guard.standing]).toEqual([UNCONFIRMED, 'contradicted'])
    Object.assign(chain, { isReachable: true, signer: own.address })
    later()
    expect(await sign()).toEqual(SIGNED)
  })
})
