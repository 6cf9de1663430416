import type { Feature } from '#lib/feature'
import { forgetRuns } from './lab/kept-run.ts'

export const lessonsFeature: Feature = {
  name: 'lessons',
  onLeave: () => forgetRuns(localStorage),
}
