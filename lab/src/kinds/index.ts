import type { AnyKind } from '../kind.ts'

/** Each kind is loaded only when a lesson opens it. */
const KINDS: Readonly<Record<string, () => Promise<AnyKind>>> = {
  airdrop: async () => (await import('./permissions/airdrop.ts')).airdrop,
  allowance: async () => (await import('./permissions/allowance.ts')).allowance,
  'approval-for-all': async () => (await import('./permissions/approval-for-all.ts')).approvalForAll,
  'battle-receipt': async () => (await import('./reputation/battle-receipt.ts')).battleReceipt,
  borrow: async () => (await import('./markets/borrow.ts')).borrow,
  calldata: async () => (await import('./contracts/calldata.ts')).calldata,
  'commit-reveal': async () => (await import('./contracts/commit-reveal.ts')).commitReveal,
  'creator-coin': async () => (await import('./markets/creator-coin.ts')).creatorCoin,
  dispute: async () => (await import('./reputation/dispute.ts')).dispute,
  'drainer-evening': async () => (await import('./permissions/drainer-evening.ts')).drainerEvening,
  'fans-money': async () => (await import('./reputation/fans-money.ts')).fansMoney,
  guardians: async () => (await import('./keys/guardians.ts')).guardians,
  honeypot: async () => (await import('./markets/honeypot.ts')).honeypot,
  'linked-addresses': async () => (await import('./reputation/linked-addresses.ts')).linkedAddresses,
  liquidation: async () => (await import('./markets/liquidation.ts')).liquidation,
  lookalike: async () => (await import('./transactions/lookalike.ts')).lookalike,
  lottery: async () => (await import('./contracts/lottery.ts')).lottery,
  'merkle-proof': async () => (await import('./contracts/merkle-proof.ts')).merkleProof,
  multisig: async () => (await import('./keys/multisig.ts')).multisig,
  'nonce-reuse': async () => (await import('./keys/nonce-reuse.ts')).nonceReuse,
  permit: async () => (await import('./permissions/permit.ts')).permit,
  permit2: async () => (await import('./permissions/permit2.ts')).permit2,
  'pool-swap': async () => (await import('./markets/pool-swap.ts')).poolSwap,
  preview: async () => (await import('./permissions/preview.ts')).preview,
  proxy: async () => (await import('./contracts/proxy.ts')).proxy,
  'quadratic-split': async () => (await import('./reputation/quadratic-split.ts')).quadraticSplit,
  receipt: async () => (await import('./transactions/receipt.ts')).receipt,
  reentrancy: async () => (await import('./contracts/reentrancy.ts')).reentrancy,
  reorganisation: async () => (await import('./transactions/reorganisation.ts')).reorganisation,
  rescue: async () => (await import('./keys/rescue.ts')).rescue,
  'royalty-split': async () => (await import('./contracts/royalty-split.ts')).royaltySplit,
  sandwich: async () => (await import('./markets/sandwich.ts')).sandwich,
  'secret-sharing': async () => (await import('./keys/secret-sharing.ts')).secretSharing,
  'sign-in-triage': async () => (await import('./permissions/sign-in-triage.ts')).signInTriage,
  'stablecoin-run': async () => (await import('./markets/stablecoin-run.ts')).stablecoinRun,
  'stuck-nonce': async () => (await import('./transactions/stuck-nonce.ts')).stuckNonce,
  subscription: async () => (await import('./permissions/subscription.ts')).subscription,
  sweeper: async () => (await import('./keys/sweeper.ts')).sweeper,
  swings: async () => (await import('./markets/swings.ts')).swings,
  sybil: async () => (await import('./reputation/sybil.ts')).sybil,
  'tip-jar': async () => (await import('./contracts/tip-jar.ts')).tipJar,
  transfer: async () => (await import('./transactions/transfer.ts')).transfer,
}

export const kindIds: readonly string[] = Object.keys(KINDS)

/** Loads a kind. Throws for an unknown id. */
export async function loadKind(id: string): Promise<AnyKind> {
  const load = Object.hasOwn(KINDS, id) ? KINDS[id] : undefined
  if (!load) throw new Error(`There is no lab ${id}`)
  return load()
}
