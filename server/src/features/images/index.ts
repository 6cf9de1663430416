export { keepFirstImage } from './keep-image.ts'
