export { type Identity, isKnownIdentity, proveIdentity, recordIdentity } from './prove-identity.ts'
export { type Carried, findEarlierAccounts, findLaterAccounts, lockLaterAccounts } from './store.ts'
