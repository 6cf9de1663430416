import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUSE_ID } from './accounts.ts'
import {
  type Account,
  ByAccount,
  checkResolutions,
  type Hold,
  type PlannedTransfer,
  PostingRefused,
  planPosting,
  sameTransfer,
  type Transfer,
} from './rules.ts'

const ADA = 'ada'
const BO = 'bo'
const house = { ownerId: HOUSE_ID, kind: 'ap_issued' } as const
const free = (ownerId: string) => ({ ownerId, kind: 'ap_available' }) as const
const held = (ownerId: string) => ({ ownerId, kind: 'ap_held' }) as const
const steeze = (ownerId: string) => ({ ownerId, kind: 'steeze_earned' }) as const
const steezeHeld = (ownerId: string) => ({ ownerId, kind: 'steeze_held' }) as const

const REFS = [house, free(ADA), held(ADA), free(BO), held(BO)] as const

function accountsWith(ada: number, bo: number): ByAccount {
  const rows = [
    { id: 1, ...house, currency: 'AP', balance: null },
    { id: 2, ...free(ADA), currency: 'AP', balance: ada },
    { id: 3, ...held(ADA), currency: 'AP', balance: 0 },
    { id: 4, ...free(BO), currency: 'AP', balance: bo },
    { id: 5, ...held(BO), currency: 'AP', balance: 0 },
    { id: 6, ...steeze(ADA), currency: 'STEEZE', balance: 9 },
    { id: 7, ...steezeHeld(ADA), currency: 'STEEZE', balance: 0 },
  ]
  return new ByAccount(rows satisfies Account[])
}

let lastKey = 0
const move = (from: Transfer['from'], to: Transfer['to'], amount: number, more: Partial<Transfer> = {}): Transfer => ({
  ...bare(from, to, amount),
  ...(to.kind === 'ap_held' ? { opensHold: `h${lastKey}` } : {}),
  ...(from.kind === 'ap_held' ? { resolvesHold: 'h' } : {}),
  ...more,
})
const bare = (from: Transfer['from'], to: Transfer['to'], amount: number): Transfer => ({
  key: `k${++lastKey}`,
  kind: 'hold',
  reference: 'r',
  from,
  to,
  amount,
})

function reasonOf(work: () => unknown): string | undefined {
  try {
    work()
  } catch (error) {
    if (error instanceof PostingRefused) return error.reason
    throw error
  }
  return undefined
}

/** Returns the plan, with the balance that each tracked account is left with. */
function planned(moves: readonly Transfer[], accounts: ByAccount) {
  const transfers = planPosting(moves, accounts)
  const balances = new Map<number, number>()
  for (const { fromId, fromBalance, toId, toBalance } of transfers) {
    if (fromBalance !== null) balances.set(fromId, fromBalance)
    if (toBalance !== null) balances.set(toId, toBalance)
  }
  return { transfers, balances }
}

