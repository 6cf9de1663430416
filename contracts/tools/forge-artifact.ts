import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AbiEntry, CompiledContract } from './compile.ts'

const out = join(import.meta.dirname, '../out')

interface Artifact {
  abi: AbiEntry[]
  bytecode: { object: `0x${string}` }
}

/**
 * Returns a function that reads a contract by name from `out/`, where forge leaves what it compiled. It throws for an
 * unknown name.
 */
export function forgeArtifact(): (name: string) => CompiledContract {
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' })
  return (name) => {
    const file = files.find((each) => each.endsWith(`.sol/${name}.json`))
    if (!file) throw new Error(`There is no contract ${name}`)
    const { abi, bytecode } = JSON.parse(readFileSync(join(out, file), 'utf8')) as Artifact
    return { abi: inCompilersOrder(abi), bytecode: bytecode.object }
  }
}

/** Returns the ABI in the order of solc, which forge changes: entries by type and name, and the keys of each. */
const inCompilersOrder = (abi: AbiEntry[]): AbiEntry[] =>
  abi.map(sortedKeys).sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))

const orderOf = (entry: AbiEntry) => `${entry.type} ${entry.name ?? ''} ${JSON.stringify(entry)}`

const sortedKeys = <T>(value: T): T =>
  Array.isArray(value)
    ? (value.map(sortedKeys) as T)
    : value !== null && typeof value === 'object'
      ? (Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, each]) => [key, sortedKeys(each)]),
        ) as T)
      : value
