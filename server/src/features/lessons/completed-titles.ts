import type { Feature } from '#platform/feature'
import { catalogueOf } from './content-once.ts'
import { REVIEW_ID, WIN_BACK_ID } from './review/review.rules.ts'

const REVIEW_TITLES: Readonly<Record<string, string>> = {
  [REVIEW_ID]: 'Daily review',
  [WIN_BACK_ID]: 'Streak won back',
}

export const completedTitles: NonNullable<Feature['completedTitles']> = async ({ settings }) => {
  const catalogue = await catalogueOf(settings.lessonsDir)
  return (id) => {
    const { title = null, difficulty = null } = catalogue.get(id) ?? {}
    return { title: REVIEW_TITLES[id] ?? title, difficulty }
  }
}
