import { createContext, use } from 'react'
import type { Feature } from './feature.ts'

export const Features = createContext<readonly Feature[]>([])

export const useFeatures = (): readonly Feature[] => use(Features)

export function useForgetUser(): () => void {
  const features = useFeatures()
  return () => {
    for (const { onLeave } of features) onLeave?.()
  }
}
