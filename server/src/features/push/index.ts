export { keepSecurityPushes } from './store.ts'
export type { Push } from './web-push.ts'
