import { randomUUID } from 'node:crypto'
import type { Answer } from '@aura/api/calls'
import type { RelayedAccountCall, RelayedPayment } from '@aura/api/calls/relay'
import { MICROS_PER_USDC } from '@aura/api/money'
import { RELAY_RULES } from '@aura/api/rules/relay'
import { accountAddress, accountCode } from '@aura/contracts/signing/account'
import { type Hex, size } from 'viem'
import { refuseBlocked } from '#features/follows'
import { personExists } from '#features/profile'
import { vouchRoom } from '#features/vouching'
import { findIneligible, findUserWallet } from '#features/wallets'
import { AppError } from '#platform/app-error'
import { CallReverted, ChainUnreachable, GasUnaffordable } from '#platform/chain/chain'
import { contractsOf, orUnavailable, usdcBalance } from '#platform/chain/contracts'
import { isReservedAddress } from '#platform/chain/reserved-address.rules'
import { agreedTransactionCount } from '#platform/chain/verifiers'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { pairCapRefusal, type Refusal, refusal, refusalOf } from './refusal.ts'
import { type Cap, costGwei, passedCap, toGwei } from './relay.rules.ts'
import { type RelayKey, senderIdOf } from './relay-key.ts'
import { purposeOf, type SignedCall, signedCall } from './signed-call.ts'
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
  if (known && known.status !== 'checking') return presentOwn(known, userId)
  if (payment.purpose === 'vouch') await refuseWithoutAp(ctx, userId, payment)
  const { priceWei, balanceWei } = await askPrice(ctx, relay)
  await orUnavailable(openSender(ctx, relay))
  const reserved = await reserve(ctx, relay, { userId, payment, call, priceWei, balanceWei })
  if (reserved.status !== 'checking') return presentOwn(reserved, userId)
  const { id } = reserved
  try {
    const gas = await simulate(ctx, relay, { payment, call })
    await queuePayment(db, id, gas, costGwei(gas, priceWei))
  } catch (error) {
    await deleteChecked(db, id).catch(() => {})
    // A second click is checked like the first one, which may have got another answer.
    const other = await findByIntent(db, call.intent)
    if (other && other.status !== 'checking') return presentOwn(other, userId)
    throw error
  }
  const taken = await findByIntent(db, call.intent)
  // The network refused the same payment to another click, or its check took too long.
  if (!taken || taken.status === 'checking') throw unavailable('down')
  relay.paymentTaken()
  return presentOwn(taken, userId)
}

/** Returns a payment of the caller. Throws RELAY_NOT_FOUND. */
export async function relayedPayment(ctx: Context, userId: string, id: string): Promise<Relayed> {
  const found = await findPayment(ctx.db, id, userId)
  if (!found) throw new AppError('RELAY_NOT_FOUND')
  return present(found)
}

async function callOf(ctx: Context, userId: string, payment: RelayedPayment): Promise<OwnCall> {
  const { db, chain, settings } = ctx
  const wallet = await findUserWallet(db, userId)
  if (!wallet) throw new AppError('WALLET_REQUIRED')
  const vouchTarget = payment.purpose === 'vouch' ? await vouchTargetOf(ctx, userId, payment.vouchedUserId) : undefined
  if (!isOwnMoney(payment)) {
    const barred = (await findIneligible(ctx, db, [userId])).get(userId)
    if (barred) throw new AppError(barred)
  }
  const contracts = contractsOf(chain)
  const { accountFactory } = settings
  refuseStrangersKey(accountFactory, wallet, payment.accountKey)
  if (payment.purpose === 'execute') refuseTarget(ctx, wallet, payment.call)
  const call = signedCall(payment, { chainId: chain.id, contracts, accountFactory, wallet, vouchTarget })
  const leftMs = call.until * 1_000 - (await databaseTime(db, ctx.clock)).getTime()
  const { validMs } = ctx.limits.relay
  if (leftMs < validMs.min || leftMs > validMs.max) {
    throw refused({ message: 'This was signed for too short or too long a time. Sign it again.', reason: 'time' })
  }
  return { ...call, wallet }
}

type OwnCall = SignedCall & { wallet: string }

/** Restricted people keep what is theirs. Making an account costs the relay most, and is for who may take part. */
export const isOwnMoney = ({ purpose, accountKey }: RelayedPayment): boolean =>
  purpose === 'withdraw' || (purpose === 'execute' && accountKey === undefined)

/** Throws RELAY_REFUSED unless the key makes the caller's own account. */
function refuseStrangersKey(factory: string | null, wallet: string, accountKey: string | undefined): void {
  if (accountKey === undefined || factory === null) return
  if (accountAddress(factory as Hex, accountKey as Hex) !== wallet) {
    throw refused({ message: 'This key doesn’t make your account.', reason: 'key' })
  }
}

/** Throws RELAY_REFUSED if USDC would be lost or go nowhere, or nobody could sign with a wallet that becomes a key. */
function refuseTarget({ chain, settings }: Context, wallet: string, call: RelayedAccountCall): void {
  const to = (call.kind === 'send-usdc' ? call.to : call.kind === 'add-key' ? call.key : '').toLowerCase()
  if (to.length !== ADDRESS_CHARACTERS) return
  const isSent = call.kind === 'send-usdc'
  if (isSent && to === wallet) throw refused(refusal('own-address'))
  const contracts: readonly (string | null)[] = [...Object.values(contractsOf(chain)), settings.accountFactory]
  if (contracts.includes(to) || isReservedAddress(to)) throw refused(refusal(isSent ? 'lost-there' : 'key-unusable'))
}

