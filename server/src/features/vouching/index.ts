export { createVouch } from './create-vouch.ts'
export { findVouchParties } from './store.ts'
export { vouchesOf } from './vouch-amount.ts'
