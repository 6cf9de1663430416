import type { Feature } from '#platform/feature'
import { catalogueOf } from './content-once.ts'
import { REVIEW_ID } from './review/review.rules.ts'

export const completedTitles: NonNullable<Feature['completedTitles']> = async ({ settings }) => {
  const catalogue = await catalogueOf(settings.lessonsDir)
  return (id) => {
    const { title = null, difficulty = null } = catalogue.get(id) ?? {}
    return { title: id === REVIEW_ID ? 'Daily review' : title, difficulty }
  }
}
