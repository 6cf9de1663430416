import { preloadBrokenRing } from '#aura/stage/stage.tsx'
import { preloadToast } from '#ui/feedback/toast'
import { preloadArrival } from './use-arrival.ts'

/** Preloads code that any screen but the landing page may need at any moment, even offline. */
export function preloadForScreens(): void {
  preloadToast().catch(() => {})
  preloadArrival().catch(() => {})
  preloadBrokenRing().catch(() => {})
}
