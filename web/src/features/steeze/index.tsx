import { lazy } from 'react'

export const GetSteeze = lazy(() => import('./get-steeze.tsx'))
