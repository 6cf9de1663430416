import { useParts } from './use-parts.ts'

declare module './parts.ts' {
  interface Parts {
    /** Public records, such as `battles`; they stay under an anonymous name. */
    readonly publicRecords?: readonly string[]
    /** Payments, which stay on chain with their wallet's address. */
    readonly chainRecords?: readonly string[]
  }
}

export function useRecords() {
  const parts = useParts()
  const open = parts.flatMap(({ publicRecords = [] }) => publicRecords)
  const onChain = parts.flatMap(({ chainRecords = [] }) => chainRecords)
  return { open: joined(open), onChain: joined(onChain), all: joined([...new Set([...open, ...onChain])]) }
}

const joined = (words: readonly string[]): string => new Intl.ListFormat('en-GB').format(words)
