export { keepSecurityPushes } from './store.ts'
export type { Delivery, Push } from './web-push.ts'
