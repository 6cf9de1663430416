/** Leagues: weeks of learning among thirty people. This file imports nothing, so any page can use it. */
export const LEAGUE_RULES = {
  people: 30,
  /** Number of people of a full league who go up, and down. */
  moving: 5,
  /** Lowest first. Levels count from 1. */
  levels: ['Spark', 'Ember', 'Glow', 'Gleam', 'Shine', 'Blaze', 'Halo', 'Corona', 'Nova', 'Zenith'],
  /** For a lesson by difficulty, a question that became known, and a finished review. As in `league_points`. */
  points: { beginner: 4, intermediate: 6, advanced: 9, card: 2, review: 3 },
  /** Minutes from the start of a week. Those who learn first within them are seated at random, once they are over. */
  drawMinutes: 60,
  /** Weeks for which results are kept. */
  keptWeeks: 8,
} as const

export const leagueName = (level: number): string => LEAGUE_RULES.levels[level - 1] ?? ''
