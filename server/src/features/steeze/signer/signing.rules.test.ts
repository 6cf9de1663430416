import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isThorough } from '../../../../../tests/thorough.ts'
import {
  afterSigning,
  dayOf,
  faultOf,
  hasRoom,
  isLapsed,
  settled,
  unusedShareOf,
  type WalletRecord,
} from './signing.rules.ts'

const DAY_S = 86_400
const START_S = 20_000 * DAY_S
const CAP = 100
const terms = { chainId: 1, contract: `0x${'c'.repeat(40)}`, deadlineMs: 600_000, dailyCap: CAP, unusedMost: CAP / 50 }

interface Signature {
  wallet: string
  limit: number
  deadline: number
}

/** A contract without its own cap, a network whose blocks become final late, and a signer that follows the rules. */
class World {
  now = START_S
  finalTime = START_S
  readonly signatures: Signature[] = []
  readonly records = new Map<string, WalletRecord>()
  readonly withdrawn = new Map<string, number>()
  finalWithdrawn = new Map<string, number>()

  finalise(): void {
    this.finalTime = this.now
    this.finalWithdrawn = new Map(this.withdrawn)
  }

  /** `isAsked`: whether it knows what each wallet withdrew. */
  sign({ wallet, limit, deadline }: Signature, isAsked = false): boolean {
    const day = dayOf(this.now * 1_000)
    const withdrawal = { chainId: 1, contract: terms.contract, wallet, limit, deadline }
    if (faultOf(terms, withdrawal, this.records.get(wallet), this.now * 1_000)) return false
    for (const [each, record] of this.records) {
      this.records.set(each, settled(record, { time: this.finalTime, withdrawn: this.finalWithdrawn.get(each) ?? 0 }))
    }
    const withdrawn = this.finalWithdrawn.get(wallet) ?? 0
    const { record, added } = afterSigning(this.records.get(wallet), withdrawal, { withdrawn, day })
    const withdrawnBy = isAsked ? this.finalWithdrawn : new Map<string, number>()
    const known = new Map([...this.records.keys()].map((each) => [each, withdrawnBy.get(each) ?? 0]))
    const room = { day, added, withdrawnBy: isAsked ? known : withdrawnBy }
    if (added > 0 && !hasRoom(terms, this.records.values(), room)) return false
    this.records.set(wallet, record)
    this.signatures.push({ wallet, limit, deadline })
    return true
  }

  use({ wallet, limit, deadline }: Signature): void {
    if (this.now <= deadline) this.withdrawn.set(wallet, Math.max(this.withdrawn.get(wallet) ?? 0, limit))
  }

  get total(): number {
    return [...this.withdrawn.values()].reduce((sum, each) => sum + each, 0)
  }
}

