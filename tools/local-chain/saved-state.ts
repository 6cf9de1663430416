import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { rpc } from './rpc.ts'

export interface SavedState {
  /** Saves the node's state atomically: a crash leaves the previous one. */
  save(url: string): Promise<void>
  /** Returns the path of a file that anvil can load, or null without a saved state. */
  unpack(): string | null
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
