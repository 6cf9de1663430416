import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { rpc } from './rpc.ts'

/** Where a chain's folder keeps its state. */
export interface SavedState {
  /** Asks the node for all there is and keeps it. A process killed in the middle leaves what was kept before. */
  save(url: string): Promise<void>
  /** Puts the state where anvil can load it; null if none was kept. */
  unpack(): string | null
  /** Removes what `unpack` put down. */
  tidy(): void
}

export function savedState(dir: string): SavedState {
  const packed = join(dir, 'state.json.gz')
  const plain = join(dir, 'state.json')
  return {
    async save(url) {
      const dump = await rpc<string>(url, 'anvil_dumpState')
      writeFileSync(`${packed}.new`, Buffer.from(dump.slice(2), 'hex'))
      renameSync(`${packed}.new`, packed)
    },
    unpack() {
      if (!existsSync(packed)) return null
      writeFileSync(plain, gunzipSync(readFileSync(packed)))
      return plain
    },
    tidy: () => rmSync(plain, { force: true }),
  }
}
