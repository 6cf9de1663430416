import type { AnyKind } from '../kind.ts'

/** Each in a file of its own, loaded only when a lesson opens it. */
const KINDS: Readonly<Record<string, () => Promise<AnyKind>>> = {
  allowance: async () => (await import('./allowance.ts')).allowance,
  'approval-for-all': async () => (await import('./approval-for-all.ts')).approvalForAll,
  'battle-receipt': async () => (await import('./battle-receipt.ts')).battleReceipt,
  borrow: async () => (await import('./borrow.ts')).borrow,
  calldata: async () => (await import('./calldata.ts')).calldata,
  'commit-reveal': async () => (await import('./commit-reveal.ts')).commitReveal,
  dispute: async () => (await import('./dispute.ts')).dispute,
  'drainer-evening': async () => (await import('./drainer-evening.ts')).drainerEvening,
  honeypot: async () => (await import('./honeypot.ts')).honeypot,
  'linked-addresses': async () => (await import('./linked-addresses.ts')).linkedAddresses,
  liquidation: async () => (await import('./liquidation.ts')).liquidation,
  lookalike: async () => (await import('./lookalike.ts')).lookalike,
  lottery: async () => (await import('./lottery.ts')).lottery,
  'merkle-proof': async () => (await import('./merkle-proof.ts')).merkleProof,
  multisig: async () => (await import('./multisig.ts')).multisig,
  'nonce-reuse': async () => (await import('./nonce-reuse.ts')).nonceReuse,
  permit: async () => (await import('./permit.ts')).permit,
  'pool-swap': async () => (await import('./pool-swap.ts')).poolSwap,
  proxy: async () => (await import('./proxy.ts')).proxy,
  'quadratic-split': async () => (await import('./quadratic-split.ts')).quadraticSplit,
  receipt: async () => (await import('./receipt.ts')).receipt,
  reentrancy: async () => (await import('./reentrancy.ts')).reentrancy,
  reorganisation: async () => (await import('./reorganisation.ts')).reorganisation,
  rescue: async () => (await import('./rescue.ts')).rescue,
  'royalty-split': async () => (await import('./royalty-split.ts')).royaltySplit,
  sandwich: async () => (await import('./sandwich.ts')).sandwich,
  'sign-in-triage': async () => (await import('./sign-in-triage.ts')).signInTriage,
  'stablecoin-run': async () => (await import('./stablecoin-run.ts')).stablecoinRun,
  'stuck-nonce': async () => (await import('./stuck-nonce.ts')).stuckNonce,
  sweeper: async () => (await import('./sweeper.ts')).sweeper,
  swings: async () => (await import('./swings.ts')).swings,
  sybil: async () => (await import('./sybil.ts')).sybil,
  transfer: async () => (await import('./transfer.ts')).transfer,
}

export const kindIds: readonly string[] = Object.keys(KINDS)

/** Throws for an unknown id. */
export async function loadKind(id: string): Promise<AnyKind> {
  const load = Object.hasOwn(KINDS, id) ? KINDS[id] : undefined
  if (!load) throw new Error(`There is no lab ${id}`)
  return load()
}
