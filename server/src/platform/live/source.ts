import type { LiveAnswer } from './live-answer.ts'

/**
 * Says what a kind of topic shows. A topic is named `kind` or `kind:id`; several features may add to one kind, such as
 * to `user`.
 */
export interface LiveSource {
  kind: string
  /** `self`: a person's own, asked for by the kind alone. `everyone`: the id is part of what is asked for. */
  access: 'self' | 'everyone'
  /** Whoever has it open counts as a viewer of the topic. */
  hasViewers?: boolean
  /**
   * Returns the newest answers of the reads that show this topic, or null when there is no such thing. Called once for
   * all who watch, and only while somebody does.
   */
  read(id: string): Promise<readonly LiveAnswer[] | null>
}

export const kindOf = (topic: string): string => topic.split(':', 1)[0] ?? ''
export const idOf = (topic: string): string => topic.slice(kindOf(topic).length + 1)

/** Returns what all features show of a topic, by address; null when none of them knows it. */
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
