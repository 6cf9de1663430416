import { createContext, use } from 'react'
import type { Feature } from './feature.ts'

/** All features of the app, for code that shows their contributions. */
export const Features = createContext<readonly Feature[]>([])

export const useFeatures = (): readonly Feature[] => use(Features)

/** Returns a function that removes all user data that features keep in the browser. */
export function useForgetUser(): () => void {
  const features = useFeatures()
  return () => {
    for (const { onLeave } of features) onLeave?.()
  }
}