describe('planPosting', () => {
  it('returns both balances after each transfer', () => {
    const plan = planned([move(free(ADA), free(BO), 7), move(free(BO), held(BO), 8)], accountsWith(10, 1))
    expect(plan.transfers.map(({ fromBalance, toBalance }) => [fromBalance, toBalance])).toEqual([
      [3, 8],
      [0, 8],
    ])
    expect([...plan.balances]).toEqual([
      [2, 3],
      [4, 0],
      [5, 8],
    ])
  })

  it('keeps no balance for the house, which can always pay', () => {
    const plan = planned([move(house, free(ADA), 1_000_000), move(free(ADA), house, 3)], accountsWith(0, 0))
    expect(plan.transfers.map(({ fromBalance, toBalance }) => [fromBalance, toBalance])).toEqual([
      [null, 1_000_000],
      [999_997, null],
    ])
    expect([...plan.balances.keys()]).toEqual([2])
  })

  it('spends the last point, and not one more', () => {
    expect(planned([move(free(ADA), free(BO), 10)], accountsWith(10, 0)).balances.get(2)).toBe(0)
    expect(reasonOf(() => planPosting([move(free(ADA), free(BO), 11)], accountsWith(10, 0)))).toBe('balance-too-low')
  })

  it('allows spending an amount only after it has arrived', () => {
    const arrives = move(free(BO), free(ADA), 5)
    const isSpent = move(free(ADA), held(ADA), 5)
    expect(planned([arrives, isSpent], accountsWith(0, 5)).balances.get(3)).toBe(5)
    expect(reasonOf(() => planPosting([isSpent, arrives], accountsWith(0, 5)))).toBe('balance-too-low')
  })

  it.each([0, -1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])(
    'refuses to move %s [ledger.whole-numbers]',
    (amount) => {
      expect(reasonOf(() => planPosting([move(house, free(ADA), amount)], accountsWith(0, 0)))).toBe('invalid-transfer')
    },
  )

  it('refuses a balance beyond exact integers', () => {
    const full = accountsWith(Number.MAX_SAFE_INTEGER, 0)
    expect(reasonOf(() => planPosting([move(house, free(ADA), 1)], full))).toBe('invalid-transfer')
  })

  it('refuses an unknown account, another currency, and a transfer to itself', () => {
    const accounts = accountsWith(10, 0)
    expect(reasonOf(() => planPosting([move(free('nobody'), free(BO), 1)], accounts))).toBe('unknown-account')
    expect(reasonOf(() => planPosting([move(free(ADA), free('nobody'), 1)], accounts))).toBe('unknown-account')
    expect(reasonOf(() => planPosting([move(steeze(ADA), free(BO), 1)], accounts))).toBe('invalid-transfer')
    expect(reasonOf(() => planPosting([move(free(ADA), free(ADA), 1)], accounts))).toBe('invalid-transfer')
  })

  it('refuses a transfer that opens one hold and resolves another', () => {
    const both = move(held(ADA), held(BO), 1, { opensHold: 'a', resolvesHold: 'b' })
    expect(reasonOf(() => planPosting([both], accountsWith(1, 0)))).toBe('invalid-transfer')
  })

  it.each([
    ['sets AP aside', bare(free(ADA), held(ADA), 1)],
    ['sets Steeze aside', bare(steeze(ADA), steezeHeld(ADA), 1)],
    ['takes AP that are set aside', bare(held(ADA), free(ADA), 1)],
    ['takes Steeze that is set aside', bare(steezeHeld(ADA), steeze(ADA), 1)],
    ['moves what is set aside elsewhere', bare(held(ADA), held(BO), 1)],
    ['moves it with half of the names', { ...bare(held(ADA), held(BO), 1), resolvesHold: 'h' }],
  ])('refuses a transfer that %s and names no hold', (_, nameless) => {
    const accounts = accountsWith(9, 9)
    for (const account of accounts.all()) account.balance = 9
    expect(reasonOf(() => planPosting([nameless], accounts))).toBe('hold')
  })

  it('refuses a hold outside escrow', () => {
    const opens = { ...bare(free(ADA), free(BO), 1), opensHold: 'h' }
    const resolves = { ...bare(free(ADA), free(BO), 1), resolvesHold: 'h' }
    expect(reasonOf(() => planPosting([opens], accountsWith(9, 9)))).toBe('hold')
    expect(reasonOf(() => planPosting([resolves], accountsWith(9, 9)))).toBe('hold')
  })
})

const anyMove = fc
  .tuple(fc.constantFrom(...REFS), fc.constantFrom(...REFS), fc.integer({ min: 1, max: 20 }))
  .filter(([from, to]) => from !== to && (from.kind !== 'ap_held' || to.kind !== 'ap_held'))
  .map(([from, to, amount]) => move(from, to, amount))
const anyMoves = fc.array(anyMove, { maxLength: 12 })
const anyBalance = fc.integer({ min: 0, max: 40 })

function planOf(moves: Transfer[], accounts: ByAccount) {
  try {
    return planned(moves, accounts)
  } catch (error) {
    if (error instanceof PostingRefused && error.reason === 'balance-too-low') return undefined
    throw error
  }
}

