/** Returns '62% of 40'. The share is rounded down, so that 100% means all. */
export const shareText = ({ answered, right }: { answered: number; right: number }): string =>
  answered === 0 ? 'No answers yet' : `${Math.floor((100 * right) / answered)}% of ${answered}`
