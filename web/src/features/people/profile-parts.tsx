import type { ComponentType } from 'react'
import type { Feature } from '#lib/feature'
import { useLoaded } from '#lib/use-parts'
import type { Profile } from './profile-text.ts'

interface PartProps {
  profile: Profile
  viewer: 'visitor' | 'other' | 'owner'
  /** Formats an amount of USDC in ETH; null while the price is unknown. */
  inEth: (usdc: number) => string | null
}

export interface ProfilePart {
  /** The one main action. */
  readonly firstAction?: ComponentType<PartProps>
  readonly action?: ComponentType<PartProps>
  /** `MenuItem`s of rare actions on another person. */
  readonly menu?: ComponentType<PartProps>
  readonly figures?: ComponentType<PartProps>
  readonly card?: ComponentType<PartProps>
  readonly list?: ComponentType<PartProps>
}

declare module '#lib/feature' {
  interface Feature {
    /** Loaded with the first profile. */
    readonly profile?: () => Promise<{ default: ProfilePart }>
  }
}

export const profilePartOf = ({ profile }: Feature) => profile

export function ProfileParts({ at, ...props }: { at: keyof ProfilePart } & PartProps) {
  return useLoaded(profilePartOf).map((part, index) => {
    const Part = part[at]
    // biome-ignore lint/suspicious/noArrayIndexKey: the features never change
    return Part && <Part key={index} {...props} />
  })
}
