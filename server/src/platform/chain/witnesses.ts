import { type Block, type Chain, ChainUnreachable, type ContractCall, type Witness } from './chain.ts'

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

/**
 * Returns a block that as many nodes as have to agree call final, and know by the same hash and time. Throws
 * ChainUnreachable where too few of them answer or they know different blocks.
 */
export async function agreedFinal(chain: Pick<Chain, 'witnesses'>): Promise<Block> {
  const finals = await firstAnswers(chain, (witness) => witness.finalised())
  const number = Math.min(...finals.map((block) => block.number))
  const blocks = await firstAnswers(chain, (witness) => witness.block(number))
  const [first, ...others] = blocks
  if (!first || others.some((other) => other?.hash !== first.hash || other.time.getTime() !== first.time.getTime())) {
    throw new ChainUnreachable(`nodes disagree about block ${number}, which is final`)
  }
  return first
}

/** Asks every node, and returns the first answers of as many as have to agree; a slow node delays nothing. */
async function firstAnswers<T>(
  chain: Pick<Chain, 'witnesses'>,
  ask: (witness: Witness) => Promise<T>,
): Promise<readonly T[]> {
  const needed = Math.max(1, witnessesNeeded(chain))
  const { witnesses } = chain
  const answers: T[] = []
  return new Promise((resolve, reject) => {
    let waiting = witnesses.length
    const settle = () => {
      if (answers.length >= needed) resolve(answers.slice(0, needed))
      else if (--waiting <= 0) reject(tooFew(answers.length, needed))
    }
    if (witnesses.length === 0) settle()
    for (const witness of witnesses) {
      ask(witness).then((answer) => {
        answers.push(answer)
        settle()
      }, settle)
    }
  })
}
