export { aboutsForAdmins, changeAbout } from './about.ts'
export { profileOf } from './people.ts'
