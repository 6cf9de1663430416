import { allowanceSolutions } from './allowance.ts'
import { battleReceiptSolutions } from './battle-receipt.ts'
import { drainerEveningSolutions } from './drainer-evening.ts'
import { lookalikeSolutions } from './lookalike.ts'
import { merkleProofSolutions } from './merkle-proof.ts'
import { nonceReuseSolutions } from './nonce-reuse.ts'
import { permitSolutions } from './permit.ts'
import { poolSwapSolutions } from './pool-swap.ts'
import { proxySolutions } from './proxy.ts'
import { receiptSolutions } from './receipt.ts'
import { reorganisationSolutions } from './reorganisation.ts'
import { rescueSolutions } from './rescue.ts'
import { sandwichSolutions } from './sandwich.ts'
import { signInTriageSolutions } from './sign-in-triage.ts'
import type { Solutions } from './solution.ts'
import { stablecoinRunSolutions } from './stablecoin-run.ts'
import { stuckNonceSolutions } from './stuck-nonce.ts'
import { sweeperSolutions } from './sweeper.ts'
import { sybilSolutions } from './sybil.ts'
import { transferSolutions } from './transfer.ts'

/** How each kind is solved and failed, by its id. */
export const solutions: Readonly<Record<string, Solutions>> = {
  allowance: allowanceSolutions,
  'battle-receipt': battleReceiptSolutions,
  'drainer-evening': drainerEveningSolutions,
  lookalike: lookalikeSolutions,
  'merkle-proof': merkleProofSolutions,
  'nonce-reuse': nonceReuseSolutions,
  permit: permitSolutions,
  'pool-swap': poolSwapSolutions,
  proxy: proxySolutions,
  receipt: receiptSolutions,
  reorganisation: reorganisationSolutions,
  rescue: rescueSolutions,
  sandwich: sandwichSolutions,
  'sign-in-triage': signInTriageSolutions,
  'stablecoin-run': stablecoinRunSolutions,
  'stuck-nonce': stuckNonceSolutions,
  sweeper: sweeperSolutions,
  sybil: sybilSolutions,
  transfer: transferSolutions,
}
