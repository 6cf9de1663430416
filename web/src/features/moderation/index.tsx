import { lateDialog } from '#ui/overlay/late-dialog'

/** Loaded late: dialogs are large, and few people report. */
export const ReportDialog = lateDialog(() => import('./report-dialog.tsx'))
