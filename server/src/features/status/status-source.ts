import type { StatusPart, StatusState } from '@aura/api/calls/status'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'

/** A feature reports the state of one part of the product. */
export interface StatusSource {
  readonly part: Exclude<StatusPart, 'app'>
  /** Undefined where this installation doesn't have the part. Asks no other host. */
  state(ctx: Context): Promise<StatusState | undefined>
}

/** Returns the state of every part there is. The app is up: a database that can't be read fails the caller. */
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
