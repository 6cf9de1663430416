export { type Identity, isKnownIdentity, proveIdentity, recordIdentity } from './prove-identity.ts'
export { type Carried, findEarlierAccounts } from './store.ts'
