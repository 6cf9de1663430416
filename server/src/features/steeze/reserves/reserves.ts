import type { Answer } from '@aura/api/calls'
import { MICROS_PER_USDC } from '@aura/api/money'
import { getAddress } from 'viem'
import { type Cursor, cursorIdOf, findCursor, sumInFlight } from '#features/chain-events'
import { sumSteeze } from '#features/ledger'
import { AppError } from '#platform/app-error'
import type { Comparison } from '#platform/audit/feature-audit'
import { contractsOf, orUnavailable, usdcBalance } from '#platform/chain/contracts'
import { agreedBlock } from '#platform/chain/verifiers'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { readOneState } from '#platform/db/read-one-state'
import { scopeOf } from '../scope.ts'
import { outstandingSteeze } from '../steeze-contract.ts'
import { findSnapshots, insertSnapshot, type Snapshot } from './reserve-store.ts'
import { expectedOutstanding, type LedgerSteeze, ledgerSteeze, requiredMicros } from './reserves.rules.ts'

export interface Reserves {
  block: { number: number; time: Date }
  usdcMicros: number
  outstanding: number
  ledger: LedgerSteeze
  purchasedLater: number
  withdrawnUnsettled: number
  /** Ledger minus contract; 0 if they agree. */
  difference: number
}

const TRIES = 3

/** Returns the reserves as of the followed block. Throws CHAIN_UNAVAILABLE without network or followed block. */
export async function readReserves(ctx: Context): Promise<Reserves> {
  const { steeze } = contractsOf(ctx.chain)
  for (let tried = 0; tried < TRIES; tried++) {
    const { cursor, ledger, inFlight } = await readLedger(ctx)
    if (!cursor?.time || cursor.hash === null) break
    const { number, hash, time } = cursor
    const [outstanding, usdcMicros] = await orUnavailable(
      Promise.all([outstandingSteeze(ctx.chain, number), usdcBalance(ctx.chain, steeze, number)]),
    )
    // Read by number: it must be the followed block, both before and after.
    const block = await orUnavailable(agreedBlock(ctx.chain, number))
    if (block.hash !== hash) continue
    const difference = expectedOutstanding(ledger, inFlight) - outstanding
    return { block: { number, time }, usdcMicros, outstanding, ledger, ...inFlight, difference }
  }
  throw new AppError('CHAIN_UNAVAILABLE')
}

/** Compares the contract with the ledger if the network responds; an outage proves nothing. */
export async function compareReserves(ctx: Context): Promise<Comparison> {
  if (!ctx.chain.contracts) return { isSound: true, lines: ['not compared with the contract: none is configured'] }
  try {
    const { block, outstanding, usdcMicros, difference } = await readReserves(ctx)
    const lines = [
      `${difference === 0 ? 'holds ' : 'BROKEN'}  the contract agrees, as of block ${block.number}`,
      `        ${outstanding} Steeze outstanding, ${usdcMicros / 1_000_000} USDC held, difference ${difference}`,
    ]
    return { isSound: difference === 0, lines }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const skipped =
      'NOT COMPARED with the contract: the network is not responding. Run npm run audit again once it does.'
    return { isSound: true, lines: [], skipped }
  }
}

async function readLedger(ctx: Context) {
  const id = cursorIdOf(ctx.chain)
  const { chainId, contract } = scopeOf(ctx)
  return ctx.db.tx(async (tx) => {
    await readOneState(tx)
    const cursor: Cursor | undefined = await findCursor(tx, id)
    const ledger = ledgerSteeze(await sumSteeze(tx))
    return { cursor, ledger, inFlight: await sumInFlight(tx, { chainId, contract, block: cursor?.number ?? 0 }) }
  })
}

const MAX_DAYS = 366

export async function presentReserves(ctx: Context): Promise<Answer<'GET /api/reserves'>> {
  const reserves = await readReserves(ctx)
  const { block, usdcMicros, outstanding, ledger, purchasedLater, withdrawnUnsettled, difference } = reserves
  const inUsdc = (micros: number) => micros / MICROS_PER_USDC
  const snapshots = await findSnapshots(ctx.db, scopeOf(ctx), MAX_DAYS)
  return {
    block: { number: block.number, time: block.time.toISOString() },
    chain: { id: ctx.chain.id, name: ctx.chain.name },
    contractAddress: getAddress(contractsOf(ctx.chain).steeze),
    usdcAddress: getAddress(contractsOf(ctx.chain).usdc),
    usdcHeld: inUsdc(usdcMicros),
    usdcRequired: inUsdc(requiredMicros(outstanding)),
    cover: coverOf({ usdcMicros, outstanding }),
    steezeOutstanding: outstanding,
    ledger,
    purchasedLater,
    withdrawnUnsettled,
    difference,
    isMatching: difference === 0,
    history: snapshots.map((snapshot) => ({
      day: snapshot.day,
      usdcHeld: inUsdc(snapshot.usdcMicros),
      usdcRequired: inUsdc(requiredMicros(snapshot.outstanding)),
      steezeOutstanding: snapshot.outstanding,
    })),
  }
}

const coverOf = ({ usdcMicros, outstanding }: Pick<Snapshot, 'usdcMicros' | 'outstanding'>) =>
  outstanding === 0 ? null : usdcMicros / requiredMicros(outstanding)

/** Stores today's snapshot. Returns false if today has one. */
export async function keepSnapshot(ctx: Context): Promise<boolean> {
  const day = (await databaseTime(ctx.db, ctx.clock)).toISOString().slice(0, 10)
  const scope = scopeOf(ctx)
  const [latest] = await findSnapshots(ctx.db, scope, 1)
  if (latest !== undefined && latest.day >= day) return false
  const { block, usdcMicros, outstanding, ledger } = await readReserves(ctx)
  const now = ctx.clock.sqlNow()
  await insertSnapshot(ctx.db, scope, {
    day,
    blockNumber: block.number,
    usdcMicros,
    outstanding,
    ledger: { ...ledger },
    now,
  })
  return true
}
