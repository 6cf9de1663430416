import { createContext, use } from 'react'
import type { Feature } from './feature.ts'

/** All features of the app, for those that show what others declare. */
export const Features = createContext<readonly Feature[]>([])

export const useFeatures = (): readonly Feature[] => use(Features)

/** Returns what removes all that features keep of a user in the browser. */
export function useForgetUser(): () => void {
  const features = useFeatures()
  return () => {
    for (const { onLeave } of features) onLeave?.()
  }
}
