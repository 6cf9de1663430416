import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { network } from '#platform/chain/chain'
import { DirectoryInUse, lockDirectory } from '#platform/lock-directory'
import type { SignerOrder, SignerReport, SignerStart } from './signer-messages.ts'
import { dayOf } from './signing.rules.ts'
import { prepareJournal, SignerUnusable } from './signing-journal.ts'
import type { CheckOutcome, SigningOutcome, SigningRefusal, WithdrawalSigner } from './withdrawal-signer.ts'

const ORDER_MS = 5_000
/** Waiting orders; more are refused. */
const MAX_WAITING = 64
const CLOSE_MS = 2_000

export type SignerEvent =
  | { type: 'refused'; wallet: string; reason: SigningRefusal }
  | { type: 'ended'; retryMs: number }
  | { type: 'unusable'; message: string }
  /** The supervisor is gone, and the key with it. */
  | { type: 'lost' }

export interface SignerProcess extends WithdrawalSigner {
  listen(listener: (event: SignerEvent) => void): void
  close(): Promise<void>
}

/**
 * Passes the key to a separate process and keeps no copy. Resolves when it can sign. While it is down, orders are
 * refused at once. Throws SignerUnusable if its journal can't be used.
 */
export async function startSigner(
  { key, dataDir, chain, extraCaCerts, limits }: Omit<SignerStart, 'directory'> & { dataDir: string },
  { orderMs = ORDER_MS, maxWaiting = MAX_WAITING }: { orderMs?: number; maxWaiting?: number } = {},
): Promise<SignerProcess> {
  const { directory, unlock } = await takeDirectory(join(dataDir, 'signer'))
  try {
    const place = { chainId: network(chain.kind).id, contract: chain.contracts?.steeze ?? '' }
    prepareJournal(directory, place, dayOf(Date.now()))
  } catch (error) {
    unlock()
    throw error
  }
  const supervisor = fork(fileURLToPath(new URL('./signer-supervisor.ts', import.meta.url)), [], {
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => supervisor.once('exit', () => resolve()).once('error', () => resolve()))
  const waiting = new Map<number, (outcome: SigningOutcome | CheckOutcome) => void>()
  const listeners: ((event: SignerEvent) => void)[] = []
  const emit = (event: SignerEvent) => {
    for (const listener of listeners) listener(event)
  }
  let lastId = 0
  let isReady = false
  let isClosing = false

  function refuseAll(): void {
    isReady = false
    for (const answer of waiting.values()) answer({ refused: 'signer-away' })
  }

  async function close(): Promise<void> {
    isClosing = true
    refuseAll()
    if (supervisor.connected) supervisor.disconnect()
    const timer = setTimeout(() => supervisor.kill('SIGKILL'), CLOSE_MS)
    await ended
    clearTimeout(timer)
    unlock()
  }

  const address = new Promise<`0x${string}`>((resolve, reject) => {
    supervisor.on('message', (message: SignerReport) => {
      if (message.type === 'outcome') return waiting.get(message.id)?.(message.outcome)
      if (message.type === 'ready') {
        isReady = true
        return resolve(message.address)
      }
      refuseAll()
      emit(message)
      if (message.type === 'unusable') reject(new SignerUnusable(message.message))
      return undefined
    })
    void ended.then(() => {
      refuseAll()
      if (!isClosing) emit({ type: 'lost' })
      reject(new SignerUnusable('The signer of withdrawals ended while it was started.'))
    })
  })
  send(supervisor, { key, chain, directory, extraCaCerts, limits })

  async function ask(order: OrderWithoutId, wallet: string): Promise<SigningOutcome | CheckOutcome> {
    const outcome = await new Promise<SigningOutcome | CheckOutcome>((resolve) => {
      if (!isReady || waiting.size >= maxWaiting) return resolve({ refused: 'signer-away' })
      const id = ++lastId
      const finish = (found: SigningOutcome | CheckOutcome) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(found)
      }
      const timer = setTimeout(finish, orderMs, { refused: 'signer-away' })
      waiting.set(id, finish)
      return send(supervisor, { ...order, id })
    })
    if ('refused' in outcome && outcome.refused) emit({ type: 'refused', wallet, reason: outcome.refused })
    return outcome
  }

  try {
    return {
      address: await address,
      check: async (wallet, amount) => (await ask({ op: 'check', wallet, amount }, wallet)) as CheckOutcome,
      sign: async (withdrawal) => (await ask({ op: 'sign', withdrawal }, withdrawal.wallet)) as SigningOutcome,
      listen: (listener) => void listeners.push(listener),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type OrderWithoutId = SignerOrder extends infer Order ? (Order extends SignerOrder ? Omit<Order, 'id'> : never) : never

/** Sends a message. A broken channel shows as the end of the process. */
const send = (supervisor: ChildProcess, message: SignerStart | SignerOrder) => void supervisor.send(message, () => {})

/** Servers that share a `DATA_DIR`, for example during an update, each have a journal. */
const MAX_JOURNALS = 16

async function takeDirectory(parent: string): Promise<{ directory: string; unlock: () => void }> {
  for (let number = 1; number <= MAX_JOURNALS; number++) {
    const directory = join(parent, String(number))
    try {
      return { directory, unlock: await lockDirectory(directory) }
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) {
        throw new SignerUnusable(`The signer can't keep its journal in ${directory}: ${(error as Error).message}`)
      }
    }
  }
  throw new SignerUnusable(`${parent} has ${MAX_JOURNALS} journals of signers, all in use`)
}
