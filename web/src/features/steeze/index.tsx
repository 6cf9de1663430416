import { lazyPart } from '#ui/layout/lazy-part'

export { priceText, redeemCapText, steezeFacts, useSteezeRates } from './money.ts'
export { STEEZE_IS } from './what-steeze-is.ts'

export const GetSteeze = lazyPart(() => import('./buying/get-steeze.tsx'))
