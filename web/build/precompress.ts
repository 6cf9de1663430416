import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:js|css|svg|json|txt)$/
/** Smaller files fit into one packet as they are. */
const WORTH_BYTES = 1_000

const compressors = [
  { ending: 'br', compress: promisify(brotliCompress) },
  { ending: 'gz', compress: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) },
]

/**
 * Puts a `.br` and a `.gz` beside every file of text. Done once here, as small as it gets; the server then only picks
 * the one a browser takes.
 */
export function precompress(): Plugin {
  return {
    name: 'aura-precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return
      const names = (await readdir(dir, { recursive: true })).filter((name) => TEXT.test(name))
      await Promise.all(names.map((name) => compressFile(join(dir, name))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < WORTH_BYTES) return
  for (const { ending, compress } of compressors) await writeFile(`${path}.${ending}`, await compress(bytes))
}
