import {
  type Block,
  CallReverted,
  type Chain,
  type ChainLog,
  ChainUnreachable,
  type ContractCall,
  type SignedMessage,
  type Verifier,
} from './chain.ts'

/** Returns 2, or 1 if only one witness is configured. */
export const verifiersNeeded = ({ verifiers }: Pick<Chain, 'verifiers'>): number => Math.min(2, verifiers.length)

export const tooFew = (answered: number, needed: number): ChainUnreachable =>
  new ChainUnreachable(`${answered} of the ${Math.max(1, needed)} nodes answered that have to agree`)

/** Returns the first result enough nodes agree on. Throws ChainUnreachable, or CallReverted for an agreed revert. */
export async function agreedCall(chain: Pick<Chain, 'verifiers'>, input: ContractCall): Promise<`0x${string}`> {
  const outcome = await firstAgreed(chain, {
    ask: (verifier) =>
      verifier.call(input).catch((error: unknown) => {
        if (error instanceof CallReverted) return error
        throw error
      }),
    keyOf: (result) => (result instanceof CallReverted ? 'reverted' : result.toLowerCase()),
    about: `the state of ${input.to} at block ${input.blockNumber}`,
  })
  if (outcome instanceof CallReverted) throw outcome
  return outcome
}

/** Returns whether enough nodes accept a contract wallet's signature: one could lie. Throws ChainUnreachable. */
export const agreedSignature = (chain: Pick<Chain, 'verifiers'>, signed: SignedMessage): Promise<boolean> =>
  firstAgreed(chain, {
    ask: (verifier) => verifier.isContractSignature(signed),
    keyOf: String,
    about: `a signature of ${signed.address}`,
  })

/** Returns a block that enough nodes report as final with the same hash and time. Throws ChainUnreachable otherwise. */
export async function agreedFinal(chain: Pick<Chain, 'verifiers'>): Promise<Block> {
  const finals = await firstAnswers(chain, (verifier) => verifier.finalised())
  return agreedBlock(chain, Math.min(...finals.map((block) => block.number)))
}

/** A node this much behind another one isn't at the tip. */
const MAX_TIP_LAG_MS = 30_000

/**
 * Returns the number of the newest block that enough nodes have: the lower of the first two words. Throws ChainUnreachable
 * if one is 30 seconds behind the other, so that no node hides what is newer by naming an old block.
 */
export async function agreedLatest(chain: Pick<Chain, 'verifiers'>): Promise<number> {
  const tips = await firstAnswers(chain, (verifier) => verifier.latest())
  const { number, time } = await agreedBlock(chain, Math.min(...tips.map((tip) => tip.number)))
  const newestMs = Math.max(...tips.map((tip) => tip.time.getTime()))
  if (newestMs - time.getTime() > MAX_TIP_LAG_MS) throw new ChainUnreachable('a node is far behind another')
  return number
}

/**
 * Returns how many transactions of the account are in blocks, by the lower of the first two words. Throws ChainUnreachable
 * if only one of several nodes responds.
 */
export async function agreedTransactionCount(chain: Pick<Chain, 'verifiers'>, address: string): Promise<number> {
  return Math.min(...(await firstAnswers(chain, (verifier) => verifier.transactionCount(address))))
}

/** Returns a number's block if enough nodes agree on hash and time. Throws ChainUnreachable otherwise. */
export const agreedBlock = (chain: Pick<Chain, 'verifiers'>, number: number): Promise<Block> =>
  firstAgreed(chain, {
    ask: async (verifier) => {
      const block = await verifier.block(number)
      if (!block) throw new ChainUnreachable(`${verifier.name} doesn't know block ${number}`)
      return block
    },
    keyOf: ({ hash, time }) => `${hash}/${time.getTime()}`,
    about: `block ${number}`,
  })

/**
 * Returns the logs of blocks up to `to` on which enough nodes agree, each once, in their order. `ask` returns a node's.
 * Throws ChainUnreachable.
 */
export async function agreedLogs(
  chain: Pick<Chain, 'verifiers'>,
  { to, ask, about }: { to: number; ask: (verifier: Verifier) => Promise<readonly ChainLog[]>; about: string },
): Promise<ChainLog[]> {
  return firstAgreed(chain, {
    ask: async (verifier) => {
      // A node that is behind reports too few logs.
      if (!(await verifier.block(to))) throw new ChainUnreachable(`${verifier.name} doesn't know block ${to}`)
      return inOrder(await ask(verifier))
    },
    keyOf: (logs) => logs.map((log) => `${placeOf(log)}/${log.block.hash}/${log.topics.join()}/${log.data}`).join(),
    about,
  })
}

const placeOf = ({ txHash, logIndex }: ChainLog) => `${txHash}/${logIndex}`

const inOrder = (logs: readonly ChainLog[]): ChainLog[] =>
  [...new Map(logs.map((log) => [placeOf(log), log])).values()].sort(
    (a, b) => a.block.number - b.block.number || a.logIndex - b.logIndex,
  )

/** Returns the first responses, one for each node that must agree. A slow node delays nothing. */
async function firstAnswers<T>(
  chain: Pick<Chain, 'verifiers'>,
  ask: (verifier: Verifier) => Promise<T>,
): Promise<readonly T[]> {
  const needed = Math.max(1, verifiersNeeded(chain))
  return askAll(chain, ask, (answers, waiting) => {
    if (answers.length >= needed) return answers
    if (answers.length + waiting < needed) throw tooFew(answers.length, needed)
    return undefined
  })
}

/** Returns the first response enough nodes agree on. Throws ChainUnreachable once that is impossible. */
async function firstAgreed<T>(
  chain: Pick<Chain, 'verifiers'>,
  { ask, keyOf, about }: { ask: (verifier: Verifier) => Promise<T>; keyOf: (answer: T) => string; about: string },
): Promise<T> {
  const needed = Math.max(1, verifiersNeeded(chain))
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
  { verifiers }: Pick<Chain, 'verifiers'>,
  ask: (verifier: Verifier) => Promise<T>,
  judge: (answers: readonly T[], waiting: number) => readonly T[] | undefined,
): Promise<readonly T[]> {
  return new Promise((resolve, reject) => {
    const answers: T[] = []
    let waiting = verifiers.length
    const settle = () => {
      try {
        const found = judge(answers, waiting)
        if (found) resolve([...found])
      } catch (error) {
        reject(error)
      }
    }
    if (waiting === 0) settle()
    for (const verifier of verifiers) {
      ask(verifier)
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
