export const STEEZE_IS = 'Steeze is what you gift in battles, and what you are gifted turns back into USDC.'
