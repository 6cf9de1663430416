/** One tab follows for all of a browser: a battle takes three, and ten tabs may each show one. */
export const MAX_LIVE_TOPICS = 40