describe('any posting', () => {
  it('neither creates nor destroys value: users gain exactly what the house gave [ledger.double-entry]', () => {
    fc.assert(
      fc.property(anyMoves, anyBalance, anyBalance, (moves, ada, bo) => {
        const plan = planOf(moves, accountsWith(ada, bo))
        if (!plan) return
        const after = accountsWith(ada, bo)
          .all()
          .filter(({ currency }) => currency === 'AP')
        const total = after.reduce((sum, { id, balance }) => sum + (plan.balances.get(id) ?? balance ?? 0), 0)
        const issued = moves.reduce(
          (sum, { from, to, amount }) => sum + (from === house ? amount : 0) - (to === house ? amount : 0),
          0,
        )
        expect(total).toBe(ada + bo + issued)
      }),
    )
  })

  it('never makes a balance negative, not even in between', () => {
    fc.assert(
      fc.property(anyMoves, anyBalance, anyBalance, (moves, ada, bo) => {
        const plan = planOf(moves, accountsWith(ada, bo))
        for (const { fromBalance, toBalance } of plan?.transfers ?? []) {
          expect(fromBalance ?? 0).toBeGreaterThanOrEqual(0)
          expect(toBalance ?? 0).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})

describe('checkResolutions', () => {
  const HOLD: Hold = { id: 'h', accountId: 3, amount: 10, isResolved: false }
  const other: Hold = { id: 'other', accountId: 5, amount: 4, isResolved: false }
  const holds = new Map([HOLD, other].map((hold) => [hold.id, hold]))
  const take = (amount: number, resolvesHold = 'h', fromId = 3): PlannedTransfer => ({
    ...move(held(ADA), free(BO), amount, { resolvesHold }),
    currency: 'AP',
    fromId,
    toId: 4,
    fromBalance: 0,
    toBalance: amount,
  })

  it('accepts a hold resolved whole, in one part or several, and returns it once', () => {
    expect(checkResolutions([take(10)], holds)).toEqual(['h'])
    expect(checkResolutions([take(3), take(6), take(1), take(4, 'other', 5)], holds)).toEqual(['h', 'other'])
    expect(checkResolutions([], holds)).toEqual([])
  })

  it('refuses less or more than the hold', () => {
    expect(reasonOf(() => checkResolutions([take(9)], holds))).toBe('hold')
    expect(reasonOf(() => checkResolutions([take(10), take(1)], holds))).toBe('hold')
  })

  it('refuses a hold that is unknown, resolved, or in another account', () => {
    expect(reasonOf(() => checkResolutions([take(10, 'none')], holds))).toBe('hold')
    expect(reasonOf(() => checkResolutions([take(4, 'other', 3)], holds))).toBe('hold')
    const resolved = new Map([['h', { ...HOLD, isResolved: true }]])
    expect(reasonOf(() => checkResolutions([take(10)], resolved))).toBe('hold')
  })
})

describe('sameTransfer', () => {
  const known = {
    fromAccount: 1,
    toAccount: 2,
    amount: 5,
    kind: 'hold',
    reference: 'r',
    opensHold: null,
    resolvesHold: null,
  }
  const again = { fromId: 1, toId: 2, amount: 5, kind: 'hold' as const, reference: 'r' }

  it('returns true when everything matches', () => {
    expect(sameTransfer(known, again)).toBe(true)
  })

  it.each([
    { fromId: 9 },
    { toId: 9 },
    { amount: 9 },
    { kind: 'lesson_claim' as const },
    { reference: 's' },
    { opensHold: 'h' },
    { resolvesHold: 'h' },
  ])('returns false for %o', (difference) => {
    expect(sameTransfer(known, { ...again, ...difference })).toBe(false)
  })
})

describe('a debt', () => {
  const debt = (ownerId: string, kind: 'ap_debt' | 'steeze_debt' = 'ap_debt') => ({ ownerId, kind })
  const chain = { ownerId: HOUSE_ID, kind: 'steeze_chain' } as const

  function owing(has: number, owes: number): ByAccount {
    return new ByAccount([
      ...accountsWith(has, 10).all(),
      { id: 8, ...debt(ADA), currency: 'AP', balance: 0 - owes },
      { id: 9, ...debt(ADA, 'steeze_debt'), currency: 'STEEZE', balance: 0 },
      { id: 10, ...chain, currency: 'STEEZE', balance: null },
    ])
  }
  const reversal = (amount: number) =>
    move(free(ADA), house, amount, { kind: 'chain_reversal', overdraws: true, ignoresDebt: true })
  const balancesAfter = (moves: Transfer[], accounts: ByAccount) => {
    const { balances } = planned(moves, accounts)
    const of = (id: number) => balances.get(id) ?? accounts.all().find((account) => account.id === id)?.balance
    return { has: of(2), owes: of(8) }
  }

  it('is exactly the shortfall of a reversal', () => {
    expect(balancesAfter([reversal(7)], owing(7, 0))).toEqual({ has: 0, owes: 0 })
    expect(balancesAfter([reversal(7)], owing(5, 0))).toEqual({ has: 0, owes: -2 })
    expect(balancesAfter([reversal(7)], owing(0, 1))).toEqual({ has: 0, owes: -8 })
    expect(planned([reversal(7)], owing(5, 0)).transfers.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['chain_reversal', 5],
      ['debt', 2],
    ])
  })

  it('is repaid once by the next credit, and never overpaid', () => {
    expect(balancesAfter([move(house, free(ADA), 3)], owing(0, 5))).toEqual({ has: 0, owes: -2 })
    expect(balancesAfter([move(house, free(ADA), 9)], owing(0, 5))).toEqual({ has: 4, owes: 0 })
    expect(balancesAfter([move(house, free(ADA), 3), move(free(BO), free(ADA), 4)], owing(0, 5))).toEqual({
      has: 2,
      owes: 0,
    })
  })

  it('is not repaid by another currency', () => {
    const plan = planned([move(chain, steeze(ADA), 3)], owing(0, 5))
    expect(plan.transfers).toHaveLength(1)
  })

  it('blocks its owner from spending in either currency, and nobody else', () => {
    expect(reasonOf(() => planPosting([move(free(ADA), free(BO), 1)], owing(9, 1)))).toBe('in-debt')
    expect(reasonOf(() => planPosting([move(steeze(ADA), chain, 1)], owing(9, 1)))).toBe('in-debt')
    expect(reasonOf(() => planPosting([move(free(BO), house, 1)], owing(9, 1)))).toBeUndefined()
    expect(reasonOf(() => planPosting([move(free(ADA), free(BO), 1)], owing(9, 0)))).toBeUndefined()
  })

  it('is never paid beyond zero', () => {
    const tooMuch = move(free(ADA), debt(ADA), 2, { kind: 'debt_payment', ignoresDebt: true })
    expect(reasonOf(() => planPosting([tooMuch], owing(9, 1)))).toBe('invalid-transfer')
  })
})
