import { randomUUID } from 'node:crypto'
import type { Answer } from '@aura/api/calls'
import type { RelayedPayment } from '@aura/api/calls/relay'
import { auraAccountFactoryAbi } from '@aura/contracts/abi'
import { refuseBlocked } from '#features/follows'
import { personExists } from '#features/profile'
import { findIneligible, findUserWallet } from '#features/wallets'
import { AppError } from '#platform/app-error'
import { CallReverted, ChainUnreachable, GasUnaffordable } from '#platform/chain/chain'
import { contractsOf, orUnavailable, readContract } from '#platform/chain/contracts'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { type Cap, costGwei, passedCap, toGwei } from './relay.rules.ts'
import { type RelayKey, senderIdOf } from './relay-key.ts'
import { type SignedCall, signedCall } from './signed-call.ts'
import {
  deleteChecked,
  findByIntent,
  findNextNonce,
  findPayment,
  insertPayment,
  insertSender,
  lockSender,
  type Payment,
  queuePayment,
  sumSpent,
} from './store.ts'

type Relayed = Answer<'POST /api/relay'>

/**
 * Takes on a payment that the caller's wallet signed, and returns it. The same signature again returns the same payment,
 * whatever became of it. It counts towards the caps before the network is asked, and the network's simulation checks all
 * of it, the signature included. Throws RELAY_UNAVAILABLE with a reason when the person had better send it themselves,
 * RELAY_REFUSED when the network would refuse it, and what vouching refuses.
 */
export async function relayPayment(
  ctx: Context,
  { userId, payment }: { userId: string; payment: RelayedPayment },
): Promise<Relayed> {
  const { relay, db } = ctx
  if (!relay) throw unavailable('off')
  const call = await callOf(ctx, userId, payment)
  const known = await findByIntent(db, call.intent)
  if (known) return presentOwn(known, userId)
  const { priceWei, balanceWei } = await askPrice(ctx, relay)
  const reserved = await reserve(ctx, relay, { userId, payment, call, priceWei, balanceWei })
  if ('known' in reserved) return presentOwn(reserved.known, userId)
  const { id } = reserved
  try {
    await refuseOthersAccount(ctx, call.wallet, payment.accountKey)
    const gas = await simulate(ctx, relay, call)
    if (!(await queuePayment(db, id, gas, costGwei(gas, priceWei)))) throw unavailable('down')
  } catch (error) {
    await deleteChecked(db, id).catch(() => {})
    throw error
  }
  relay.paymentTaken()
  return { id, status: 'queued', transactionHash: null, reason: null }
}

/** Returns a payment of the caller. Throws RELAY_NOT_FOUND. */
export async function relayedPayment(ctx: Context, userId: string, id: string): Promise<Relayed> {
  const found = await findPayment(ctx.db, id, userId)
  if (!found) throw new AppError('RELAY_NOT_FOUND')
  return present(found)
}

async function callOf(ctx: Context, userId: string, payment: RelayedPayment): Promise<SignedCall & { wallet: string }> {
  const { db, chain, settings } = ctx
  const wallet = await findUserWallet(db, userId)
  if (!wallet) throw new AppError('WALLET_REQUIRED')
  const vouchTarget = payment.purpose === 'vouch' ? await vouchTargetOf(ctx, userId, payment.vouchedUserId) : undefined
  if (payment.purpose !== 'withdraw') {
    const barred = (await findIneligible(ctx, db, [userId])).get(userId)
    if (barred) throw new AppError(barred)
  }
  const contracts = contractsOf(chain)
  const { accountFactory } = settings
  const call = signedCall(payment, { chainId: chain.id, contracts, accountFactory, wallet, vouchTarget })
  const leftMs = call.until * 1_000 - (await databaseTime(db, ctx.clock)).getTime()
  const { validMs } = ctx.limits.relay
  if (leftMs < validMs.min || leftMs > validMs.max) {
    throw refused('This was signed for too short or too long a time. Sign it again.', 'time')
  }
  return { ...call, wallet }
}

/** Throws RELAY_REFUSED unless the key makes the caller's own account: making it costs the relay most. */
async function refuseOthersAccount(
  { chain, settings: { accountFactory } }: Context,
  wallet: string,
  accountKey: string | undefined,
): Promise<void> {
  if (accountKey === undefined || accountFactory === null) return
  const asked = { to: accountFactory, abi: auraAccountFactoryAbi, functionName: 'accountOf', args: [accountKey] }
  const account = (await orUnavailable(readContract(chain, asked))) as string
  if (account.toLowerCase() !== wallet) throw refused('This key doesn’t make your account.', 'key')
}

