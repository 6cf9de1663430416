/** What draws on canvases. Screens load it after their first picture, by `useLateDrawing`. */
export { drawDottedField, drawStillField } from './draw-still-field.ts'
export { startLiveField } from './live-field.ts'
export { Ring } from './ring.tsx'
