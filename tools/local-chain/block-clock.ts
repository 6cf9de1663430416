import { rpc } from './rpc.ts'

/** Blocks until a block is final, plus one so that the final block's state can be read. */
const FINAL_AFTER = 3
/** Block intervals while something awaits finality, and when idle. */
const BUSY_MS = 2_000
const IDLE_MS = 60_000

interface Block {
  number: `0x${string}`
  transactions: string[]
}

export interface BlockClock {
  /** Mines a block if one is due. Returns the number of the newest block. */
  tick(): Promise<number>
}

/**
 * Transactions are mined at once. A chain that stands still in between would never finalise them, and its time would
 * stop, so empty blocks follow: quickly until the transaction is final, then once a minute, because every block is
 * kept.
 */
export function blockClock(url: string): BlockClock {
  let newest = -1
  let lastUsed = 0
  let changedAtMs = 0
  const look = async () => {
    const number = Number(await rpc<string>(url, 'eth_blockNumber'))
    for (let at = Math.max(newest + 1, number - FINAL_AFTER); at <= number; at++) {
      const block = await rpc<Block | null>(url, 'eth_getBlockByNumber', [`0x${at.toString(16)}`, false])
      if ((block?.transactions.length ?? 0) > 0) lastUsed = at
    }
    if (number !== newest) changedAtMs = Date.now()
    newest = number
  }
  return {
    async tick() {
      await look()
      const restMs = newest < lastUsed + FINAL_AFTER ? BUSY_MS : IDLE_MS
      if (Date.now() - changedAtMs >= restMs) {
        await rpc(url, 'evm_mine')
        await look()
      }
      return newest
    },
  }
}

/** Resumes a chain from its own time or now, whichever is later, and mines enough blocks for a final state. */
export async function wakeChain(url: string): Promise<void> {
  const { timestamp } = await rpc<{ timestamp: string }>(url, 'eth_getBlockByNumber', ['latest', false])
  const aheadS = Number(timestamp) - Math.floor(Date.now() / 1_000)
  if (aheadS > 0) await rpc(url, 'evm_increaseTime', [aheadS])
  await rpc(url, 'anvil_mine', [`0x${FINAL_AFTER.toString(16)}`])
}

/**
 * Moves anvil's time to now. It begins while anvil starts, so after a slow start payments would be older than the
 * accounts they are for.
 */
export async function catchUpTime(url: string): Promise<void> {
  const { timestamp } = await rpc<{ timestamp: string }>(url, 'eth_getBlockByNumber', ['pending', false])
  const behindS = Math.floor(Date.now() / 1_000) - Number(timestamp)
  if (behindS > 0) await rpc(url, 'evm_increaseTime', [behindS])
}
