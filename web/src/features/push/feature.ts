import { lazy } from 'react'
import type { Feature } from '#lib/feature'
import { RenewedPush } from './renewed-push.ts'

export const pushFeature: Feature = {
  name: 'push',
  WhileSignedIn: RenewedPush,
  NotificationSettings: lazy(() => import('./push-switch.tsx')),
}
