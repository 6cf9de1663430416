export { createUser } from './create-user.ts'
export { findUsername, hasDemoUsers, updateFirstName, updateIsAdmin } from './store.ts'
