import type { Queryable } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import type { CheckLimits } from './check/check.rules.ts'
import { completedTitles } from './completed-titles.ts'
import { lessonsFeed } from './feed-store.ts'
import type { ReplayLimits } from './lab/replay-pool.ts'
import { lessonsRecap } from './recap.ts'
import { lessonsRoutes } from './routes.ts'

import { lessonsPersonal, lessonsRetention } from './tables.ts'

declare module '#platform/feature' {
  interface Feature {
    /** Returns whether somebody's answers are refused for now, because a verdict could help them elsewhere. */
    readonly holdsAnswers?: (db: Queryable, userId: string) => Promise<boolean>
  }
}

declare module '#platform/settings' {
  interface Settings {
    lessonsDir: string
    glossaryDir: string
  }
}

declare module '#platform/limits' {
  interface Limits {
    lessonsPerDay: number
    /** AP per claim, by difficulty. */
    lessonAp: { beginner: number; intermediate: number; advanced: number }
    /** AP of a finished review, once a day. */
    reviewAp: number
    /** Milliseconds to wait after a wrong answer. */
    quizRetryMs: number
    /**
     * A visitor's lesson: wrong answers before its check rests, for how long, how long a pass is shown as kept, and how
     * much longer it is accepted, so that nothing expires while somebody joins.
     */
    trial: { wrongAnswers: number; restMs: number; keptMs: number; joiningMs: number }
    check: CheckLimits
    lab: ReplayLimits
    /** Figures for the operator: the number of newest people, and days without learning until they count as gone. */
    lessonFigures: { people: number; awayDays: number }
  }
}

export const lessonsFeature = {
  name: 'lessons',
  routes: lessonsRoutes,
  transferKinds: ['lesson_claim'],
  feed: lessonsFeed,
  recap: lessonsRecap,
  personalData: lessonsPersonal,
  retention: lessonsRetention,
  completedTitles,
  database: {
    provides: ['learning_moments'],
    reads: { profile: ['user_profiles'], streak: ['learners', 'lesson_completions', 'time_zone_changes'] },
    writes: { streak: ['learners', 'lesson_completions', 'time_zone_changes'] },
  },
} as const satisfies Feature
