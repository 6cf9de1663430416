export { profileOf } from './people.ts'
