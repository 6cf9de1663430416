import { calldataSolutions } from './contracts/calldata.ts'
import { commitRevealSolutions } from './contracts/commit-reveal.ts'
import { lotterySolutions } from './contracts/lottery.ts'
import { merkleProofSolutions } from './contracts/merkle-proof.ts'
import { proxySolutions } from './contracts/proxy.ts'
import { reentrancySolutions } from './contracts/reentrancy.ts'
import { royaltySplitSolutions } from './contracts/royalty-split.ts'
import { tipJarSolutions } from './contracts/tip-jar.ts'
import { guardiansSolutions } from './keys/guardians.ts'
import { multisigSolutions } from './keys/multisig.ts'
import { nonceReuseSolutions } from './keys/nonce-reuse.ts'
import { rescueSolutions } from './keys/rescue.ts'
import { secretSharingSolutions } from './keys/secret-sharing.ts'
import { sweeperSolutions } from './keys/sweeper.ts'
import { borrowSolutions } from './markets/borrow.ts'
import { creatorCoinSolutions } from './markets/creator-coin.ts'
import { honeypotSolutions } from './markets/honeypot.ts'
import { liquidationSolutions } from './markets/liquidation.ts'
import { poolSwapSolutions } from './markets/pool-swap.ts'
import { sandwichSolutions } from './markets/sandwich.ts'
import { stablecoinRunSolutions } from './markets/stablecoin-run.ts'
import { swingsSolutions } from './markets/swings.ts'
import { airdropSolutions } from './permissions/airdrop.ts'
import { allowanceSolutions } from './permissions/allowance.ts'
import { approvalForAllSolutions } from './permissions/approval-for-all.ts'
import { drainerEveningSolutions } from './permissions/drainer-evening.ts'
import { permitSolutions } from './permissions/permit.ts'
import { permit2Solutions } from './permissions/permit2.ts'
import { previewSolutions } from './permissions/preview.ts'
import { signInTriageSolutions } from './permissions/sign-in-triage.ts'
import { subscriptionSolutions } from './permissions/subscription.ts'
import { battleReceiptSolutions } from './reputation/battle-receipt.ts'
import { disputeSolutions } from './reputation/dispute.ts'
import { fansMoneySolutions } from './reputation/fans-money.ts'
import { linkedAddressesSolutions } from './reputation/linked-addresses.ts'
import { quadraticSplitSolutions } from './reputation/quadratic-split.ts'
import { sybilSolutions } from './reputation/sybil.ts'
import type { Solutions } from './solution.ts'
import { lookalikeSolutions } from './transactions/lookalike.ts'
import { receiptSolutions } from './transactions/receipt.ts'
import { reorganisationSolutions } from './transactions/reorganisation.ts'
import { stuckNonceSolutions } from './transactions/stuck-nonce.ts'
import { transferSolutions } from './transactions/transfer.ts'

export const solutions: Readonly<Record<string, Solutions>> = {
  airdrop: airdropSolutions,
  allowance: allowanceSolutions,
  'approval-for-all': approvalForAllSolutions,
  'battle-receipt': battleReceiptSolutions,
  borrow: borrowSolutions,
  calldata: calldataSolutions,
  'commit-reveal': commitRevealSolutions,
  'creator-coin': creatorCoinSolutions,
  dispute: disputeSolutions,
  'drainer-evening': drainerEveningSolutions,
  'fans-money': fansMoneySolutions,
  guardians: guardiansSolutions,
  honeypot: honeypotSolutions,
  'linked-addresses': linkedAddressesSolutions,
  liquidation: liquidationSolutions,
  lookalike: lookalikeSolutions,
  lottery: lotterySolutions,
  'merkle-proof': merkleProofSolutions,
  multisig: multisigSolutions,
  'nonce-reuse': nonceReuseSolutions,
  permit: permitSolutions,
  permit2: permit2Solutions,
  'pool-swap': poolSwapSolutions,
  preview: previewSolutions,
  proxy: proxySolutions,
  'quadratic-split': quadraticSplitSolutions,
  receipt: receiptSolutions,
  reentrancy: reentrancySolutions,
  reorganisation: reorganisationSolutions,
  rescue: rescueSolutions,
  'royalty-split': royaltySplitSolutions,
  sandwich: sandwichSolutions,
  'secret-sharing': secretSharingSolutions,
  'sign-in-triage': signInTriageSolutions,
  'stablecoin-run': stablecoinRunSolutions,
  'stuck-nonce': stuckNonceSolutions,
  subscription: subscriptionSolutions,
  sweeper: sweeperSolutions,
  swings: swingsSolutions,
  sybil: sybilSolutions,
  'tip-jar': tipJarSolutions,
  transfer: transferSolutions,
}
