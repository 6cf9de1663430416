export interface XSettings {
  clientId: string
  /** Null for a public client, protected by PKCE alone. */
  clientSecret: string | null
  authorizeUrl: string
  tokenUrl: string
  userUrl: string
  postUrl: string
  imageOrigin: string
  scopes: string
  /** Encrypts tokens (32 bytes); null if posting is disabled and no token is stored. */
  postingKey: Uint8Array | null
  previousPostingKeys?: readonly Uint8Array[]
}

declare module '#platform/settings' {
  interface Settings {
    /** Null: joining and posting with X are off. */
    x: XSettings | null
  }
}
