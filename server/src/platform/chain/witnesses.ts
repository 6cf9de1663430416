import { type Chain, ChainUnreachable, type ContractCall } from './chain.ts'

/** How many nodes have to say the same before it is believed for good: two, where there are two. */
export const witnessesNeeded = ({ witnesses }: Pick<Chain, 'witnesses'>): number => Math.min(2, witnesses.length)

/** The error for too few nodes that answered. */
export const tooFew = (answered: number, needed: number): ChainUnreachable =>
  new ChainUnreachable(`${answered} of the ${Math.max(1, needed)} nodes answered that have to agree`)

/**
 * Asks a contract through as many nodes as have to agree, and returns what they all say. Throws ChainUnreachable when
 * they say different things or too few of them answer, and CallReverted.
 */
export async function agreedCall(chain: Chain, input: ContractCall): Promise<`0x${string}`> {
  const needed = witnessesNeeded(chain)
  const results: `0x${string}`[] = []
  for (const witness of chain.witnesses) {
    if (results.length === needed) break
    try {
      results.push(await witness.call(input))
    } catch (error) {
      if (!(error instanceof ChainUnreachable)) throw error
    }
  }
  const [first, ...others] = results
  if (first === undefined || results.length < needed) throw tooFew(results.length, needed)
  if (others.some((other) => BigInt(other) !== BigInt(first))) {
    throw new ChainUnreachable(`nodes disagree about the state of ${input.to} at block ${input.blockNumber}`)
  }
  return first
}
