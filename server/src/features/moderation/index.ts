export type { ReportableText } from './report-text.ts'
export { liftPersonsSuspension, suspendPerson } from './suspend-person.ts'
export { forgetReports, forgetSettledReports } from './text-report-store.ts'