async function vouchTargetOf(ctx: Context, userId: string, vouchedId: string): Promise<string> {
  if (userId === vouchedId) throw new AppError('VOUCH_FOR_ONESELF')
  if (!(await personExists(ctx.db, vouchedId))) throw new AppError('USER_NOT_FOUND')
  await refuseBlocked(ctx.db, { userId, otherId: vouchedId }, 'PERSON_UNAVAILABLE')
  const target = await findUserWallet(ctx.db, vouchedId)
  // It would pay somebody who gets no credit for it.
  if (!target || (await findIneligible(ctx, ctx.db, [vouchedId])).has(vouchedId)) {
    throw new AppError('PERSON_UNAVAILABLE')
  }
  return target
}

async function askPrice({ chain, limits }: Context, { address }: RelayKey) {
  const [priceWei, balanceWei] = await orUnavailable(Promise.all([chain.gasPrice(), chain.etherBalance(address)]))
  if (priceWei > BigInt(limits.relay.maxPriceWei)) throw unavailable('price')
  return { priceWei, balanceWei }
}

async function reserve(
  { db, clock, chain, limits }: Context,
  relay: RelayKey,
  {
    userId,
    payment: { purpose },
    call: { intent, target, data, until },
    priceWei,
    balanceWei,
  }: { userId: string; payment: RelayedPayment; call: SignedCall; priceWei: bigint; balanceWei: bigint },
): Promise<{ id: string } | { known: Payment }> {
  const id = randomUUID()
  const sender = senderIdOf(chain.id, relay)
  const gas = limits.relay.maxGas
  const cost = costGwei(gas, priceWei)
  return db.tx(async (tx) => {
    await lockSender(tx, sender)
    const now = await databaseTime(tx, clock)
    const passed = passedCap(await sumSpent(tx, userId, now), cost, toGwei(balanceWei), limits.relay)
    if (passed) throw unavailable(passed)
    const expiresAt = new Date(until * 1_000)
    const row = { id, userId, intent, purpose, target, data, gas, costGwei: cost, createdAt: now, expiresAt }
    if (await insertPayment(tx, row)) return { id }
    const known = await findByIntent(tx, intent)
    // The network refused it meanwhile.
    if (!known) throw refused('The network would refuse this payment.', 'reverts')
    return { known }
  })
}

/** Returns the gas that the call may use. Throws RELAY_REFUSED, RELAY_UNAVAILABLE and CHAIN_UNAVAILABLE. */
async function simulate({ chain, limits }: Context, { address }: RelayKey, { target, data }: SignedCall) {
  const { maxGas } = limits.relay
  try {
    const gas = Number(await chain.estimateGas({ from: address, to: target, data, gas: maxGas }))
    return Math.min(maxGas, Math.ceil(gas * GAS_MARGIN))
  } catch (error) {
    if (error instanceof GasUnaffordable) throw unavailable('empty')
    if (error instanceof CallReverted) throw refused('The network would refuse this payment.', 'reverts')
    throw error instanceof ChainUnreachable ? new AppError('CHAIN_UNAVAILABLE') : error
  }
}

/** Others' payments may come first and make storage dearer. */
const GAS_MARGIN = 1.25

const refused = (message: string, reason: string) => new AppError('RELAY_REFUSED', { message, data: { reason } })

const unavailable = (reason: Cap | 'off' | 'price') => new AppError('RELAY_UNAVAILABLE', { data: { reason } })

/** What another account handed in is none of the caller's. */
function presentOwn(payment: Payment, userId: string): Relayed {
  if (payment.userId !== userId) throw refused('Another account sent this payment already.', 'known')
  return present(payment)
}

const present = ({ id, status, txHash, reason }: Payment): Relayed => ({
  id,
  status: status === 'checking' ? 'queued' : status,
  // A block that was seen once may be a node's invention.
  transactionHash: status === 'mined' || reason === 'reverted' ? txHash : null,
  reason: reason as Relayed['reason'],
})

/** Makes the sender's row, so that it can be locked. Throws ChainUnreachable. */
export async function openSender({ db, chain }: Context, relay: RelayKey): Promise<void> {
  const id = senderIdOf(chain.id, relay)
  if ((await findNextNonce(db, id)) !== undefined) return
  // One node's single word could be a number that no transaction ever reaches.
  const counts = [await chain.transactionCount(relay.address), await chain.transactionCount(relay.address)]
  if (counts[0] !== counts[1]) throw new ChainUnreachable('nodes disagree about the number of the relay’s transactions')
  await insertSender(db, id, counts[0] as number)
}
