import type { ProfileKind } from './profiles.ts'

/** One way to sign in, as the operator set it up. */
export interface ProviderSettings {
  /** In addresses of this server, such as `google`. */
  id: string
  /** What people call it, such as “Google”. */
  name: string
  /** Stored with its accounts: the id of a known provider, the issuer's address for others. */
  key: string
  clientId: string
  /** Null for a public client, which only PKCE protects. */
  clientSecret: string | null
  /** Whether the token endpoint takes the secret as a form field instead of HTTP Basic. Issuers say so themselves. */
  sendsSecretInForm: boolean
  /** Separated by spaces. */
  scopes: string
  /** An OpenID issuer, which names its endpoints itself, or the endpoints of a provider of OAuth 2.0. */
  server: { issuer: string } | { authorizeUrl: string; tokenUrl: string }
  profile: ProfileKind
  /** Address that tells who the person is; null if the id token does. */
  profileUrl: string | null
  /** Origin from which new accounts get their image; null for none. */
  imageOrigin: string | null
}

declare module '#platform/settings' {
  interface Settings {
    /** In the order in which people see them, without X. */
    providers: readonly ProviderSettings[]
  }
}
