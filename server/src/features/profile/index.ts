export { createUser, isFreeUsername, suggestUsername } from './create-user.ts'
export { goneUsername } from './rules.ts'
export {
  findAdminIds,
  findCurrentUsername,
  findUsername,
  findUsernames,
  lockPerson,
  personExists,
  updateFirstName,
  updateIsAdmin,
  updateProfileImage,
} from './store.ts'
export { userFieldsOf } from './user-fields.ts'
