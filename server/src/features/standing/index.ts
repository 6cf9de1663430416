export { ownPlaces, standBy } from './stand-by.ts'
