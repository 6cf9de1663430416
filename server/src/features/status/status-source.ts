import type { StatusPart, StatusState } from '@aura/api/calls/status'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'

/** Reports the state of a part of the product. */
export interface StatusSource {
  readonly part: Exclude<StatusPart, 'app'>
  /** Returns undefined if this installation doesn't have the part. Must not contact other hosts. */
  state(ctx: Context): Promise<StatusState | undefined>
}

/** Returns the state of every part. The app itself is up: a database that can't be read fails the caller. */
export async function readStates(
  ctx: Context,
  features: readonly Feature[],
): Promise<{ part: StatusPart; state: StatusState }[]> {
  const states: { part: StatusPart; state: StatusState }[] = [{ part: 'app', state: 'up' }]
  for (const { part, state } of features.flatMap(({ status }) => status ?? [])) {
    const now = await state(ctx)
    if (now !== undefined) states.push({ part, state: now })
  }
  return states
}
