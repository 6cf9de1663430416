export { ReasonDialog } from './reason-dialog.tsx'
export { ReportList } from './report-list.tsx'
