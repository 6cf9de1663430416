/** The headline, and what Aura is, for whom, and what one gets, for the landing page before and after its code runs. */
export const LANDING_WORDS = {
  title: 'Build your aura',
  about:
    'For creators and beginners: learn crypto in a few minutes a day, and battle live for points and gifts you can redeem for USDC.',
} as const
