import { preloadToast } from '#ui/feedback/toast'
import { preloadBrokenRing } from '../errors/stage.tsx'
import { preloadArrival } from './use-arrival.ts'

/** What every screen but the landing page may need from one moment to the next, and without a network. */
export function preloadForScreens(): void {
  preloadToast().catch(() => {})
  preloadArrival().catch(() => {})
  preloadBrokenRing().catch(() => {})
}
