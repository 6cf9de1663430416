import { rpcChain } from '../chain/rpc-chain.ts'
import { systemClock } from '../clock.ts'
import { createSigner } from './create-signer.ts'
import type { SignerOrder, SignerReport, SignerStart } from './signer-messages.ts'
import { openSigningJournal, SignerUnusable } from './signing-journal.ts'
import type { CheckOutcome, SigningOutcome, WithdrawalSigner } from './withdrawal-signer.ts'

/**
 * Signs withdrawals in a process of its own, by what it knows itself: its clock, its journal and the nodes it was told
 * of at its start. Whoever sends it orders can have nothing signed that these don't allow.
 */

/** Shorter than the server waits for an order, so that a node that hangs is told from a signer that does. */
const NODE_MS = 3_000

const report = (message: SignerReport) => process.send?.(message)

async function start({ key, chain, directory, limits }: SignerStart): Promise<WithdrawalSigner> {
  const network = rpcChain({ nodeMs: NODE_MS, ...chain })
  const place = { chainId: network.id, contract: chain.contracts?.steeze ?? '' }
  const journal = openSigningJournal(directory, place)
  const signer = createSigner({ key, chain: network, clock: systemClock, limits, journal })
  report({ type: 'ready', address: signer.address })
  return signer
}

async function work(signer: WithdrawalSigner, order: SignerOrder): Promise<SigningOutcome | CheckOutcome> {
  return order.op === 'sign' ? signer.sign(order.withdrawal) : signer.check(order.wallet, order.amount)
}

/** A journal that can't be written, or a fault of ours: what is on the disk is read anew. Nothing is signed meanwhile. */
function end(error: unknown): void {
  if (error instanceof SignerUnusable) {
    process.send?.({ type: 'unusable', message: error.message } satisfies SignerReport, () => process.exit(1))
  } else process.exit(1)
}

let signer: Promise<WithdrawalSigner> | undefined
process.on('message', (message: SignerStart | SignerOrder) => {
  if (!('op' in message)) {
    signer = start(message)
    signer.catch(end)
    return
  }
  const { id } = message
  signer
    ?.then((started) => work(started, message))
    .then((outcome) => report({ type: 'outcome', id, outcome }))
    .catch(end)
})
// Both come from a terminal to every process at once; the server ends this one when it has no more to sign.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit(0))
