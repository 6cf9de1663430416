import { rpcChain } from '#platform/chain/rpc-chain'
import { systemClock } from '#platform/clock'
import { createSigner } from './create-signer.ts'
import type { SignerOrder, SignerReport, SignerStart } from './signer-messages.ts'
import { openSigningJournal, SignerUnusable } from './signing-journal.ts'
import type { CheckOutcome, SigningOutcome, WithdrawalSigner } from './withdrawal-signer.ts'

/** Signs withdrawals by its own clock, journal and nodes, without which a compromised server gets no signature. */

/** Shorter than the server's wait, so that a hanging node can be distinguished from a hanging signer. */
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

/** Exits after an unwritable journal or a bug; the next process reads the disk again. Nothing is signed meanwhile. */
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
// A terminal sends these signals to every process, but the server ends this one when it needs no more signatures.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(0))
