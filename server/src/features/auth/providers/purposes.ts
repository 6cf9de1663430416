/** `enter` signs in or links; the others confirm an identity for one action. */
export const PROVIDER_PURPOSES = [
  'enter',
  'sign-in-again',
  'delete-account',
  'disconnect',
  'remove-passkey',
  'bind-wallet',
] as const
export type ProviderPurpose = (typeof PROVIDER_PURPOSES)[number]