const ADDRESS_CHARACTERS = 42

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

/** Throws RELAY_REFUSED if a vouch exceeds the pair's cap, or its target has reached the day's. */
async function refuseWithoutAp(
  ctx: Context,
  voucherId: string,
  { vouchedUserId: targetId, usdc }: Extract<RelayedPayment, { purpose: 'vouch' }>,
): Promise<void> {
  const { ofAccounts, auraLeftToday } = await vouchRoom(ctx, { voucherId, targetId })
  const leftMicros = Math.max(0, ofAccounts)
  if (usdc * MICROS_PER_USDC > leftMicros) throw refused(pairCapRefusal(leftMicros))
  if (auraLeftToday === 0) throw refused(refusal('vouch-day-cap'))
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
    payment,
    call: { intent, target, data, until },
    priceWei,
    balanceWei,
  }: { userId: string; payment: RelayedPayment; call: SignedCall; priceWei: bigint; balanceWei: bigint },
): Promise<Payment> {
  const purpose = purposeOf(payment)
  const sender = senderIdOf(chain.id, relay)
  const gas = limits.relay.maxGas
  const cost = costGwei(gas, priceWei)
  return db.tx(async (tx) => {
    await lockSender(tx, sender)
    const known = await findByIntent(tx, intent)
    if (known) return known
    const now = await databaseTime(tx, clock)
    const caps = { ...limits.relay, ofPurpose: limits.relay.perPurposeDay[purpose] }
    const balanceGwei = toGwei(balanceWei)
    const passed = passedCap(await sumSpent(tx, { userId, purpose, now }), { cost, balanceGwei, caps })
    if (passed) throw unavailable(passed)
    const expiresAt = new Date(until * 1_000)
    await insertPayment(tx, {
      ...{ id: randomUUID(), userId, intent, purpose, target, data, gas, costGwei: cost, createdAt: now, expiresAt },
    })
    return (await findByIntent(tx, intent)) as Payment
  })
}

/** Returns the gas that the call may use. Throws RELAY_REFUSED, RELAY_UNAVAILABLE and CHAIN_UNAVAILABLE. */
async function simulate(
  ctx: Context,
  { address }: RelayKey,
  { payment, call }: { payment: RelayedPayment; call: OwnCall },
): Promise<number> {
  const { chain, limits } = ctx
  const { maxGas } = limits.relay
  if (payment.purpose === 'execute') await requireAccount(ctx, payment, call.wallet)
  try {
    const gas = Number(await chain.estimateGas({ from: address, to: call.target, data: call.data, gas: maxGas }))
    return Math.min(maxGas, Math.ceil(gas * GAS_MARGIN))
  } catch (error) {
    if (error instanceof GasUnaffordable) throw unavailable('empty')
    if (error instanceof CallReverted) throw refused(await explained(ctx, { payment, call, data: error.data }))
    throw error instanceof ChainUnreachable ? new AppError('CHAIN_UNAVAILABLE') : error
  }
}

/**
 * Throws RELAY_REFUSED unless the caller's wallet is an account of the factory, which the payment makes if it isn't there:
 * a call of anything else could do something else, or nothing. A change of keys makes only an account that holds USDC, or
 * newcomers by the thousand could use up the relay.
 */
async function requireAccount(
  { chain, settings: { accountFactory } }: Context,
  { accountKey, call }: Extract<RelayedPayment, { purpose: 'execute' }>,
  wallet: string,
) {
  if (accountFactory === null) throw refused(refusal('no-account'))
  if (accountKey !== undefined && call.kind === 'send-usdc') return
  const code = await orUnavailable(chain.code(wallet))
  if (accountKey !== undefined && code === '0x') {
    const held = await orUnavailable(usdcBalance(chain, wallet))
    if (held >= RELAY_RULES.newAccountUsdc * MICROS_PER_USDC) return
    throw refused(refusal('empty-account'))
  }
  if (code === '0x') throw refused(refusal('undeployed'))
  if (code !== accountCode(accountFactory as Hex)) throw refused(refusal('no-account'))
}

/** A signature of an account says nothing to USDC before the account is there. */
async function explained(
  { chain }: Context,
  { payment: { signature, accountKey }, call, data }: { payment: RelayedPayment; call: OwnCall; data: string | null },
): Promise<Refusal> {
  const found = refusalOf(data)
  const isPlain = accountKey !== undefined || size(signature as Hex) <= PLAIN_SIGNATURE_BYTES
  if (found.reason !== 'signature' || isPlain) return found
  return (await orUnavailable(chain.code(call.wallet))) === '0x' ? refusal('undeployed') : found
}

const PLAIN_SIGNATURE_BYTES = 65

/** Others' payments may come first and make storage dearer. */
const GAS_MARGIN = 1.25

const refused = ({ message, reason }: Refusal) => new AppError('RELAY_REFUSED', { message, data: { reason } })

const unavailable = (reason: Cap | 'off' | 'price') => new AppError('RELAY_UNAVAILABLE', { data: { reason } })

/** What another account handed in is none of the caller's. */
function presentOwn(payment: Payment, userId: string): Relayed {
  if (payment.userId !== userId)
    throw refused({ message: 'Another account sent this payment already.', reason: 'known' })
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
  await insertSender(db, id, await agreedTransactionCount(chain, relay.address))
}
