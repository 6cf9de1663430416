export { liftPersonsSuspension, suspendPerson } from './suspend-person.ts'
