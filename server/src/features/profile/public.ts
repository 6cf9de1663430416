export { createUser } from './create-user.ts'
export { findUsername, lockUser, updateIsAdmin } from './store.ts'
