import { createContext, use } from 'react'
import type { Feature } from './feature.ts'

/** All features of the app, for those that show what others declare. */
export const Features = createContext<readonly Feature[]>([])

export const useFeatures = (): readonly Feature[] => use(Features)
