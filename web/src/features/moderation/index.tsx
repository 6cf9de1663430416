import { lateDialog } from '#ui/overlay/late-dialog'

export { REPORT_REASONS } from './report-reasons.ts'

/** Loaded late: dialogs are large, and few people report. */
export const ReportDialog = lateDialog(() => import('./report-dialog.tsx'))
export const ReportText = lateDialog(() => import('./report-text.tsx'))
