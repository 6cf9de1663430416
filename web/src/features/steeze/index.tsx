import { lazy } from 'react'

export { STEEZE_IS } from './what-steeze-is.ts'

export const GetSteeze = lazy(() => import('./get-steeze.tsx'))
