import type { LiveAnswer } from './live-answer.ts'

/** Topics are named `kind` or `kind:id`; several features may contribute to one kind, such as `user`. */
export interface LiveSource {
  kind: string
  /** `self`: the viewer's own topic, requested by kind alone. `everyone`: requested with an id. */
  access: 'self' | 'everyone'
  hasViewers?: boolean
  /** Minimum interval of a topic's updates, for states that are large or change often. */
  fastestMs?: number
  /** Returns the topic's newest responses, or null if it doesn't exist. Called once for all watchers. */
  read(id: string): Promise<readonly LiveAnswer[] | null>
}

export const kindOf = (topic: string): string => topic.split(':', 1)[0] ?? ''
export const idOf = (topic: string): string => topic.slice(kindOf(topic).length + 1)

/** Returns the longest interval that the topic's sources ask for. */
export const fastestMsOf = (sources: readonly Pick<LiveSource, 'kind' | 'fastestMs'>[], topic: string): number =>
  Math.max(0, ...sources.filter(({ kind }) => kind === kindOf(topic)).map(({ fastestMs = 0 }) => fastestMs))

/** Merges all features' responses by address. Returns null if no feature knows the topic. */
export async function readTopic(
  sources: readonly LiveSource[],
  topic: string,
): Promise<Record<string, unknown> | null> {
  const mine = sources.filter(({ kind }) => kind === kindOf(topic))
  const parts = await Promise.all(mine.map((source) => source.read(idOf(topic))))
  const known = parts.filter((part) => part !== null)
  if (known.length === 0) return null
  return Object.fromEntries(known.flat().map(({ address, value }) => [address, value]))
}
