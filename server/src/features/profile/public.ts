export { createUser } from './create-user.ts'
export { findUsername, findUsernames, hasDemoUsers, updateFirstName, updateIsAdmin } from './store.ts'
