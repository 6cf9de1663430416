import type { League } from '@aura/api/calls/leagues'
import { LEAGUE_RULES } from '@aura/api/rules/leagues'

/** A league of a middle level with the longest names and a week's largest numbers. */
export const fullLeague: League = {
  isMember: true,
  level: 8,
  endsAt: '2099-03-09T00:00:00.000Z',
  serverTime: '2099-03-03T12:00:00.000Z',
  hasLearned: true,
  league: {
    rows: Array.from({ length: LEAGUE_RULES.people }, (_, index) => ({
      place: index + 1,
      person:
        index === 7
          ? null
          : {
              id: `11111111-1111-4111-8111-${String(index).padStart(12, '0')}`,
              username: 'w'.repeat(18) + String(index + 1).padStart(2, '0'),
              profileImageUrl: null,
              currentStreak: 3 * (LEAGUE_RULES.people - index),
            },
      points: 1_030 - 30 * index,
      isMe: index === 11,
    })),
    up: LEAGUE_RULES.moving,
    down: LEAGUE_RULES.moving,
  },
  lastWeek: { level: 7, place: 5, people: LEAGUE_RULES.people, moved: 1 },
}
