/** A read that may lag (`mayLag`) has every commit older than this. */
export const MAX_LAG_SECONDS = 5
