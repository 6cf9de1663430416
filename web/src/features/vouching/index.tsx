export { VouchAction } from './vouch-action.tsx'
