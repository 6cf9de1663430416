import { lazy } from 'react'

export { STEEZE_IS } from './what-steeze-is.ts'

export const GetSteeze = lazy(() => import('./buying/get-steeze.tsx'))
