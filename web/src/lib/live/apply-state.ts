import type { QueryClient } from '@tanstack/react-query'
import type { LiveState } from './stream.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Markers by client: what was last told of reads that are to be asked for again when it changes. */
const markers = new WeakMap<QueryClient, Map<string, string>>()

/**
 * Puts a live state where the answers of its reads are. What a state shared by many does not carry, such as what the
 * viewer may do, stays as it was. An address that ends in `*` stands for all reads that begin like it: when its marker
 * changes they are asked for again.
 */
export function applyState(client: QueryClient, { topic, state }: LiveState): void {
  if (state === null || !isForMe(client, topic)) return
  for (const [address, answer] of Object.entries(state)) {
    if (address.endsWith('*')) refetchMarked(client, address, answer)
    else applyAnswer(client, [address], answer)
  }
}

/** A person's own state is for the page of that person: another may have signed in meanwhile. */
function isForMe(client: QueryClient, topic: string): boolean {
  if (!topic.startsWith('user:')) return true
  const user = client.getQueryData<{ id: string } | null>(['/api/auth/user'])
  return topic === `user:${user?.id}`
}

function applyAnswer(client: QueryClient, queryKey: [string], answer: unknown): void {
  const query = client.getQueryState(queryKey)
  if (query?.data === undefined) {
    // The answer that is on its way may be older than this: it is asked for again.
    if (query?.fetchStatus === 'fetching') void askAgain(client, queryKey)
    return
  }
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, (old: unknown) => (isObject(old) && isObject(answer) ? { ...old, ...answer } : answer))
}

async function askAgain(client: QueryClient, queryKey: [string]): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  await client.refetchQueries({ queryKey, exact: true })
}

function refetchMarked(client: QueryClient, address: string, marker: unknown): void {
  const mine = markers.get(client) ?? new Map<string, string>()
  markers.set(client, mine)
  const text = JSON.stringify(marker)
  const before = mine.get(address)
  mine.set(address, text)
  if (before === undefined || before === text) return
  const start = address.slice(0, -1)
  void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(start) })
}
