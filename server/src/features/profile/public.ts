export { createUser } from './create-user.ts'
export { findUsername, hasDemoUsers, updateIsAdmin } from './store.ts'
