import { STEEZE_VALUE_MICROS } from '@aura/api/money'
import { getAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Chain, ChainUnreachable } from '#platform/chain/chain'
import { contractsOf } from '#platform/chain/contracts'
import { agreedFinal } from '#platform/chain/verifiers'
import type { Clock } from '#platform/clock'
import {
  afterSigning,
  dayOf,
  type FinalState,
  faultOf,
  hasRoom,
  isKept,
  isLapsed,
  type SigningTerms,
  settled,
  unusedShareOf,
  type WalletRecord,
} from './signing.rules.ts'
import type { SigningJournal } from './signing-journal.ts'
import type { SigningRefusal, Withdrawal, WithdrawalSigner } from './withdrawal-signer.ts'
import { withdrawnSteeze } from './withdrawn-steeze.ts'

/** `chain`, `clock` and `limits` are read for each signature, so that tests can change them. */
export interface SignerParts {
  key: `0x${string}`
  chain: Chain
  clock: Pick<Clock, 'now'>
  limits: { redeemDeadlineMs: number; redeemDailyCapMicros: number }
  journal: SigningJournal
}

/** Wallets whose withdrawals are looked up at once, and rounds per signature. */
const LOOKED_UP_AT_ONCE = 16
const LOOK_UP_ROUNDS = 4

/** Creates a signer that records a signature in the journal before it returns it. */
export function createSigner(parts: SignerParts): WithdrawalSigner {
  const account = privateKeyToAccount(parts.key)
  const records = new Map(parts.journal.records.map((record) => [record.wallet, record]))
  /** Expired records already reduced to what was withdrawn. */
  const done = new WeakSet<WalletRecord>()
  let cleanedOn = 0

  const termsNow = (): SigningTerms => ({
    chainId: parts.chain.id,
    contract: contractsOf(parts.chain).steeze,
    deadlineMs: parts.limits.redeemDeadlineMs,
    dailyCap: Math.floor(parts.limits.redeemDailyCapMicros / STEEZE_VALUE_MICROS),
    unusedMost: unusedShareOf(parts.limits.redeemDailyCapMicros),
  })

  function forgetOld(day: number): void {
    if (day === cleanedOn) return
    cleanedOn = day
    for (const record of records.values()) if (!isKept(record, day)) records.delete(record.wallet)
  }

  function settle(wallet: string, state: FinalState): void {
    const record = records.get(wallet)
    if (!record || !isLapsed(record, state.time)) return
    const next = settled(record, state)
    records.set(wallet, next)
    done.add(next)
  }

  /** Returns signatures that may count for more than they have to, largest first. */
  const findUnknown = (day: number, time: number, known: ReadonlyMap<string, number>) =>
    [...records.values()]
      .filter((record) => record.day >= day && record.signed > 0 && !done.has(record) && !known.has(record.wallet))
      .filter((record) => isLapsed(record, time) || record.signed > termsNow().unusedMost)
      .sort((a, b) => b.signed - a.signed)
      .slice(0, LOOKED_UP_AT_ONCE)

  /** Decides a withdrawal, synchronously from the decision until the record is on disk. Throws ChainUnreachable. */
  async function decide(wish: Withdrawal | { wallet: string; amount: number }): Promise<SigningRefusal | null> {
    const final = await agreedFinal(parts.chain)
    const time = Math.floor(final.time.getTime() / 1_000)
    const stateOf = async (wallet: string): Promise<FinalState> => ({
      time,
      withdrawn: await withdrawnSteeze(parts.chain, wallet, { blockNumber: final.number }),
    })
    const { wallet } = wish
    const state = await stateOf(wallet)
    const { withdrawn } = state
    const isOrder = 'limit' in wish
    if (isOrder && wish.limit <= withdrawn) return 'nothing-left'
    const wanted = isOrder ? wish : { wallet, limit: withdrawn + wish.amount, deadline: 0 }
    const withdrawnBy = new Map([[wallet, withdrawn]])
    for (let round = 0; ; round++) {
      const day = dayOf(parts.clock.now().getTime())
      forgetOld(day)
      settle(wallet, state)
      const before = records.get(wallet)
      const { record, added } = afterSigning(before, wanted, { withdrawn, day })
      if (added === 0 || hasRoom(termsNow(), records.values(), { day, added, withdrawnBy })) {
        if (isOrder) remember(before, record)
        return null
      }
      const unknown = round < LOOK_UP_ROUNDS ? findUnknown(day, time, withdrawnBy) : []
      if (unknown.length === 0) return 'daily-cap'
      await Promise.all(
        unknown.map(async (each) => {
          const theirs = await stateOf(each.wallet)
          withdrawnBy.set(each.wallet, theirs.withdrawn)
          settle(each.wallet, theirs)
        }),
      )
    }
  }

  function remember(before: WalletRecord | undefined, record: WalletRecord): void {
    if (JSON.stringify(before) === JSON.stringify(record)) return
    parts.journal.append(record)
    records.set(record.wallet, record)
  }

  const orAway = async <T>(asked: Promise<T>): Promise<T | SigningRefusal> => {
    try {
      return await asked
    } catch (error) {
      if (error instanceof ChainUnreachable) return 'network-away'
      throw error
    }
  }

  return {
    address: account.address,
    async check(wallet, amount) {
      return { refused: await orAway(decide({ wallet, amount })) }
    },
    async sign(withdrawal) {
      const terms = termsNow()
      const fault = faultOf(terms, withdrawal, records.get(withdrawal.wallet), parts.clock.now().getTime())
      const refused = fault ?? (await orAway(decide(withdrawal)))
      if (refused) return { refused }
      const { wallet, limit, deadline } = withdrawal
      return {
        signature: await account.signTypedData({
          domain: {
            name: 'SteezeStack',
            version: '1',
            chainId: terms.chainId,
            verifyingContract: getAddress(terms.contract),
          },
          types: {
            Withdrawal: [
              { name: 'account', type: 'address' },
              { name: 'limit', type: 'uint256' },
              { name: 'deadline', type: 'uint256' },
            ],
          },
          primaryType: 'Withdrawal',
          message: { account: getAddress(wallet), limit: BigInt(limit), deadline: BigInt(deadline) },
        }),
      }
    },
  }
}
