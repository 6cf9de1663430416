export { VouchPicture } from './vouch-picture.tsx'
