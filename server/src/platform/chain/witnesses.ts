import {
  type Block,
  CallReverted,
  type Chain,
  ChainUnreachable,
  type ContractCall,
  type SignedMessage,
  type Witness,
} from './chain.ts'

/** Two, or one if only one is configured. */
export const witnessesNeeded = ({ witnesses }: Pick<Chain, 'witnesses'>): number => Math.min(2, witnesses.length)

export const tooFew = (answered: number, needed: number): ChainUnreachable =>
  new ChainUnreachable(`${answered} of the ${Math.max(1, needed)} nodes answered that have to agree`)

/** Returns the first result enough nodes agree on. Throws ChainUnreachable, or CallReverted for an agreed revert. */
export async function agreedCall(chain: Pick<Chain, 'witnesses'>, input: ContractCall): Promise<`0x${string}`> {
  const outcome = await firstAgreed(chain, {
    ask: (witness) =>
      witness.call(input).catch((error: unknown) => {
        if (error instanceof CallReverted) return error
        throw error
      }),
    keyOf: (result) => (result instanceof CallReverted ? 'reverted' : result.toLowerCase()),
    about: `the state of ${input.to} at block ${input.blockNumber}`,
  })
  if (outcome instanceof CallReverted) throw outcome
  return outcome
}

/**
 * Returns whether a contract wallet accepts a signature, if enough nodes agree: whoever is believed alone can sign in as
 * anybody. Throws ChainUnreachable.
 */
export const agreedSignature = (chain: Pick<Chain, 'witnesses'>, signed: SignedMessage): Promise<boolean> =>
  firstAgreed(chain, {
    ask: (witness) => witness.isContractSignature(signed),
    keyOf: String,
    about: `a signature of ${signed.address}`,
  })

/** Returns a block enough nodes report as final with one hash and time. Throws ChainUnreachable otherwise. */
export async function agreedFinal(chain: Pick<Chain, 'witnesses'>): Promise<Block> {
  const finals = await firstAnswers(chain, (witness) => witness.finalised())
  return agreedBlock(chain, Math.min(...finals.map((block) => block.number)))
}

/** Returns the block of a number that enough nodes report with one hash and time. Throws ChainUnreachable otherwise. */
export const agreedBlock = (chain: Pick<Chain, 'witnesses'>, number: number): Promise<Block> =>
  firstAgreed(chain, {
    ask: async (witness) => {
      const block = await witness.block(number)
      if (!block) throw new ChainUnreachable(`${witness.name} doesn't know block ${number}`)
      return block
    },
    keyOf: ({ hash, time }) => `${hash}/${time.getTime()}`,
    about: `block ${number}`,
  })

/** Returns the first responses of as many nodes as must agree. A slow node delays nothing. */
async function firstAnswers<T>(
  chain: Pick<Chain, 'witnesses'>,
  ask: (witness: Witness) => Promise<T>,
): Promise<readonly T[]> {
  const needed = Math.max(1, witnessesNeeded(chain))
  return askAll(chain, ask, (answers, waiting) => {
    if (answers.length >= needed) return answers
    if (answers.length + waiting < needed) throw tooFew(answers.length, needed)
    return undefined
  })
}

/** Returns the first response enough nodes agree on. Throws ChainUnreachable once that is impossible. */
async function firstAgreed<T>(
  chain: Pick<Chain, 'witnesses'>,
  { ask, keyOf, about }: { ask: (witness: Witness) => Promise<T>; keyOf: (answer: T) => string; about: string },
): Promise<T> {
  const needed = Math.max(1, witnessesNeeded(chain))
  const [agreed] = await askAll(chain, ask, (answers, waiting) => {
    const alike = Map.groupBy(answers, keyOf)
    const largest = [...alike.values()].reduce((most, each) => (each.length > most.length ? each : most), [])
    if (largest.length >= needed) return largest
    if (largest.length + waiting >= needed) return undefined
    throw alike.size > 1 ? new ChainUnreachable(`nodes disagree about ${about}`) : tooFew(answers.length, needed)
  })
  return agreed as T
}

/** Asks every node until `judge` returns or throws, given the responses so far and the number outstanding. */
function askAll<T>(
  { witnesses }: Pick<Chain, 'witnesses'>,
  ask: (witness: Witness) => Promise<T>,
  judge: (answers: readonly T[], waiting: number) => readonly T[] | undefined,
): Promise<readonly T[]> {
  return new Promise((resolve, reject) => {
    const answers: T[] = []
    let waiting = witnesses.length
    const settle = () => {
      try {
        const found = judge(answers, waiting)
        if (found) resolve([...found])
      } catch (error) {
        reject(error)
      }
    }
    if (waiting === 0) settle()
    for (const witness of witnesses) {
      ask(witness)
        .then(
          (answer) => void answers.push(answer),
          (error: unknown) => {
            if (!(error instanceof ChainUnreachable)) throw error
          },
        )
        .then(() => {
          waiting--
          settle()
        }, reject)
    }
  })
}
