import { z } from 'zod'
import { Moment } from '../shapes.ts'

/**
 * Outcome of a trip to a provider, passed back as `?x=`, with the provider's id in `from` unless it is X; a successful
 * sign-in has none. `state`: not started in this browser, or for another provider; `expired`, `used`: too late, or
 * reused; `denied`: the person declined; `code`, `token`: the provider refused its own code or token; `down`: no
 * response; `limited`: it refuses more requests for now; `profile`: it doesn't say who the person is, or not so that it
 * can be verified; `switched`: another account is signed in by now; `taken`: the linked account belongs to another
 * person; `other`: this account has a different one of this provider; `restricted`: the account is suspended or
 * removed; `stale`: linking needs a more recent sign-in; `off`: not set up; `busy`: rate limited; `failed`: our fault.
 * When confirming an identity: `confirmed`; `not-you`: another account than the linked one; `recent`: linked too
 * recently to replace a wallet; `newer`: linked too recently to decide alone, beside one that was linked before.
 */
export type ProviderOutcome =
  | 'linked'
  | 'confirmed'
  | 'not-you'
  | 'recent'
  | 'newer'
  | 'state'
  | 'expired'
  | 'used'
  | 'denied'
  | 'code'
  | 'token'
  | 'down'
  | 'limited'
  | 'profile'
  | 'switched'
  | 'taken'
  | 'other'
  | 'restricted'
  | 'stale'
  | 'off'
  | 'busy'
  | 'failed'

/** Name stored with a provider's accounts: its id, or the address of an issuer. */
export const ProviderKey = z.string().min(1).max(500)

export const LinkedAccount = z.object({
  provider: ProviderKey,
  /** The provider's id in the configuration. Null once the provider is no longer set up. */
  id: z.string().nullable(),
  name: z.string(),
  /** Without @; empty if the provider says none. */
  handle: z.string(),
  /** The public channel that the account proves, if its provider has channels. */
  url: z.string().nullable(),
  linkedAt: Moment,
})
export type LinkedAccount = z.output<typeof LinkedAccount>

/** A channel that belongs to the person, as its platform said. */
export const ProvenChannel = z.object({
  provider: z.enum(['x', 'twitch', 'youtube', 'kick']),
  handle: z.string(),
  url: z.string(),
})
export type ProvenChannel = z.output<typeof ProvenChannel>
