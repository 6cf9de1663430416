import { rpc } from './rpc.ts'

/** Blocks that have to follow until one is final, and one more so that the state of the last final one can be asked for. */
const FINAL_AFTER = 3
/** How fast blocks follow while something waits to be final, and how fast when nothing does. */
const BUSY_MS = 2_000
const IDLE_MS = 60_000

interface Block {
  number: `0x${string}`
  transactions: string[]
}

/** Keeps a chain's time going on. */
export interface BlockClock {
  /** Looks at the chain and adds a block if one is due. Answers the newest block's number. */
  tick(): Promise<number>
}

/**
 * A transaction gets its block at once: nobody who tries things out likes to wait. But a chain that stands still between
 * transactions never makes one final, and its time stops, by which deadlines pass. So empty blocks follow: soon after a
 * transaction until it is final, and once a minute when nothing happens, because every block is kept.
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

/**
 * Makes a chain that was loaded go on: its time from where it was or from now, whichever is later, and with enough blocks
 * that the state of a final one is known again.
 */
export async function wakeChain(url: string): Promise<void> {
  const { timestamp } = await rpc<{ timestamp: string }>(url, 'eth_getBlockByNumber', ['latest', false])
  const aheadS = Number(timestamp) - Math.floor(Date.now() / 1_000)
  if (aheadS > 0) await rpc(url, 'evm_increaseTime', [aheadS])
  await rpc(url, 'anvil_mine', [`0x${FINAL_AFTER.toString(16)}`])
}
