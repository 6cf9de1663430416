import type { Answer } from '@aura/api/calls'
import type { ComponentType } from 'react'
import type { Parts } from './parts.ts'

/**
 * A feature's entry in the web app, declared in its `feature.ts`. The code of its screens loads when they open. The
 * build reads it too, in Node, so its direct imports must not have styles.
 */
export interface Feature {
  /** Name of its folder, here and on the server. */
  readonly name: string
  readonly screens?: readonly Screen[]
  readonly destinations?: readonly Destination[]
  /** Contributions to screens of other features, loaded with the first of those screens. */
  readonly parts?: () => Promise<{ default: Parts }>
  readonly WhileSignedIn?: ComponentType<{ user: Answer<'GET /api/auth/user'> }>
  /** Removes the user's data from the browser when they log out or delete their account. */
  readonly onLeave?: () => void
  /** Shown among the notification settings. Loaded with `lazy`. */
  readonly NotificationSettings?: ComponentType
}

/** An address, its screen, and its audience. */
export interface Screen {
  readonly path: string
  readonly title: string
  /** `preload` loads data and code without which the screen isn't shown. */
  readonly load: () => Promise<{ default: ComponentType; preload?: (features: readonly Feature[]) => Promise<unknown> }>
  /** A sentence shown with the title until the app has loaded, for addresses without a preview. */
  readonly about?: string
  readonly loading: string
  /** Addresses of its first reads, with the path's `:id`. The page requests them together with the code. */
  readonly reads?: readonly string[]
  /** Code and reads that some of its subjects need besides, by the name that the server gives them in the page's tags. */
  readonly besides?: Readonly<Record<string, { load: () => Promise<unknown>; reads: readonly string[] }>>
  /** Visitors see this screen, the landing page or the sign-in. Defaults to the 404 screen. */
  readonly visitor?: 'screen' | 'landing' | 'sign-in'
  /** On other chains the address shows the 404 screen. */
  readonly localOnly?: true
  /** Others see the 404 screen. */
  readonly adminOnly?: true
  /** Suspended users see it, too. */
  readonly whileRestricted?: true
}

/** A link of the navigation. The phone's menu lists all of them. */
export interface Destination {
  readonly path: string
  readonly name: string
  readonly tabName?: string
  readonly icon: ComponentType<{ size: number; strokeWidth?: number; 'aria-hidden'?: 'true' }>
  /** Other addresses at and below which the link is marked as current. */
  readonly also?: readonly string[]
  readonly inBar?: true
  /** Shown in the tabs of a phone; `spare` only if there are fewer than five others. */
  readonly inTabs?: true | 'spare'
  /** Shown in the account menu of a wide screen; a function returns the address used there. */
  readonly inAccountMenu?: true | ((user: { id: string }) => string)
  readonly adminOnly?: true
}
