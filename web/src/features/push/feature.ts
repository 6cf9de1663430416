import { createElement, Fragment } from 'react'
import type { Feature } from '#lib/feature'
import { lazyPart } from '#ui/layout/lazy-part'
import { PushedPath } from './pushed-path.ts'
import { RenewedPush } from './renewed-push.ts'

export const pushFeature: Feature = {
  name: 'push',
  WhileSignedIn: () => createElement(Fragment, null, createElement(PushedPath), createElement(RenewedPush)),
  NotificationSettings: lazyPart(() => import('./push-switch.tsx')),
}
