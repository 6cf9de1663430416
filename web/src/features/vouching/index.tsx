export { VouchAction } from './vouch-action.tsx'
export { VouchLists } from './vouch-lists.tsx'
export { VouchStatistics } from './vouch-statistics.tsx'
