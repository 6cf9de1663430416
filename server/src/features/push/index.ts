export { keepSecurityPushes } from './store.ts'
