import type { Block, Chain, Verifier } from '../chain/chain.ts'
import { CallReverted } from '../chain/chain.ts'
import { agreedFinal } from '../chain/verifiers.ts'
import type { Clock } from '../clock.ts'
import { type Finding, ok, problem, reasonOf, skipped, warning } from './check.ts'

/** On Base a block is final after some twenty minutes. */
const MAX_FINAL_AGE_MS = 60 * 60_000

/** Asks each node for the same data as the server: final blocks, the contracts' older state, old logs and receipts. */
export async function checkNodes(chain: Chain, clock: Pick<Clock, 'now'>): Promise<Finding[]> {
  const { verifiers } = chain
  if (verifiers.length === 0) return [skipped('RPC_URLS names no node')]
  const each = await Promise.all(verifiers.map((verifier) => checkNode(chain, verifier, clock.now())))
  const found = [...each.flat(), ...numberOf(chain)]
  if (found.length > 0) return found
  const final = await agreedFinal(chain).catch(reasonOf)
  if (typeof final === 'string')
    return [problem(`The nodes don't agree on a final block: ${final}. Replace one in RPC_URLS.`)]
  return [ok(`${verifiers.length} of ${verifiers.length} nodes of ${chain.name} serve; block ${final.number} is final`)]
}

function numberOf({ kind, verifiers }: Chain): Finding[] {
  if (kind === 'local') return []
  if (verifiers.length === 1) {
    return [warning('One node alone decides what happened on chain. Name a second provider in RPC_URLS, better two.')]
  }
  const hosts = new Set(verifiers.map(({ name }) => name))
  return hosts.size === verifiers.length
    ? []
    : [warning('Nodes of one host fail and lie together. Name nodes of different providers in RPC_URLS.')]
}

async function checkNode(chain: Chain, node: Verifier, now: Date): Promise<Finding[]> {
  const { name } = node
  const failed = (what: string, todo: string) => (error: unknown) => {
    const reason = reasonOf(error).replace(`${name} did not answer: `, '').replace(/[.]$/, '')
    throw new NodeFault(`${name} ${what}: ${reason}. ${todo}`)
  }
  try {
    const id = await node.chainId().catch(failed("doesn't respond", 'Check its address in RPC_URLS and its key.'))
    if (id !== chain.id) {
      throw new NodeFault(
        `${name} is on network ${id}, but CHAIN=${chain.kind} is network ${chain.id}. Replace it in RPC_URLS.`,
      )
    }
    const final = await node.finalised().catch(failed('knows no final block', 'Use a node with the "finalized" block.'))
    await checkDepth(chain, node, final, failed)
    const minutes = Math.round((now.getTime() - final.time.getTime()) / 60_000)
    if (chain.kind !== 'local' && minutes * 60_000 > MAX_FINAL_AGE_MS) {
      return [
        problem(
          `${name} is not in sync: its newest final block is ${minutes} minutes old. Wait for it, or replace it.`,
        ),
      ]
    }
    return []
  } catch (error) {
    if (error instanceof NodeFault) return [problem(error.message)]
    throw error
  }
}

class NodeFault extends Error {
  override name = 'NodeFault'
}

type Failed = (what: string, todo: string) => (error: unknown) => never

async function checkDepth(chain: Chain, node: Verifier, final: Block, failed: Failed): Promise<void> {
  const { startBlock, contracts } = chain
  if (contracts) {
    const call = { to: contracts.usdc, data: '0x313ce567', blockNumber: final.number }
    // A revert also proves that the node has that block's state.
    await node.call(call).catch((error: unknown) => {
      if (error instanceof CallReverted) return
      failed(
        `can't read the state at its final block ${final.number}`,
        'Use a node that keeps the state of 1,000 blocks.',
      )(error)
    })
  }
  const { last, logs } = await node
    .scan(startBlock, startBlock)
    .catch(failed(`can't read the logs of START_BLOCK ${startBlock}`, 'Use a node that keeps all logs.'))
  if (last === undefined) {
    throw new NodeFault(
      `${node.name} doesn't know START_BLOCK ${startBlock}. Wait for it to sync, or correct START_BLOCK.`,
    )
  }
  const [log] = logs
  if (log === undefined) return
  const receipts = await node.receiptLogs([log.txHash]).catch(failed('has no old receipts', KEEP_RECEIPTS))
  if (receipts.length === 0) throw new NodeFault(`${node.name} has no receipt of ${log.txHash}. ${KEEP_RECEIPTS}`)
}

const KEEP_RECEIPTS = 'Use a node that keeps all receipts.'
