import { outcomeOf } from '../intent.ts'

interface Asked {
  state: { data: unknown; error: Error | null }
}

/**
 * Returns a refetch interval: `ms` until the first response, since live updates only change existing responses, then
 * `pollingMs`. A refusal, such as for an unknown id, is a response.
 */
export const untilRead =
  (ms: number, pollingMs: number | false) =>
  ({ state: { data, error } }: Asked): number | false =>
    data === undefined && (error === null || outcomeOf(error) === 'unheard') ? ms : pollingMs
