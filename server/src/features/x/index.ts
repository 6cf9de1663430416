export { findXAccount } from './account-store.ts'
