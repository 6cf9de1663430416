/** A browser's single stream follows the topics of all its tabs: a battle takes three, so ten tabs may show one. */
export const MAX_LIVE_TOPICS = 40
