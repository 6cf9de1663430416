export {
  deleteLinkedAccount,
  findLinkedAccount,
  findLinkedAccounts,
  findLinkedAccountsOf,
  findProvenChannels,
  findProviderUser,
  insertLinkedAccount,
  type LinkedAccount,
  updateHandle,
} from './account-store.ts'
export { channelOf, isChannelProvider } from './channels.ts'
export { callbackPath, clientOf } from './client-of.ts'
export { knownName, openIdProvider } from './known-providers.ts'
export type { ProviderPerson } from './profiles.ts'
export { ProviderClient, ProviderFailure, type ProviderGrant, type ProviderTokens } from './provider-client.ts'
export type { ProviderSettings } from './settings.ts'
