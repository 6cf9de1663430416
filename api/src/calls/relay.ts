import { z } from 'zod'
import { call } from '../contract/call.ts'
import { VOUCH_RULES } from '../rules/vouching.ts'
import { Id, WalletAddress, Whole } from '../shapes.ts'

const Bytes32 = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'Not 32 bytes')

/** The longest are a passkey's, nested for an account: about 1,200 bytes. */
const Signature = z.string().regex(/^0x(?:[0-9a-fA-F]{2}){1,4096}$/, 'Not a signature')

/** First key of the account, if the account is to be made by this payment: a passkey or a wallet's address. */
const AccountKey = z.string().regex(/^0x(?:[0-9a-fA-F]{168}|[0-9a-fA-F]{40})$/, 'Not a key')

/** Calls that an account contract makes for its owner. */
const AccountCall = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('send-usdc'), to: WalletAddress, usdcMicros: z.int().min(1) }),
  z.object({ kind: z.literal('add-key'), key: AccountKey }),
  /** By its id, the key's keccak256. It signs for 48 more hours. */
  z.object({ kind: z.literal('remove-key'), keyId: Bytes32 }),
  /** Stops the removal. */
  z.object({ kind: z.literal('keep-key'), keyId: Bytes32 }),
])
export type RelayedAccountCall = z.output<typeof AccountCall>

/** USDC's `ReceiveWithAuthorization` (EIP-3009) by the caller's wallet to the contract, valid after 0. */
const Authorization = {
  /** Unix time in seconds until which it counts. */
  validBefore: Whole,
  /** Makes the nonce, together with purpose and target (`authorizationNonce` of the contract). */
  salt: Bytes32,
  signature: Signature,
  accountKey: AccountKey.optional(),
}

const RelayStatus = z.enum(['queued', 'sent', 'mined', 'failed'])
export type RelayStatus = z.output<typeof RelayStatus>

const Relayed = z.object({
  id: z.uuid(),
  status: RelayStatus,
  /** The transaction, once it is in a block. */
  transactionHash: z.string().nullable(),
  /** Why it failed; the person can sign again, or send it themselves. With `unknown` it may have paid nevertheless. */
  reason: z.enum(['refused', 'reverted', 'expired', 'unknown']).nullable(),
})

export const RelayedPayment = z.discriminatedUnion('purpose', [
  z.object({
    purpose: z.literal('vouch'),
    vouchedUserId: Id,
    usdc: z.int().min(VOUCH_RULES.minUsdc).max(VOUCH_RULES.maxUsdc),
    ...Authorization,
  }),
  z.object({ purpose: z.literal('buy'), steeze: z.int().min(1).max(1_000_000_000), ...Authorization }),
  z.object({
    purpose: z.literal('withdraw'),
    /** As signed by `POST /api/steeze/redeem`. */
    limit: Whole,
    deadline: Whole,
    signature: Signature,
    accountKey: AccountKey.optional(),
  }),
  z.object({
    purpose: z.literal('execute'),
    /** The only call that was signed (`Calls` of AuraAccount); without value. */
    call: AccountCall,
    /** A number of 32 bytes that the account hasn't used. */
    nonce: Bytes32,
    /** Unix time in seconds at which it last counts. */
    deadline: Whole,
    signature: Signature,
    accountKey: AccountKey.optional(),
  }),
])
export type RelayedPayment = z.output<typeof RelayedPayment>

export const relayCalls = {
  'GET /api/relay': call({
    summary: 'Get whether Aura pays the network’s fee, and the contract that makes accounts',
    access: 'public',
    rate: 'read',
    answer: z.object({ isOn: z.boolean(), accountFactory: z.string().nullable() }),
  }),
  'POST /api/relay': call({
    summary: 'Have a payment sent that the caller’s wallet signed; Aura pays the network’s fee',
    access: 'user',
    rate: 'chain',
    // Restricted people may redeem and move their money; anything else is refused to them.
    whileRestricted: true,
    idempotent: true,
    mayBePending: true,
    body: RelayedPayment,
    answer: Relayed,
    errors: [
      'RELAY_UNAVAILABLE',
      'RELAY_REFUSED',
      'WALLET_REQUIRED',
      'VOUCH_FOR_ONESELF',
      'USER_NOT_FOUND',
      'PERSON_UNAVAILABLE',
      'BETA_ACCESS_REQUIRED',
      'ACCOUNT_SUSPENDED',
      'CHAIN_UNAVAILABLE',
    ],
  }),
  'GET /api/relay/:id': call({
    summary: 'Get how far a payment is that Aura sends',
    access: 'user',
    rate: 'read',
    whileRestricted: true,
    params: z.object({ id: Id }),
    answer: Relayed,
    errors: ['RELAY_NOT_FOUND'],
  }),
}
