export { createVouch } from './create-vouch.ts'
export { vouchesOf } from './vouch-amount.ts'
