/** The smaller build of the library declares no types of its own. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
