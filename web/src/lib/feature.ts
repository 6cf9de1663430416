import type { Answer } from '@aura/api/calls'
import type { ComponentType } from 'react'
import type { Parts } from './parts.ts'

/**
 * A feature's entry in the web app, declared in its `feature.ts`. The code of its screens loads when they open. The build
 * reads it too, in Node: what it imports directly has no styles.
 */
export interface Feature {
  /** The name of its folder, here and on the server. */
  readonly name: string
  readonly screens?: readonly Screen[]
  readonly destinations?: readonly Destination[]
  /** Its contributions to screens of other features, loaded with the first of those screens. */
  readonly parts?: () => Promise<{ default: Parts }>
  /** Mounted beside the screens while somebody is signed in. */
  readonly WhileSignedIn?: ComponentType<{ user: Answer<'GET /api/auth/user'> }>
  /** Removes what it keeps of a user in the browser, when they log out or delete their account. */
  readonly onLeave?: () => void
  /** Shown among the notification settings. Loaded with `lazy`. */
  readonly NotificationSettings?: ComponentType
}

/** An address, its screen, and who sees it. */
export interface Screen {
  readonly path: string
  readonly title: string
  /** With `preload` for what it is not shown without. */
  readonly load: () => Promise<{ default: ComponentType; preload?: (features: readonly Feature[]) => Promise<unknown> }>
  /** A sentence that stands with the title until the app is there, for addresses without a preview. */
  readonly about?: string
  /** Shown while the code loads. */
  readonly loading: string
  /** Addresses of the answers it asks for first, with the path's `:id`. The first page asks for them with the code. */
  readonly reads?: readonly string[]
  /** Visitors see this screen, the landing page or the way to sign in. Without it, the 404 screen. */
  readonly visitor?: 'screen' | 'landing' | 'sign-in'
  /** Exists on a local chain only; elsewhere the 404 screen. */
  readonly localOnly?: true
  /** Everybody else sees the 404 screen. */
  readonly adminOnly?: true
  /** Suspended users see it too. */
  readonly whileRestricted?: true
}

/** A link of the navigation. The phone's menu lists all of them. */
export interface Destination {
  readonly path: string
  readonly name: string
  /** A shorter name for the tab. */
  readonly tabName?: string
  readonly icon: ComponentType<{ size: number; strokeWidth?: number; 'aria-hidden'?: 'true' }>
  /** Another address under which it is shown as the current one. */
  readonly also?: string
  /** In the top bar of a wide screen. */
  readonly inBar?: true
  /** In the tabs of a phone; `spare` only while there are fewer than five others. */
  readonly inTabs?: true | 'spare'
  /** In the account menu of a wide screen; a function returns the address used there. */
  readonly inAccountMenu?: true | ((user: { id: string }) => string)
  readonly adminOnly?: true
}
