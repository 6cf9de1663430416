import type { Answer } from '@aura/api/calls'
import { findLearner } from '#features/streak'
import type { Context } from '#platform/context'
import type { Catalogue } from '../catalogue.ts'
import { momentOf } from '../moment.ts'
import { findReadMonths } from '../review/store.ts'
import { changesByMonth, claimedFirst, concerns } from './changes.rules.ts'

/** Returns what changed in the lessons, by month. The latest month that concerns the reader is offered until it is read. */
export async function lessonChanges(
  ctx: Context,
  catalogue: Catalogue,
  userId: string,
): Promise<Answer<'GET /api/lessons/changes'>> {
  const { completions, today } = await momentOf(ctx, ctx.db, userId, await findLearner(ctx.db, userId))
  const read = await findReadMonths(ctx.db, userId)
  const claimed = new Set(completions.map(({ lessonId }) => lessonId))
  const [firstDay] = completions.map(({ day }) => day).sort()
  return [...changesByMonth(catalogue.values(), today)].map(([month, changes], place) => ({
    month,
    isOffered: place === 0 && !read.has(month) && concerns(changes, { claimed, firstDay, today }),
    isRead: read.has(month),
    changes: claimedFirst(changes, claimed).map(({ lesson, change }) => ({
      lessonId: lesson.id,
      lessonTitle: lesson.title,
      isClaimed: claimed.has(lesson.id),
      on: change.on,
      was: change.was,
      now: change.now,
      paragraph: change.paragraph,
      source: {
        title: lesson.sources.find(({ url }) => url === change.source)?.title ?? change.source,
        url: change.source,
      },
    })),
  }))
}
