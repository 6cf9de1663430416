/** Code for canvases, which screens load after their first picture by `useLateDrawing`. */
export { drawInBox } from './draw-in-box.ts'
export { drawDottedField, drawStillField } from './draw-still-field.ts'
export { startLiveField } from './live-field.ts'
export { Ring } from './ring.tsx'
