export { createUser } from './create-user.ts'
export { goneUsername } from './rules.ts'
export { findUsername, findUsernames, hasDemoUsers, updateFirstName, updateIsAdmin } from './store.ts'
