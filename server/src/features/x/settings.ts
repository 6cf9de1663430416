export interface XSettings {
  clientId: string
  /** Null for a public client, which only PKCE protects. */
  clientSecret: string | null
  authorizeUrl: string
  tokenUrl: string
  userUrl: string
  postUrl: string
  imageOrigin: string
  scopes: string
  /** Key that encrypts tokens (32 bytes); null if posting is disabled and no token is stored. */
  postingKey: Uint8Array | null
  previousPostingKeys?: readonly Uint8Array[]
}

declare module '#platform/settings' {
  interface Settings {
    /** Null turns joining and posting with X off. */
    x: XSettings | null
  }
}
