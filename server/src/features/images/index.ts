export { keepFirstImage } from './keep-image.ts'
export { readImage } from './read-image.ts'
