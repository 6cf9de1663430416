export type { ReportableText } from './report-text.ts'
export { liftPersonsSuspension, suspendPerson } from './suspend-person.ts'
export { forgetReports } from './text-report-store.ts'
