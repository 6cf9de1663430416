import { lateDialog } from './late-dialog.tsx'

/** `ConfirmDialog`, loaded when it first opens: for screens that show no other dialog at first. */
export const LateConfirmDialog = lateDialog(async () => ({
  default: (await import('./confirm-dialog.tsx')).ConfirmDialog,
}))
