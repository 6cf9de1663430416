import { browserStore } from '#lib/browser-storage'
import type { Feature } from '#lib/feature'
import { forgetRuns } from './lab/saved-run.ts'
import { NewDay } from './new-day.ts'
import { forgetReadings } from './reading/saved-reading.ts'

export const lessonsFeature: Feature = {
  name: 'lessons',
  WhileSignedIn: NewDay,
  onLeave: () => {
    forgetRuns(browserStore)
    forgetReadings(browserStore)
  },
}