const wallets = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`)
const step = fc.oneof(
  fc.record({
    op: fc.constant('sign' as const),
    wallet: fc.constantFrom(...wallets),
    limit: fc.constantFrom(1, 40, 60, 100, 140, 200, 260, 300),
    validS: fc.constantFrom(-100, 0, 100, 600, 660, 700),
  }),
  fc.record({ op: fc.constant('use' as const), which: fc.nat() }),
  fc.record({ op: fc.constant('wait' as const), seconds: fc.constantFrom(1, 300, 601, 40_000) }),
  fc.constant({ op: 'final' as const }),
)

describe('the Steeze a signer releases', () => {
  it.each([
    ['the sum of the daily caps so far', 1, false],
    ['four times that where it knows what was withdrawn', 4, true],
  ])('never exceeds %s, for any orders and use', (_, caps, isAsked) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const world = new World()
        for (const each of steps) {
          if (each.op === 'wait') world.now += each.seconds
          else if (each.op === 'final') world.finalise()
          else if (each.op === 'sign') world.sign({ ...each, deadline: world.now + each.validS }, isAsked)
          else {
            const signature = world.signatures[each.which % Math.max(1, world.signatures.length)]
            if (signature) world.use(signature)
          }
          const days = dayOf(world.now * 1_000) - dayOf(START_S * 1_000) + 1
          expect(world.total).toBeLessThanOrEqual(caps * CAP * days)
        }
        // Unused signatures don't exhaust the day's cap once they expire.
        world.now += 601 + 60
        world.finalise()
        const used = world.total
        world.now += DAY_S
        expect(world.sign({ wallet: `0x${'9'.repeat(40)}`, limit: CAP, deadline: world.now + 600 })).toBe(true)
        expect(used).toBe(world.total)
      }),
      { numRuns: isThorough ? 2_000 : 300, seed: 20_261_128 },
    )
  })

  it('counts a renewed signature once, and an expired unused one not at all', () => {
    const world = new World()
    const [ada = '', bo = ''] = wallets
    expect(world.sign({ wallet: ada, limit: CAP, deadline: START_S + 600 })).toBe(true)
    world.now += 300
    expect(world.sign({ wallet: ada, limit: CAP, deadline: START_S + 900 })).toBe(true)
    expect(world.sign({ wallet: bo, limit: 1, deadline: START_S + 900 })).toBe(false)
    world.now = START_S + 900
    world.finalise()
    expect(world.sign({ wallet: bo, limit: 1, deadline: START_S + 1_000 })).toBe(false)
    world.now++
    world.finalise()
    expect(world.sign({ wallet: bo, limit: CAP, deadline: START_S + 1_000 })).toBe(true)
  })

  it('counts an unused signature up to a fiftieth of the cap where it knows that it is unused', () => {
    const world = new World()
    const [ada = '', bo = '', cy = ''] = wallets
    const deadline = START_S + 600
    expect(world.sign({ wallet: ada, limit: CAP, deadline })).toBe(true)
    expect(world.sign({ wallet: bo, limit: 1, deadline })).toBe(false)
    expect(world.sign({ wallet: bo, limit: CAP - 1, deadline }, true)).toBe(false)
    expect(world.sign({ wallet: bo, limit: CAP - 2, deadline }, true)).toBe(true)
    expect(world.sign({ wallet: cy, limit: CAP - 4, deadline }, true)).toBe(true)
    world.use({ wallet: ada, limit: 50, deadline })
    world.finalise()
    expect(world.sign({ wallet: `0x${'4'.repeat(40)}`, limit: CAP - 55, deadline }, true)).toBe(false)
    expect(world.sign({ wallet: `0x${'4'.repeat(40)}`, limit: CAP - 56, deadline }, true)).toBe(true)
    expect(unusedShareOf(1_000_000_000)).toBe(285)
  })

  it('counts withdrawals of expired signatures, and waits for the latest deadline', () => {
    const world = new World()
    const [ada = '', bo = ''] = wallets
    world.sign({ wallet: ada, limit: 60, deadline: START_S + 600 })
    world.sign({ wallet: ada, limit: 60, deadline: START_S + 100 })
    world.now += 200
    world.finalise()
    expect(world.sign({ wallet: bo, limit: 41, deadline: START_S + 700 })).toBe(false)
    world.use({ wallet: ada, limit: 30, deadline: START_S + 600 })
    world.now = START_S + 601
    world.finalise()
    expect(world.sign({ wallet: bo, limit: 71, deadline: START_S + 1_000 })).toBe(false)
    expect(world.sign({ wallet: bo, limit: 70, deadline: START_S + 1_000 })).toBe(true)
  })

  it('is signed for at most ten minutes and a minute of skew, except when repeated', () => {
    const wallet = `0x${'1'.repeat(40)}`
    const asked = { chainId: 1, contract: terms.contract, wallet, limit: 5, deadline: START_S + 661 }
    const record = { wallet, limit: 5, deadline: START_S + 661, day: 20_000, signed: 5 }
    expect(faultOf(terms, asked, undefined, START_S * 1_000)).toBe('deadline')
    expect(faultOf(terms, { ...asked, deadline: START_S + 660 }, undefined, START_S * 1_000)).toBeNull()
    expect(faultOf(terms, asked, record, START_S * 1_000)).toBeNull()
    expect(faultOf(terms, { ...asked, limit: 6 }, record, START_S * 1_000)).toBe('deadline')
    expect([isLapsed(record, START_S + 661), isLapsed(record, START_S + 662)]).toEqual([false, true])
  })
})
