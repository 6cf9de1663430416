import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix } from 'node:path'

const folder = dirname(import.meta.dirname)
const require = createRequire(import.meta.url)

export interface StandardInput {
  language: 'Solidity'
  sources: Record<string, { content: string }>
  settings: Record<string, unknown>
}

export interface AbiEntry {
  type: string
  name?: string
}

export interface CompiledContract {
  abi: readonly AbiEntry[]
  /** Creation bytecode without constructor arguments. */
  bytecode: `0x${string}`
}

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: AbiEntry[]; evm: { bytecode: { object: string } } }>>
}

/** Settings as in foundry.toml; `tools/deployment.slow.test.ts` compares the output with forge's. */
const SETTINGS = {
  optimizer: { enabled: true, runs: 1_000_000 },
  evmVersion: 'cancun',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

/** Returns the compiler's input with all imports. Paths are relative to `contracts/`. */
export function standardInput(files: readonly string[]): StandardInput {
  const sources: StandardInput['sources'] = {}
  const waiting = [...files]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (sources[file]) continue
    const content = readFileSync(file.startsWith('@') ? require.resolve(file) : join(folder, file), 'utf8')
    sources[file] = { content }
    for (const [, path = ''] of content.matchAll(/^import\s[^"']*["']([^"']+)["'];/gm)) {
      waiting.push(path.startsWith('.') ? posix.join(posix.dirname(file), path) : path)
    }
  }
  return { language: 'Solidity', sources: sorted(sources), settings: SETTINGS }
}

/** Returns the version in block explorers' format, such as `v0.8.37+commit.1234abcd`. */
export function compilerVersion(): string {
  const solc = require('solc') as { version(): string }
  return `v${solc.version().replace(/\.Emscripten.*$/, '')}`
}

/** Returns the contracts of these files by name. Throws the compiler's errors. */
export function compile(files: readonly string[]): Record<string, CompiledContract> {
  const solc = require('solc') as { compile(input: string): string }
  const output = JSON.parse(solc.compile(JSON.stringify(standardInput(files)))) as CompilerOutput
  const complaints = output.errors ?? []
  if (complaints.length > 0) throw new Error(complaints.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return Object.fromEntries(
    files.flatMap((file) =>
      Object.entries(output.contracts[file] ?? {}).map(([name, { abi, evm }]) => [
        name,
        { abi, bytecode: `0x${evm.bytecode.object}` as const },
      ]),
    ),
  )
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
