import { allowanceSolutions } from './allowance.ts'
import { approvalForAllSolutions } from './approval-for-all.ts'
import { battleReceiptSolutions } from './battle-receipt.ts'
import { borrowSolutions } from './borrow.ts'
import { calldataSolutions } from './calldata.ts'
import { commitRevealSolutions } from './commit-reveal.ts'
import { disputeSolutions } from './dispute.ts'
import { drainerEveningSolutions } from './drainer-evening.ts'
import { honeypotSolutions } from './honeypot.ts'
import { linkedAddressesSolutions } from './linked-addresses.ts'
import { liquidationSolutions } from './liquidation.ts'
import { lookalikeSolutions } from './lookalike.ts'
import { lotterySolutions } from './lottery.ts'
import { merkleProofSolutions } from './merkle-proof.ts'
import { multisigSolutions } from './multisig.ts'
import { nonceReuseSolutions } from './nonce-reuse.ts'
import { permitSolutions } from './permit.ts'
import { poolSwapSolutions } from './pool-swap.ts'
import { proxySolutions } from './proxy.ts'
import { quadraticSplitSolutions } from './quadratic-split.ts'
import { receiptSolutions } from './receipt.ts'
import { reentrancySolutions } from './reentrancy.ts'
import { reorganisationSolutions } from './reorganisation.ts'
import { rescueSolutions } from './rescue.ts'
import { royaltySplitSolutions } from './royalty-split.ts'
import { sandwichSolutions } from './sandwich.ts'
import { signInTriageSolutions } from './sign-in-triage.ts'
import type { Solutions } from './solution.ts'
import { stablecoinRunSolutions } from './stablecoin-run.ts'
import { stuckNonceSolutions } from './stuck-nonce.ts'
import { sweeperSolutions } from './sweeper.ts'
import { swingsSolutions } from './swings.ts'
import { sybilSolutions } from './sybil.ts'
import { transferSolutions } from './transfer.ts'

/** How each kind is solved and failed, by its id. */
export const solutions: Readonly<Record<string, Solutions>> = {
  allowance: allowanceSolutions,
  'approval-for-all': approvalForAllSolutions,
  'battle-receipt': battleReceiptSolutions,
  borrow: borrowSolutions,
  calldata: calldataSolutions,
  'commit-reveal': commitRevealSolutions,
  dispute: disputeSolutions,
  'drainer-evening': drainerEveningSolutions,
  honeypot: honeypotSolutions,
  'linked-addresses': linkedAddressesSolutions,
  liquidation: liquidationSolutions,
  lookalike: lookalikeSolutions,
  lottery: lotterySolutions,
  'merkle-proof': merkleProofSolutions,
  multisig: multisigSolutions,
  'nonce-reuse': nonceReuseSolutions,
  permit: permitSolutions,
  'pool-swap': poolSwapSolutions,
  proxy: proxySolutions,
  'quadratic-split': quadraticSplitSolutions,
  receipt: receiptSolutions,
  reentrancy: reentrancySolutions,
  reorganisation: reorganisationSolutions,
  rescue: rescueSolutions,
  'royalty-split': royaltySplitSolutions,
  sandwich: sandwichSolutions,
  'sign-in-triage': signInTriageSolutions,
  'stablecoin-run': stablecoinRunSolutions,
  'stuck-nonce': stuckNonceSolutions,
  sweeper: sweeperSolutions,
  swings: swingsSolutions,
  sybil: sybilSolutions,
  transfer: transferSolutions,
}
