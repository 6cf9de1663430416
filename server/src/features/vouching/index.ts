export { createVouch } from './create-vouch.ts'
export { findVouchParties } from './store.ts'
export { vouchesOf, vouchRoom } from './vouch-amount.ts'
