import type { Query, QueryClient } from '@tanstack/react-query'
import type { LiveState } from './stream.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Last known value of a marker whose change triggers a refetch. */
interface Marker {
  text: string
  isAsking: boolean
  /** Whether the marker changed after the refetch began. */
  isOld: boolean
}

const markers = new WeakMap<QueryClient, Map<string, Marker>>()
const newest = new WeakMap<Query, unknown>()

/**
 * Writes a live state into the cached responses of its reads. Fields that a shared state doesn't carry, such as the
 * viewer's permissions, are kept. A URL that ends in `*` covers all reads with that prefix: when its marker changes
 * they are refetched, at a random moment within `jitterMs`. A response with a `version` has another one than the first
 * marker if something changed between the two.
 */
export function applyState(client: QueryClient, { topic, state, jitterMs = 0 }: LiveState): void {
  if (state === null || !isForMe(client, topic)) return
  for (const [address, answer] of Object.entries(state)) {
    if (address.endsWith('*')) refetchMarked(client, address, answer, jitterMs)
    else applyAnswer(client, topic, [address], answer)
  }
}

/** A user's own state applies to that user's page only: another user may have signed in meanwhile. */
function isForMe(client: QueryClient, topic: string): boolean {
  if (!topic.startsWith('user:')) return true
  const user = client.getQueryData<{ id: string } | null>(['/api/auth/user'])
  return topic === `user:${user?.id}`
}

function applyAnswer(client: QueryClient, topic: string, queryKey: [string], answer: unknown): void {
  const cache = client.getQueryCache()
  const query = cache.find({ queryKey, exact: true })
  if (!query) return
  newest.set(query, answer)
  const put = () => {
    if (query.state.data === undefined || !isForMe(client, topic)) return
    client.setQueryData(queryKey, (old: unknown) =>
      isObject(old) && isObject(answer) ? { ...old, ...answer } : answer,
    )
  }
  put()
  // A response in flight may be older than this state. If it is newer, a newer state is on its way, too.
  onceAnswered(client, query, () => {
    if (newest.get(query) === answer) put()
  })
}

/** Calls back when the request that is under way has ended; never if there is none. */
function onceAnswered(client: QueryClient, query: Query, then: () => void): void {
  if (query.state.fetchStatus !== 'fetching') return
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.query !== query || query.state.fetchStatus === 'fetching') return
    stop()
    then()
  })
}

function refetchMarked(client: QueryClient, address: string, value: unknown, jitterMs: number): void {
  const mine = markers.get(client) ?? new Map<string, Marker>()
  markers.set(client, mine)
  const text = JSON.stringify(value)
  const start = address.slice(0, -1)
  const marker = mine.get(address)
  const change = (of: Marker) => {
    of.text = text
    of.isOld = true
    if (!of.isAsking) void askAgain(client, of, start, jitterMs)
  }
  if (marker) {
    if (marker.text !== text) change(marker)
    return
  }
  const first = { text, isAsking: false, isOld: false }
  mine.set(address, first)
  const query = client.getQueryCache().find({ queryKey: [start], exact: true })
  if (!query) return
  const compare = () => {
    const { data } = query.state
    if (first.text === text && isObject(data) && 'version' in data && data.version !== value) change(first)
  }
  if (query.state.data === undefined) onceAnswered(client, query, compare)
  else compare()
}

/** Runs one refetch at a time, however often the marker changes: slow responses mean fewer requests. */
async function askAgain(client: QueryClient, marker: Marker, start: string, jitterMs: number): Promise<void> {
  marker.isAsking = true
  while (marker.isOld) {
    if (jitterMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * jitterMs))
    marker.isOld = false
    await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(start) })
  }
  marker.isAsking = false
}
