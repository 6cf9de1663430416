/**
 * A browser's single stream follows the topics of all its tabs: a battle takes three, and ten tabs may each show one.
 */
export const MAX_LIVE_TOPICS = 40
